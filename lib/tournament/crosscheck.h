// The games of a tournament, compared and joined with the federation's report.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "lib/pgn/pgn_game.h"
#include "lib/tournament/event_game.h"
#include "lib/tournament/tournament_of_games.h"
#include "lib/tournament/trf.h"

namespace arbiter {

enum class PlayerMatch : std::uint8_t {
  FideId,
  Name,
  Initials,     // one name is a unique prefix of the other
  Elimination,  // the only possible opponent of a matched player in most rounds
  Pairing,      // matched in this game only, by round and opponent
};

const char* to_string(PlayerMatch match);

struct MatchedPlayer {
  PlayerIndex in_report = 0;
  PlayerMatch match = PlayerMatch::FideId;
};

// Returns the matched report player for each player of the games.
std::vector<std::optional<MatchedPlayer>> match_players(const Tournament& games,
                                                        const Tournament& report);

// Returns text such as "1-0", "1/2-1/2", "0-1 by forfeit".
std::string score_text(const Pairing& pairing);

// A finding in the report, in a game, or in both.
struct CrosscheckFinding {
  DiagnosticCode code;
  std::optional<TrfPlace> place = {};    // the place in the report
  std::optional<std::size_t> game = {};  // the index of the game
  KnownTag tag = KnownTag::White;        // the tag in the game
  std::string message = {};
};

struct Crosscheck {
  // The maximum number of findings kept for each kind.
  static constexpr std::size_t kMaxOfKind = 1000;

  // The matched report players, indexed by player of the games.
  std::vector<std::optional<MatchedPlayer>> matches;
  // Findings in the report, sorted by line, followed by findings in games.
  std::vector<CrosscheckFinding> findings;
  // The number of findings of each kind beyond kMaxOfKind.
  std::map<DiagnosticCode, std::uint64_t> withheld;
  std::vector<RepeatedGame> repeated;  // games that occur twice in the files
  std::size_t compared = 0;            // number of games that are in the files and in the report
  // The report, with opponents as player indices; contains a single round if `round` was set.
  Tournament report;
  // For each pairing of `report`, the index of its game, if found.
  std::vector<std::optional<std::uint32_t>> games;
  std::size_t forfeits = 0;  // forfeits in the report, which need no game
};

// Matches players by FIDE id, then by name, initials and elimination. Matches games by players,
// round and colours, then by colours and result, then by round, then by players alone. Colours and
// result are sufficient only if both sources have equally many games of the pair, because their
// rounds may be swapped. Games with a wrong or ambiguous name or id match by round, opponent and
// similar name, or by round, opponent, colours and result. Duplicates with equal results are
// compared once. `files` is as in check_event(). With `round`, only that round is compared, but all
// games are used to match players. Takes O(n log n) in games and players.
Crosscheck crosscheck(std::span<const EventGame> games, const TournamentOfGames& event,
                      const TrfReport& report, std::span<const std::string> files,
                      std::uint32_t round = 0);

// The source whose results are used if a report and the games have different results.
enum class ResultSource : std::uint8_t { Report, Games };

// Two results of a pairing, with the colours of the report.
struct ResultDifference {
  Pairing in_report;
  Pairing in_game;  // Pairing::source is the index of the game
  ResultSource counted = ResultSource::Report;
};

struct JoinedEvent {
  Tournament tournament;      // Pairing::source is the index of a game, if there is one
  std::size_t added = 0;      // games added for pairings missing in the report
  std::size_t findings = 0;   // findings of crosscheck(), without missing and additional games
  std::size_t unmatched = 0;  // findings about missing and additional games
  std::vector<ResultDifference> differences = {};
};

// Returns a report merged with games, which add pairings and results of open games. Byes and
// forfeits come from the report; other conflicting results come from `source`. `checked` is the
// crosscheck() of all rounds with these games.
JoinedEvent joined_event(std::span<const EventGame> games, const TournamentOfGames& event,
                         const Crosscheck& checked, ResultSource source = ResultSource::Report);

}  // namespace arbiter
