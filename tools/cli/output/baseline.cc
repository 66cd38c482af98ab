#define XXH_INLINE_ALL
#include "tools/cli/output/baseline.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/io/byte_source.h"

namespace arbiter {
namespace {

constexpr std::string_view kHeader = "# arbiter baseline 1";
constexpr std::size_t kMaxMessageLength = 160;  // in characters
constexpr std::size_t kMaxBytes = std::size_t{256} << 20;

// The words before numbers that change when games are moved or added. For example, "game 7 (line
// 41) and in 2 more games" becomes "game # (line #) and in # more games". The file name, which
// depends on the current folder, is also removed, as in "game 7 of rounds/round2.pgn (line 41)".
constexpr std::string_view kBeforeNumbers[] = {"game ", "games ", "line ", " in "};
constexpr std::string_view kBeforeFile = "game #";
constexpr std::string_view kFile = " of ";
constexpr std::string_view kBehindFile = " (line ";

std::string without_places(std::string_view message) {
  std::string text;
  while (!message.empty()) {
    if (text.ends_with(kBeforeFile) && message.starts_with(kFile)) {
      const std::size_t end = message.find(kBehindFile);
      if (end != std::string_view::npos) message.remove_prefix(end);
    }
    const bool is_place = std::ranges::any_of(
        kBeforeNumbers, [&](std::string_view words) { return text.ends_with(words); });
    const std::size_t digits =
        is_place ? std::min(message.find_first_not_of("0123456789"), message.size()) : 0;
    if (digits > 0) {
      text += '#';
      message.remove_prefix(digits);
    } else {
      text += message.front();
      message.remove_prefix(1);
    }
  }
  return text;
}

std::string_view marked_text(const LocatedDiagnostic& finding) {
  const std::string_view excerpt = finding.excerpt;
  const std::size_t from = size_of_code_points(excerpt, finding.marker_start);
  const std::string_view rest = excerpt.substr(std::min(from, excerpt.size()));
  return rest.substr(0, size_of_code_points(rest, finding.marker_length));
}

std::string shown(std::string_view message) {
  std::string text(message.substr(0, size_of_code_points(message, kMaxMessageLength)));
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  return text;
}

Result<std::string> text_of(const std::string& path) {
  const auto file = FileSource::open(path);
  if (!file) return Error{file.error()};
  std::string text;
  std::array<char, 1 << 16> piece;
  while (const std::size_t size = (*file)->read(piece)) {
    text.append(piece.data(), size);
    if (text.size() > kMaxBytes) return Error{"too large for a baseline"};
  }
  return text;
}

std::string_view take_until(std::string_view& text, char end) {
  const std::size_t size = std::min(text.find(end), text.size());
  const std::string_view part = text.substr(0, size);
  text.remove_prefix(std::min(size + 1, text.size()));
  return part;
}

template <class T>
bool read_number(std::string_view text, T& number, int base) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

Baseline::Key Baseline::key_of(const LocatedDiagnostic& finding) {
  const Diagnostic& diagnostic = finding.diagnostic;
  std::string text = without_places(diagnostic.message);
  text += '\0';
  text += diagnostic.fen;
  text += '\0';
  text += marked_text(finding);
  return {std::string(entry_of(diagnostic.code).id), XXH3_64bits(text.data(), text.size())};
}

Result<Baseline> Baseline::read(const std::string& path) {
  const auto text = text_of(path);
  if (!text) return Error{fmt::format("{}: {}", path, text.error())};
  std::string_view rest = *text;
  if (!take_until(rest, '\n').starts_with(kHeader)) {
    return Error{
        fmt::format("{}: not a baseline of Arbiter (create one with --write-baseline)", path)};
  }
  Baseline baseline;
  for (std::uint64_t number = 2; !rest.empty(); ++number) {
    std::string_view line = take_until(rest, '\n');
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (trim(line).empty() || line.starts_with('#')) continue;
    Key key{std::string(take_until(line, '\t')), 0};
    Known known;
    const bool is_read = read_number(take_until(line, '\t'), key.second, 16) &&
                         read_number(take_until(line, '\t'), known.count, 10);
    if (!is_read) return Error{fmt::format("{}:{}: not a baseline entry", path, number)};
    known.message = line;
    baseline.size_ += known.count;
    baseline.known_.insert_or_assign(std::move(key), std::move(known));
  }
  return baseline;
}

bool Baseline::take(const LocatedDiagnostic& finding) {
  const auto found = known_.find(key_of(finding));
  if (found == known_.end() || found->second.count == 0) return false;
  --found->second.count;
  --size_;
  return true;
}

void Baseline::add(const LocatedDiagnostic& finding) {
  Known& known = known_[key_of(finding)];
  if (++known.count == 1) known.message = shown(finding.diagnostic.message);
  ++size_;
}

void Baseline::add(const Baseline& other) {
  for (const auto& [key, of_other] : other.known_) {
    Known& known = known_[key];
    known.count += of_other.count;
    if (known.message.empty()) known.message = of_other.message;
  }
  size_ += other.size_;
}

std::string Baseline::text() const {
  std::string text =
      fmt::format("{}: findings that `arbiter validate --baseline` does not report\n", kHeader);
  for (const auto& [key, known] : known_) {
    if (known.count == 0) continue;
    text += fmt::format("{}\t{:016x}\t{}\t{}\n", key.first, key.second, known.count, known.message);
  }
  return text;
}

bool KnownFindings::take(const LocatedDiagnostic& finding) {
  if (written_ != nullptr) {
    written_->add(finding);
  } else if (baseline_ && baseline_->take(finding)) {
    ++count_;
  } else {
    return false;
  }
  ++in_file_[index_of(finding.diagnostic.code)];
  return true;
}

void KnownFindings::subtract_from(FileTotals& totals) const {
  for (std::size_t i = 0; i < kDiagnosticCount; ++i) {
    const bool is_gone = in_file_[i] > 0 && catalogue()[i].once_per_file;
    totals.counts[i] -= is_gone ? totals.counts[i] : in_file_[i];
  }
}

std::optional<std::uint64_t> KnownFindings::count() const {
  if (!baseline_) return std::nullopt;
  return count_;
}

}  // namespace arbiter
