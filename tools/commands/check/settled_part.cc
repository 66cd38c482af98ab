#include "tools/commands/check/settled_part.h"

#include <algorithm>
#include <functional>
#include <string_view>

#include "lib/base/text_scan.h"
#include "lib/io/byte_source.h"
#include "lib/pgn/reader.h"

namespace arbiter {
namespace {

constexpr std::size_t kBlock = std::size_t{64} << 10;

// What stands in a file from `begin` to `end`, or to its end.
std::string text_between(FileSource& file, std::uint64_t begin, std::uint64_t end) {
  std::string text(static_cast<std::size_t>(end - begin), '\0');
  file.seek(begin);
  text.resize(read_fully(file, text));
  return text;
}

// Adds the lines between the start and `end`, and how the first of the file ends.
void count_lines(FileSource& file, std::uint64_t end, ValidationStart& start) {
  while (start.offset < end) {
    // A CR may stand at the end of one block and its LF at the start of the next.
    std::string text = text_between(file, start.offset, std::min(end, start.offset + kBlock));
    if (text.empty()) return;
    if (text.size() > 1 && text.back() == '\r') text.pop_back();
    if (!start.line_end) {
      const std::size_t at = text.find_first_of("\r\n");
      if (at != std::string::npos) start.line_end = line_end_at(text, at);
    }
    start.lines += count_line_breaks(text);
    start.offset += text.size();
  }
}

std::uint64_t checksum_of(std::string_view text) { return std::hash<std::string_view>()(text); }

}  // namespace

bool begins_with(const std::string& path, const SettledPart& part) {
  const auto file = FileSource::open(path);
  if (!file || !(*file)->is_regular()) return false;
  const std::uint64_t end = part.start.offset;
  const std::string text = text_between(**file, end - SettledPart::kComparedBytes, end + 1);
  if (text.size() <= SettledPart::kComparedBytes) return false;
  return checksum_of(std::string_view(text).substr(0, text.size() - 1)) == part.checksum;
}

std::optional<SettledPart> part_up_to(const std::string& path, const ValidationStart& end,
                                      const SettledPart* before) {
  constexpr std::size_t kCompared = SettledPart::kComparedBytes;
  constexpr std::size_t kBoundaryBytes = 16;  // `[Event "`
  if (end.offset < kCompared) return {};
  const auto file = FileSource::open(path);
  if (!file || !(*file)->is_regular()) return {};
  const std::string text =
      text_between(**file, end.offset - kCompared, end.offset + kBoundaryBytes);
  if (text.size() < kCompared || !is_hard_boundary(text, kCompared)) return {};
  SettledPart part{.checksum = checksum_of(std::string_view(text).substr(0, kCompared))};
  if (before != nullptr) part.start = before->start;
  count_lines(**file, end.offset, part.start);
  if (part.start.offset != end.offset) return {};
  part.start.games = end.games;
  part.start.delivered = end.delivered;
  return part;
}

}  // namespace arbiter
