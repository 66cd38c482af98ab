#include "tools/cli/player_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/io/input_files.h"
#include "lib/validate/event_games.h"
#include "tools/cli/output/quantities.h"

namespace arbiter {
namespace {

RatingKind kind_by_name(std::string_view path) {
  const std::string name = to_small(path.substr(path.rfind('/') + 1));
  if (name.find("rapid") != std::string::npos) return RatingKind::Rapid;
  return name.find("blitz") != std::string::npos ? RatingKind::Blitz : RatingKind::Standard;
}

LocatedDiagnostic located(DiagnosticCode code, ListProblem problem) {
  LocatedDiagnostic fault{.diagnostic = {.code = code, .message = std::move(problem.message)}};
  fault.line = problem.line;
  fault.column = problem.column;
  fault.diagnostic.length = problem.length;
  const auto characters = static_cast<std::uint32_t>(count_code_points(problem.text));
  if (problem.column > characters) return fault;  // beyond the visible part
  fault.excerpt = std::move(problem.text);
  fault.marker_start = static_cast<std::uint32_t>(problem.column - 1);
  fault.marker_length = std::min(problem.length, characters - fault.marker_start);
  return fault;
}

}  // namespace

Result<std::optional<ListMonth>> read_players(const std::string& path, KnownPlayers& known,
                                              const ListFaultSink& faults) {
  const auto input = open_any_input(path);
  if (!input) return Error{fmt::format("{}: {}", path, input.error())};
  const auto member = (*input)->next_member();
  if (!member) {
    return Error{fmt::format("{}: {}", path, (*input)->damage().value_or("the file is empty"))};
  }
  const auto report = [&faults](ListProblem problem) {
    faults(located(DiagnosticCode::PlayerListSyntax, std::move(problem)));
  };
  const auto reader = PlayerListReader::open(member->source, kind_by_name(member->name), report);
  if (!reader) return Error{fmt::format("{}: {}", path, reader.error())};
  for (ListedPlayer player; (*reader)->next(player);) {
    if (!known.is_wanted(player)) continue;
    const std::uint64_t line = player.line;
    if (auto contradiction = known.add(std::move(player))) {
      faults(located(DiagnosticCode::PlayerListContradiction,
                     {.line = line, .message = *std::move(contradiction)}));
    }
  }
  if (const auto damage = member->source.damage()) {
    return Error{fmt::format("{}: {}", path, *damage)};
  }
  return (*reader)->month();
}

std::optional<Error> compare_with_list(const PlayerMentions& mentions,
                                       const ListComparison& comparison,
                                       const FileFindingSink& findings, Console& console) {
  KnownPlayers known;
  request_players(mentions.mentions(), known);
  const auto month = read_players(comparison.path, known, [&](LocatedDiagnostic fault) {
    findings(comparison.path, std::move(fault));
  });
  if (!month) return Error{month.error()};
  if (mentions.is_full()) {
    console.complain(
        fmt::format("only the first {} players with their titles and ratings are "
                    "compared with the list",
                    with_commas(PlayerMentions::kMaxMentions)));
  }
  const auto valid = comparison.month ? comparison.month : *month;
  if (!valid && !comparison.is_quiet) {
    console.say(
        "the player list does not state its month: ratings are not compared "
        "(--players-month YYYY-MM)");
  }
  for (ListFinding& finding : check_mentions(mentions.mentions(), known, valid)) {
    const PlayerMention& mention = mentions.mentions()[finding.mention];
    findings(mentions.file_of(mention),
             located_in(mention.game, finding.tag,
                        {.code = finding.code, .message = std::move(finding.message)}));
  }
  return {};
}

}  // namespace arbiter
