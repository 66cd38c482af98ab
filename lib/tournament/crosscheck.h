// The games of a tournament against the federation's report of it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lib/diagnostics/code.h"
#include "lib/pgn/tag_name.h"
#include "lib/tournament/event_game.h"
#include "lib/tournament/tournament_of_games.h"
#include "lib/tournament/trf.h"

namespace arbiter {

// How a player of the games was found in the report.
enum class PlayerMatch : std::uint8_t {
  FideId,
  Name,         // the same words
  Initials,     // one name goes on with the other, and no other does
  Elimination,  // in some round nobody else is left as the opponent of a known player
};

// "by FIDE id", "by name", "by initials", "by elimination".
const char* to_string(PlayerMatch match);

struct MatchedPlayer {
  PlayerIndex in_report = 0;
  PlayerMatch match = PlayerMatch::FideId;
};

// Told in the report, in a game, or in both.
struct CrosscheckFinding {
  DiagnosticCode code;
  std::optional<TrfPlace> place = {};    // in the report
  std::optional<std::size_t> game = {};  // an index of the games
  KnownTag tag = KnownTag::White;        // of the game
  std::string message = {};
};

struct Crosscheck {
  // However much is wrong, what is kept stays small.
  static constexpr std::size_t kMaxOfKind = 1000;

  // By player of the games.
  std::vector<std::optional<MatchedPlayer>> matches;
  std::vector<CrosscheckFinding> findings;           // of the report by line, then of the games
  std::map<DiagnosticCode, std::uint64_t> withheld;  // findings after the first of their kind
  std::vector<RepeatedGame> repeated;                // games that stand in the files twice
  std::size_t compared = 0;                          // games that are in both
  std::size_t forfeits = 0;  // of the report, which have no game and need none
};

// Players are matched by FIDE id, then by name, then by initials, then by elimination; games by
// players, round and colours; otherwise by colours and result if both have as many games of the
// two, whose rounds may be exchanged; otherwise by round, and then by players alone. A game that
// stands in the files twice, with one result, is compared once. `files` as in check_event(). Cost:
// n log n in games and players.
Crosscheck crosscheck(std::span<const EventGame> games, const TournamentOfGames& event,
                      const TrfReport& report, std::span<const std::string> files);

}  // namespace arbiter
