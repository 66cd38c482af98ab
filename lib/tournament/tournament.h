// A tournament: players, pairings and results. It is built from games (tournament_of_games.h) or
// from a federation's report (trf.h).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/laws/date.h"
#include "lib/tournament/tie_break.h"

namespace arbiter {

// An index of Tournament::players, from 0.
using PlayerIndex = std::uint32_t;

struct Player {
  std::string name;           // the most frequent spelling of the name
  std::uint32_t fide_id = 0;  // 0: unknown
  std::string title = {};     // "GM"; empty: unknown or none
  std::uint32_t rating = 0;   // 0: unrated or unknown
  std::string federation = {};
  std::string team = {};
  std::uint32_t pairing_number = 0;  // the starting rank in a report; 0: unknown
  char sex = ' ';                    // 'm' or 'w'; ' ': unknown
  std::string birth = {};            // the date of birth as in a report: "1990/01/31"
};

// A number of half points, so that sums are exact: a win is 2, a draw 1.
using HalfPoints = std::int32_t;

enum class ScoreKind : std::uint8_t {
  Played,     // a game played at the board
  Forfeit,    // scheduled, but at least one side did not play
  Unrated,    // a game that ended before both sides had moved (W, D, L in a TRF)
  Unfinished  // no result yet
};

// The pace of a game, by thinking time for 60 moves (FIDE Handbook B.02): Standard from one hour,
// Rapid above ten minutes.
enum class RateOfPlay : std::uint8_t { Standard, Rapid, Blitz };

// Returns the pace for a TimeControl tag or a report's time control (222, 122); Standard if it
// cannot be parsed.
RateOfPlay pace_of_time_control(std::string_view text);

// A scheduled game.
struct Pairing {
  PlayerIndex white = 0;
  PlayerIndex black = 0;
  std::uint32_t round = 0;      // round number, from 1; 0 if unknown
  std::uint32_t board = 0;      // board number, from 1; 0 if unknown
  HalfPoints white_points = 0;  // 2, 1 or 0: the result, independent of the scoring
  HalfPoints black_points = 0;
  ScoreKind kind = ScoreKind::Played;
  std::optional<std::uint32_t> source = 0;  // index of the game, or of the player in the report
  RateOfPlay pace = RateOfPlay::Standard;
  // Points of White and Black that differ from the scoring of the tournament (299 in a TRF).
  std::array<std::optional<HalfPoints>, 2> awarded = {};

  HalfPoints points(Color color) const {
    return color == Color::White ? white_points : black_points;
  }
  PlayerIndex player(Color color) const { return color == Color::White ? white : black; }
  bool counts() const { return kind != ScoreKind::Unfinished; }
};

// Two players regardless of colours, the lower index first.
using PlayerPair = std::pair<PlayerIndex, PlayerIndex>;
inline PlayerPair pair_of(const Pairing& pairing) {
  return std::minmax(pairing.white, pairing.black);
}

enum class ByeKind : std::uint8_t {
  Allocated,  // no opponent was left (U in a TRF)
  Full,       // F
  Half,       // requested (H)
  Zero,       // requested, or absent (Z)
};

struct Bye {
  PlayerIndex player = 0;
  std::uint32_t round = 0;
  ByeKind kind = ByeKind::Zero;
  HalfPoints points = 0;
  std::uint32_t source = 0;  // see Pairing::source
  // In a team match: true for a board won or lost without an opponent ("0000 - +" in a TRF).
  bool is_board = false;
  std::optional<HalfPoints> awarded = {};  // see Pairing::awarded
  bool is_game = false;                    // true for a game against BYE that has a result
};

// The points for each result; White's come first if they depend on the colour.
struct Scoring {
  std::array<HalfPoints, 2> win = {2, 2};
  std::array<HalfPoints, 2> draw = {1, 1};
  std::array<HalfPoints, 2> loss = {0, 0};
  HalfPoints forfeit_win = 2;
  HalfPoints forfeit_loss = 0;
  HalfPoints allocated_bye = 2;
  HalfPoints full_bye = 2;
  HalfPoints half_bye = 1;
  HalfPoints zero_bye = 0;

  bool operator==(const Scoring&) const = default;

  // Returns the scoring with these points for a win, a draw and a loss, including byes and
  // forfeits.
  static Scoring of(HalfPoints win, HalfPoints draw, HalfPoints loss);
  HalfPoints points(const Pairing& pairing, Color color) const;
  HalfPoints points(const Bye& bye) const;
  // Converts awarded points to a result: 2 if they exceed those for a draw, 1 if they are equal,
  // otherwise 0.
  HalfPoints standard(HalfPoints points) const;
};

enum class System : std::uint8_t {
  RoundRobin,
  Swiss,
  Match,
  KnockOut,
  Team,
  Scheveningen,       // each player of a team meets each player of the other
  RoundRobinOrSwiss,  // ambiguous, because of few rounds
  Unknown
};

// Returns text such as "round robin", or "unknown system".
const char* to_string(System system);

struct PlayedSystem {
  System system = System::Unknown;
  std::uint32_t cycles = 1;  // in a round robin, the number of times that each pair meets
};

// A round in which a team was not paired, or whose match was forfeited.
struct TeamBye {
  std::string team;
  std::uint32_t round = 0;
  std::optional<HalfPoints> match_points = {};  // if empty, the points of the scoring apply
  std::optional<HalfPoints> game_points = {};
  ByeKind kind = ByeKind::Allocated;
};
struct TeamForfeit {
  std::uint32_t round = 0;
  std::string white;
  std::string black;
  bool white_wins = false;
  bool black_wins = false;
};

struct TeamAward {
  std::string team;
  std::uint32_t round = 0;                      // 0: all
  char result = ' ';                            // the result sign in a TRF; ' ': any
  std::vector<std::string> opponents = {};      // empty: any
  std::optional<HalfPoints> match_points = {};  // if empty, the points are unchanged
  std::optional<HalfPoints> game_points = {};
};

// The rules for teams in a report, and their byes and forfeited matches.
struct TeamRules {
  Scoring match_scoring = Scoring::of(4, 2, 0);  // in half points, so that a won match counts 4
  bool game_points_first = false;
  std::uint32_t boards = 0;  // boards per match; 0: unknown
  std::vector<TeamBye> byes = {};
  std::vector<TeamForfeit> forfeits = {};
  std::vector<TeamAward> awards = {};
};

struct Tournament {
  std::string name;
  std::vector<Player> players;
  std::vector<Pairing> pairings;      // sorted by round, board and order of addition
  std::vector<Bye> byes;              // byes after the last round are ignored
  std::vector<Pairing> playoff = {};  // play-off games after the last round, which do not count
  std::uint32_t rounds = 0;           // the result of last_round()
  std::uint32_t reported_rounds = 0;  // rounds covered by a report, in which nothing is guessed
  System system = System::Unknown;
  std::uint32_t cycles = 1;                        // see PlayedSystem::cycles
  bool is_running = false;                         // a round robin with games to come
  bool has_stages = false;                         // rounds are named: "Semifinal", "Final"
  std::string type = {};                           // the type in a report; empty: none
  std::uint32_t planned_rounds = 0;                // announced in a report; 0: unknown
  std::optional<PlayedSystem> chosen_system = {};  // set by the user instead of guessed
  PartialDate start = {};                          // the first day, as far as it is known
  Scoring scoring = {};
  TeamRules teams = {};
  std::vector<TieBreak> tie_breaks = {};  // announced in a report, in this order; empty: none
};

// Returns "double round robin", "4-fold round robin", "Swiss".
std::string system_text(const Tournament& tournament);

// Sets the system, even if the pairings contradict it.
void choose_system(Tournament& tournament, PlayedSystem system);

// For each player, returns whether they have at least a third as many games as the player with the
// most games. Players with fewer games have withdrawn, or are misspelled names.
std::vector<bool> regular_players(const Tournament& tournament);

// Sets the system and its cycles to the chosen ones or, without a choice, to those recognized from
// the pairings.
//
// In a round robin all pairs meet equally often. A tenth of the games, or one game, may be missing.
// At most a quarter of the players may have withdrawn, if they met no player more often. In a Swiss
// players meet once, nearly all play in every round, and opponents have nearly the same score. In a
// knock-out each match sends one player to the next round, and losers may meet for the third place.
// An incomplete last round does not change a system recognized from earlier rounds.
//
// Few rounds of a round robin look like a Swiss. Then the report's type or the name of the event
// decides. Further signs are, in this order, the announced rounds, the share of players who have
// met, the score difference of opponents, and the Berger tables. Takes O(n log n) in pairings.
void recognize_system(Tournament& tournament);

// The number of rounds in which players have neither game nor bye, in systems where everybody plays
// in each round. In a round robin with an odd number of players, each is free once per cycle. In a
// Swiss, missing rounds count as absences. Missing rounds are not counted in knock-outs, matches
// and team tournaments. In an unknown system, they are not counted if more than a quarter is
// missing.
struct MissingRounds {
  std::size_t rounds = 0;
  std::size_t players = 0;
};
MissingRounds missing_rounds(const Tournament& tournament);

// Adds the allocated byes that the games of a Swiss probably omit, and returns them. A round has a
// bye if exactly one participating player has neither game nor bye. Nobody gets a second bye, or a
// bye after a forfeit win (C.04.1).
std::vector<Bye> add_probable_byes(Tournament& tournament);

// Returns the last round with a result, including results of games against BYE; 0 if none is known.
// Games without results, and other byes, do not count.
std::uint32_t last_round(const Tournament& tournament);

// A round with games that have no result yet.
struct OpenRound {
  std::uint32_t round = 0;
  std::size_t open = 0;
  std::size_t games = 0;
};
// Returns the rounds with open games, sorted by round. An open game does not count as a round of
// its players.
std::vector<OpenRound> open_rounds(const Tournament& tournament);

// Removes the rounds after `round`, and the play-off if any round was removed. The system is
// unchanged.
void remove_rounds_after(Tournament& tournament, std::uint32_t round);

// Returns the system stated by the report's type (092, 192), if any.
std::optional<PlayedSystem> system_of_type(const Tournament& tournament);

// Moves the games of a play-off from `pairings` to `playoff`. A play-off follows the last round of
// a complete round robin or a Swiss, and a few players meet in it several times. Must be called
// before the system is recognized.
void set_playoff_aside(Tournament& tournament);

// For each player, returns whether they withdrew from a round robin of several cycles. Players who
// withdrew met most opponents less often than these met each other. All false for other systems.
std::vector<bool> withdrawn_players(const Tournament& tournament);

// Removes a player with all games and byes. A round robin requires this if the player withdrew
// before half of the games (FIDE Handbook C.05). Later players move up in Tournament::players.
void remove_player(Tournament& tournament, PlayerIndex player);

struct Withdrawal {
  std::string player;
  std::uint32_t round = 0;    // the player's last round
  std::uint32_t played = 0;   // number of games played
  std::uint32_t missing = 0;  // number of missing games against remaining players
  bool is_removed = false;    // fewer than half of the games were played
};

// Applies C.05 to players who left a complete round robin, if there is no report. Such players have
// no game in the last rounds, while all others have met. A player who left before half of the games
// is removed. Otherwise the missing games become forfeit wins of the opponents, without a source.
// Returns the withdrawals.
std::vector<Withdrawal> settle_withdrawals(Tournament& tournament);

// Signs of a round robin that is still running, used by recognize_system() when few pairs have met.

// Returns the current cycle of a round robin, from 1; 0 if the pairings are not those of a round
// robin. Nearly all players must play in each round except the last, and meet all others before
// meeting anybody again. A Swiss with few rounds also gives 1. Takes O(n log n).
std::uint32_t cycle_of_pairings(const Tournament& tournament);

// Returns whether the players can be numbered so that the rounds match the Berger tables, in any
// order. Two rounds always match. An incomplete last round is ignored. Takes quadratic time in
// players and rounds.
bool follows_berger_tables(const Tournament& tournament);

// Returns the mean score difference of opponents, relative to random pairings: about 1 in a round
// robin, small in a Swiss. Returns nothing if all scores are equal.
std::optional<double> score_gap(const Tournament& tournament);

}  // namespace arbiter
