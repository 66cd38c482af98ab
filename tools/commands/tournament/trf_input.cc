#include "tools/commands/tournament/trf_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/io/byte_source.h"
#include "lib/io/file_kind.h"
#include "lib/io/input_files.h"
#include "lib/os/file.h"
#include "lib/tournament/event_groups.h"
#include "lib/validate/event_games.h"
#include "tools/cli/output/utf8.h"

namespace arbiter {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{64} << 20;
constexpr std::size_t kRecordStart = 4;  // enough bytes to recognize a record

// Returns the first bytes of a file on disk or of standard input. Returns an empty string for other
// pipes, whose bytes can be read only once.
std::string first_bytes(const std::string& path) {
  std::error_code failure;
  if (path == "-") return preview_of(kStandardInput, kRecordStart);
  if (!std::filesystem::is_regular_file(path, failure)) return "";
  const auto file = FileSource::open(path);
  if (!file) return "";
  std::array<char, 1024> bytes;
  const std::string start(bytes.data(), read_fully(**file, bytes));
  if (container_of(start) == Container::None && !find_utf16(start)) return start;
  const auto input = open_any_input(path);
  const auto member = input ? (*input)->next_member() : std::nullopt;
  return member ? std::string(bytes.data(), read_fully(member->source, bytes)) : "";
}

}  // namespace

bool is_report(const std::string& path) {
  const std::string start = first_bytes(path);
  std::string_view rest = start;
  if (rest.starts_with("\xef\xbb\xbf")) rest.remove_prefix(3);
  rest.remove_prefix(std::min(rest.find_first_not_of("\r\n"), rest.size()));
  return begins_trf(rest);
}

NamedFiles reports_in(const std::string& folder) {
  namespace fs = std::filesystem;
  constexpr std::string_view kEndings[] = {".trf", ".trfx", ".txt"};
  NamedFiles reports;
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure); !failure && at != fs::directory_iterator();
       at.increment(failure)) {
    const std::string path = at->path().generic_string();
    const bool may_be = std::ranges::any_of(kEndings, [&](std::string_view ending) {
      return has_ending(without_compression_ending(path), ending);
    });
    if (!may_be) continue;
    if (auto fault = fault_of_link(path, folder)) {
      reports.unread.push_back({path, *std::move(fault)});
    } else if (is_report(path)) {
      reports.files.push_back(path);
    }
  }
  std::ranges::sort(reports.files);
  return reports;
}

Result<TrfReport> read_report(const std::string& path) {
  const auto input = open_any_input(path);
  if (!input) return Error{fmt::format("{}: {}", path, input.error())};
  const auto member = (*input)->next_member();
  if (!member) {
    return Error{fmt::format("{}: {}", path, (*input)->damage().value_or("the file is empty"))};
  }
  std::string text;
  std::array<char, 1 << 16> piece;
  while (const std::size_t size = member->source.read(piece)) {
    text.append(piece.data(), size);
    if (text.size() > kMaxBytes) return Error{fmt::format("{}: too large for a report", path)};
  }
  if (const auto damage = member->source.damage())
    return Error{fmt::format("{}: {}", path, *damage)};
  TrfReport report = read_trf(text);
  if (report.players.empty()) {
    return Error{fmt::format("{}: the report has no players (lines that begin with 001)", path)};
  }
  return report;
}

NamedInputs named_inputs(const std::vector<std::string>& files, const std::vector<std::string>& trf,
                         Console& console) {
  NamedInputs inputs;
  inputs.reports = trf;
  for (const std::string& file : files) {
    (is_report(file) ? inputs.reports : inputs.games).push_back(file);
  }
  inputs.is_found = inputs.reports.empty();
  if (!inputs.is_found) return inputs;
  for (const std::string& name : files) {
    NamedFiles found = reports_in(name);
    if (!found.files.empty() && files_named({name}).files.empty()) std::erase(inputs.games, name);
    std::ranges::move(found.files, std::back_inserter(inputs.reports));
    for (const auto& [path, reason] : found.unread) {
      console.complain(fmt::format("{}: {}; skipped", path, reason));
    }
  }
  return inputs;
}

Result<std::vector<NamedReport>> read_reports(const std::vector<std::string>& paths) {
  std::vector<NamedReport> reports;
  for (const std::string& path : paths) {
    auto report = read_report(path);
    if (!report) return Error{report.error()};
    reports.push_back({path, *std::move(report)});
  }
  return reports;
}

const NamedReport* report_for(const Tournament& games, std::span<const NamedReport> reports) {
  const NamedReport* best = nullptr;
  std::tuple<bool, std::size_t, std::uint32_t> most;
  for (const NamedReport& one : reports) {
    const auto matches = match_players(games, one.tournament);
    const auto count = static_cast<std::size_t>(
        std::ranges::count_if(matches, [](const auto& match) { return match.has_value(); }));
    if (count == 0 || count * 2 < games.players.size()) continue;
    const bool has_name = event_key(one.tournament.name) == event_key(games.name);
    const std::tuple value(has_name, count, one.tournament.rounds);
    if (best != nullptr && value <= most) continue;
    best = &one;
    most = value;
  }
  return best;
}

void print_used_report(const NamedReport& report, Console& console) {
  console.say(
      fmt::format("using {}, a tournament report (TRF) in the folder", shown_path(report.path)));
}

void print_unused_report(const std::string& path, Console& console) {
  console.say(
      fmt::format("{}: no event in the games contains half of its players", shown_path(path)));
}

const ColumnIndex& FindingPlaces::columns_of(std::uint64_t line) {
  if (line != line_) columns_.emplace(compared_.report.lines[line - 1]);
  line_ = line;
  return *columns_;
}

// Returns the offset of a column of the line, from 0; the end of the line if it is shorter.
std::uint64_t FindingPlaces::offset_in_file(const TrfPlace& place, std::size_t column) {
  const ColumnIndex& columns = columns_of(place.line);
  // Each Windows-1252 character is one byte.
  const std::size_t in_line =
      compared_.report.is_utf8 ? columns.offset_of(column) : std::min(column, columns.size());
  return compared_.report.offsets[place.line - 1] + in_line;
}

LocatedDiagnostic FindingPlaces::in_report(const TrfPlace& place, Diagnostic diagnostic) {
  constexpr std::size_t kBefore = 60;
  constexpr std::size_t kAfter = 60;
  const ColumnIndex& columns = columns_of(place.line);
  const std::size_t at = std::min<std::size_t>(place.column - 1, columns.size());
  const std::size_t from = at > kBefore ? at - kBefore : 0;
  const std::size_t to = std::min(columns.size(), at + kAfter);
  LocatedDiagnostic located{.diagnostic = std::move(diagnostic)};
  located.line = place.line;
  located.column = place.column;
  located.diagnostic.offset = offset_in_file(place, place.column - 1);
  located.diagnostic.length = static_cast<std::uint32_t>(
      offset_in_file(place, place.column - 1 + place.length) - located.diagnostic.offset);
  for (const std::string_view character : code_points_of(columns.text_of(from, to - from))) {
    const bool is_control = static_cast<unsigned char>(character[0]) < ' ';
    located.excerpt += is_control ? std::string_view(" ") : character;
  }
  located.is_cut_before = from > 0;
  located.is_cut_after = to < columns.size();
  located.marker_start = static_cast<std::uint32_t>(at - from);
  located.marker_length = static_cast<std::uint32_t>(
      std::clamp<std::size_t>(place.length, 1, std::max<std::size_t>(to - at, 1)));
  return located;
}

FileFinding FindingPlaces::in_file(const CrosscheckFinding& finding) {
  Diagnostic diagnostic{.code = finding.code};
  diagnostic.message = finding.message;
  if (finding.place) {
    return {compared_.report_name, in_report(*finding.place, std::move(diagnostic))};
  }
  const EventGame& game = compared_.games[*finding.game];
  return {compared_.files[game.file],
          located_in(game, game.tag(finding.tag), std::move(diagnostic))};
}

}  // namespace arbiter
