#include "tools/commands/tournament/report_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>

#include "lib/base/text.h"
#include "lib/io/byte_source.h"
#include "lib/io/input_files.h"

namespace arbiter {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20;

// The first bytes of a file on disk, not taken from it; none of a pipe.
std::string first_bytes(const std::string& path) {
  if (path == "-") return "";
  const auto file = FileSource::open(path);
  if (!file || !(*file)->is_regular()) return "";
  std::array<char, 1024> start;
  return {start.data(), read_fully(**file, start)};
}

bool begins_record(std::string_view line) {
  if (line.size() < 4 || line[3] != ' ') return false;
  const bool is_number = is_digit(line[0]) && is_digit(line[1]) && is_digit(line[2]);
  return is_number || line.starts_with("###") || line.starts_with("XX");
}

}  // namespace

bool is_report(const std::string& path) {
  const std::string start = first_bytes(path);
  std::string_view rest = start;
  if (rest.starts_with("\xef\xbb\xbf")) rest.remove_prefix(3);
  rest.remove_prefix(std::min(rest.find_first_not_of("\r\n"), rest.size()));
  return begins_record(rest);
}

std::vector<std::string> reports_in(const std::string& folder) {
  namespace fs = std::filesystem;
  constexpr std::string_view kEndings[] = {".trf", ".trfx", ".txt"};
  std::vector<std::string> reports;
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure); !failure && at != fs::directory_iterator();
       at.increment(failure)) {
    const std::string ending = at->path().extension().string();
    const bool may_be = std::ranges::any_of(
        kEndings, [&](std::string_view one) { return equal_ignoring_case(one, ending); });
    if (may_be && is_report(at->path().string())) reports.push_back(at->path().string());
  }
  std::ranges::sort(reports);
  return reports;
}

Result<TrfReport> read_report(const std::string& path) {
  const auto input = open_input(path);
  if (!input) return Error{fmt::format("{}: {}", path, input.error())};
  const auto member = (*input)->next_member();
  if (!member) {
    return Error{fmt::format("{}: {}", path, (*input)->damage().value_or("the file is empty"))};
  }
  std::string text;
  std::array<char, 1 << 16> piece;
  while (const std::size_t size = member->source.read(piece)) {
    text.append(piece.data(), size);
    if (text.size() > kMostBytes) return Error{fmt::format("{}: too large for a report", path)};
  }
  if (const auto damage = member->source.damage())
    return Error{fmt::format("{}: {}", path, *damage)};
  TrfReport report = read_trf(text);
  if (report.players.empty()) {
    return Error{fmt::format("{}: the report has no players (lines that begin with 001)", path)};
  }
  return report;
}

}  // namespace arbiter
