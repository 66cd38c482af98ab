#include "lib/validate/locate.h"

#include <algorithm>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/base/text_scan.h"

namespace arbiter {
namespace {

// A longer line is shown in part: so many bytes before and behind the finding.
constexpr std::size_t kBefore = 60;
constexpr std::size_t kBehind = 100;

bool ends_line(char c) { return c == '\n' || c == '\r'; }

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// Messages quote the file.
void make_utf8(std::string& text) {
  if (!is_utf8(text)) text = decode_text(text).utf8;
}

// As UTF-8 with every control character as one blank.
std::string shown(std::string_view bytes) {
  std::string text = decode_text(bytes).utf8;
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; }, ' ');
  return text;
}

}  // namespace

// Precondition: `at` is not inside CRLF. So neither is at_, and no pair is cut.
void Locator::move_to(std::size_t at) {
  const std::string_view gap = source_.text.substr(at_, at - at_);
  const std::size_t breaks = count_line_breaks(gap);
  if (breaks == 0) {
    characters_ += count_code_points(gap);
  } else {
    lines_ += breaks;
    line_start_ = at;
    while (!ends_line(source_.text[line_start_ - 1])) --line_start_;
    characters_ = count_code_points(source_.text.substr(line_start_, at - line_start_));
  }
  at_ = at;
}

// Returns where in the text that is.
std::size_t Locator::move_to_offset(std::uint64_t offset) {
  const std::string_view text = source_.text;
  const std::uint64_t relative = offset - std::min(offset, source_.offset);
  auto at = static_cast<std::size_t>(std::min<std::uint64_t>(relative, text.size()));
  if (at > 0 && at < text.size() && text[at - 1] == '\r' && text[at] == '\n') --at;
  move_to(at);
  return at;
}

TextPlace Locator::place_of(std::uint64_t offset) {
  move_to_offset(offset);
  return {lines_ + 1, characters_ + 1};
}

LocatedDiagnostic Locator::locate(Diagnostic diagnostic) {
  const std::string_view text = source_.text;
  const std::size_t at = move_to_offset(diagnostic.offset);
  LocatedDiagnostic located;
  located.line = lines_ + 1;
  located.column = characters_ + 1;

  std::size_t from = line_start_;
  if (at - line_start_ > kBefore) {
    from = at - kBefore;
    while (from < at && continues_character(text[from])) ++from;
  }
  std::size_t to = at;
  while (to < text.size() && !ends_line(text[to]) && to - at < kBehind) ++to;
  while (to < text.size() && to > at && continues_character(text[to])) --to;
  located.is_cut_before = from > line_start_;
  located.is_cut_after = to < text.size() && !ends_line(text[to]);
  const std::size_t marked =
      std::clamp<std::size_t>(diagnostic.length, 1, std::max<std::size_t>(to - at, 1));
  const std::string before = shown(text.substr(from, at - from));
  const std::string mark = shown(text.substr(at, std::min(marked, to - at)));
  located.excerpt =
      before + mark +
      shown(text.substr(at + std::min(marked, to - at), to - at - std::min(marked, to - at)));
  located.marker_start = static_cast<std::uint32_t>(count_code_points(before));
  located.marker_length =
      std::max<std::uint32_t>(1, static_cast<std::uint32_t>(count_code_points(mark)));
  make_utf8(diagnostic.message);
  make_utf8(diagnostic.help);
  make_utf8(diagnostic.san);
  located.diagnostic = std::move(diagnostic);
  return located;
}

}  // namespace arbiter
