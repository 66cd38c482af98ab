// Targets for the other input files of a tournament.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/tags/person_name.h"
#include "lib/tournament/crosscheck.h"
#include "lib/tournament/list_checks.h"
#include "lib/tournament/player_list.h"
#include "lib/tournament/standings.h"
#include "lib/tournament/trf.h"
#include "tests/fuzz/targets.h"
#include "tests/pgn/portion_source.h"
#include "tests/tournament/made_events.h"
#include "tools/cli/configuration.h"

namespace arbiter::testing {
namespace {

FuzzFault fault_of_places(const TrfReport& report) {
  const auto is_outside = [&](const TrfPlace& place) {
    return place.line == 0 || place.line > report.lines.size() || place.column == 0;
  };
  for (const TrfProblem& problem : report.problems) {
    if (is_outside(problem.place)) return "a problem in no line";
    if (!is_utf8(problem.message)) return "a message that is no text";
  }
  for (const TrfContradiction& found : check_trf(report)) {
    if (is_outside(found.place)) return "a contradiction in no line";
  }
  const std::vector<EventGame> games = made_round_robin(4);
  const std::vector<std::string> files{"games.pgn"};
  for (const CrosscheckFinding& finding :
       crosscheck(games, tournament_of_games(games), report, files).findings) {
    if (finding.place && is_outside(*finding.place)) return "a finding in no line";
    if (!finding.place && !finding.game) return "a finding at no place";
  }
  return std::nullopt;
}

FuzzFault fault_of_tables(const TrfReport& report) {
  const Tournament tournament = tournament_of(report);
  for (const Pairing& pairing : tournament.pairings) {
    if (pairing.white == pairing.black) return "somebody plays himself";
    if (std::max(pairing.white, pairing.black) >= tournament.players.size()) return "nobody plays";
  }
  const Standings standings = standings_of(tournament, usual_tie_breaks(tournament));
  if (standings.rows.size() != tournament.players.size()) return "standings without somebody";
  const CrossTable table = cross_table(tournament, standings);
  for (const auto& row : table.rows) {
    if (row.size() != table.headings.size()) return "a row with other columns than its table";
  }
  return std::nullopt;
}

// Returns the players of a list and its problems as text, when read in portions of `step` bytes.
std::string list_in_words(std::string_view bytes, std::size_t portion) {
  PortionSource source(bytes, {portion});
  std::string words;
  const auto reader =
      PlayerListReader::open(source, RatingKind::Standard, [&](const ListProblem& problem) {
        words += fmt::format("{}:{}+{} {} {}\n", problem.line, problem.column, problem.length,
                             problem.message, problem.text);
      });
  if (!reader) return words + reader.error();
  for (ListedPlayer player; (*reader)->next(player);) {
    words += fmt::format("{} {} {} {} {} {}\n", player.line, player.fide_id, player.name,
                         player.title, player.federation, player.ratings[0]);
  }
  return words;
}

// Returns the number of rounds of a player up to the last non-blank one.
std::size_t count_rounds(const TrfPlayer& player) {
  std::size_t count = player.rounds.size();
  const auto is_blank = [](const TrfRound& round) {
    return round.opponent == 0 && round.result == ' ';
  };
  while (count > 0 && is_blank(player.rounds[count - 1])) --count;
  return count;
}

}  // namespace

FuzzFault fuzz_report(std::string_view bytes) {
  const TrfReport report = read_trf(bytes);
  if (auto fault = fault_of_places(report)) return fault;
  if (auto fault = fault_of_tables(report)) return fault;
  const TrfReport again = read_trf(write_trf(report));
  if (again.players.size() != report.players.size()) return "a player is lost in writing";
  for (std::size_t i = 0; i < report.players.size(); ++i) {
    const TrfPlayer& before = report.players[i];
    const TrfPlayer& after = again.players[i];
    if (before.starting_rank != after.starting_rank || before.fide_id != after.fide_id ||
        before.points != after.points || count_rounds(before) != count_rounds(after)) {
      return fmt::format(
          "player {} is another one in writing: id {} {}, points {} {}, rounds {} {}",
          before.starting_rank, before.fide_id, after.fide_id, before.points.value_or(-1),
          after.points.value_or(-1), count_rounds(before), count_rounds(after));
    }
  }
  const std::string written = write_trf(again);
  if (write_trf(read_trf(written)) != written) return "writing twice changes something";
  return std::nullopt;
}

FuzzFault fuzz_players(std::string_view bytes) {
  const std::string text = list_in_words(bytes, 1 << 16);
  if (text != list_in_words(bytes, 1)) return "it depends on the pieces that are read";
  if (!is_utf8(text)) return "words that are no text";
  PortionSource source(bytes);
  const auto reader = PlayerListReader::open(source, RatingKind::Rapid, [](const ListProblem&) {});
  if (!reader) return std::nullopt;
  KnownPlayers known;
  std::vector<ListedPlayer> players;
  for (ListedPlayer player; (*reader)->next(player);) {
    if (player.name.empty()) return "a player without a name";
    known.request(std::string_view(player.name));
    known.request(player.fide_id);
    players.push_back(player);
  }
  for (const ListedPlayer& player : players) {
    const std::string folded = folded_name(player.name);
    const NameWords words = words_of(folded);
    // False for names such as ",,".
    const bool has_words = !words.family.empty() || !words.given.empty();
    if (has_words && !known.is_wanted(player)) return "a player is not wanted";
    known.add(player);
  }
  for (const ListedPlayer& player : players) {
    if (player.fide_id != 0 && known.with_id(player.fide_id) == nullptr) return "an id is lost";
    known.named(player.name);
  }
  return std::nullopt;
}

FuzzFault fuzz_configuration(std::string_view text) {
  const std::string path = "games/.arbiter.toml";
  const auto configuration = read_configuration(text, path);
  if (!configuration) {
    if (!configuration.error().starts_with(path)) return "an error without the file";
    return std::nullopt;
  }
  for (const auto& setting : configuration->settings) {
    if (!setting.option.starts_with("--")) return "a setting of no option";
  }
  configuration->ignored_in("games/old/1.pgn");
  return std::nullopt;
}

}  // namespace arbiter::testing
