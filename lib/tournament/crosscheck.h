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

// The method that found a player of the games in the report.
enum class PlayerMatch : std::uint8_t {
  FideId,
  Name,         // the same words
  Initials,     // one name is a prefix of the other, and of no other name
  Elimination,  // in most rounds, the only possible opponent of a known player
  Pairing,      // in this game only: the round and the opponent agree
};

// Returns "by FIDE id", "by name", "by initials", "by elimination", "by round and opponent".
const char* to_string(PlayerMatch match);

struct MatchedPlayer {
  PlayerIndex in_report = 0;
  PlayerMatch match = PlayerMatch::FideId;
};

// Matches players of the games with those of a report; indexed by player of the games.
std::vector<std::optional<MatchedPlayer>> match_players(const Tournament& games,
                                                        const Tournament& report);

// Returns the result of a pairing: "1-0", "1/2-1/2", "0-1 by forfeit".
std::string score_text(const Pairing& pairing);

// A finding in the report, in a game, or in both.
struct CrosscheckFinding {
  DiagnosticCode code;
  std::optional<TrfPlace> place = {};    // in the report
  std::optional<std::size_t> game = {};  // an index of the games
  KnownTag tag = KnownTag::White;        // of the game
  std::string message = {};
};

struct Crosscheck {
  // The maximum number of findings of a kind that are kept.
  static constexpr std::size_t kMaxOfKind = 1000;

  // The matched report players, indexed by player of the games.
  std::vector<std::optional<MatchedPlayer>> matches;
  std::vector<CrosscheckFinding> findings;           // of the report by line, then of the games
  std::map<DiagnosticCode, std::uint64_t> withheld;  // findings after the first of their kind
  std::vector<RepeatedGame> repeated;                // games that occur twice in the files
  std::size_t compared = 0;                          // games in both
  // The report, whose opponents are numbered as its players; with a `round`, that round alone.
  Tournament report;
  // The index of the game by pairing of `report`; nothing if no game was found.
  std::vector<std::optional<std::uint32_t>> games;
  std::size_t forfeits = 0;  // forfeits in the report, which need no game
};

// Matches players by FIDE id, then by name, initials and elimination. Matches games by players,
// round and colours, then by colours and result, then by round, then by players alone. Colours and
// result match only if both have as many games of the two, whose rounds may be exchanged. Other
// games have a wrong or ambiguous name or id: they match by round, opponent and similar name, or by
// round, opponent, colours and result. A duplicate game with one result is compared once. `files`
// as in check_event(). With a `round`, only that round of the report and of the games is compared;
// players are matched by all games. Cost: n log n in games and players.
Crosscheck crosscheck(std::span<const EventGame> games, const TournamentOfGames& event,
                      const TrfReport& report, std::span<const std::string> files,
                      std::uint32_t round = 0);

// The side that counts where a report and the games have different results.
enum class ResultSource : std::uint8_t { Report, Games };

// Two results of a pairing, with the colours of the report.
struct ResultDifference {
  Pairing in_report;
  Pairing in_game;  // `source` is the index of the game
  ResultSource counted = ResultSource::Report;
};

struct JoinedEvent {
  Tournament tournament;      // Pairing::source is the index of the game, if there is one
  std::size_t added = 0;      // games of pairings that the report does not have
  std::size_t findings = 0;   // of crosscheck(), without missing and added games
  std::size_t unmatched = 0;  // findings about those
  std::vector<ResultDifference> differences = {};
};

// Returns the tournament of a report with more games: pairings that it does not have, and results
// of its open games. Byes and forfeits are those of the report, and other results that differ are
// those of `source`. `checked` is the crosscheck() of all rounds with these games.
JoinedEvent joined_event(std::span<const EventGame> games, const TournamentOfGames& event,
                         const Crosscheck& checked, ResultSource source = ResultSource::Report);

}  // namespace arbiter
