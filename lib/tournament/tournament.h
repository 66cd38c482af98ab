// A tournament: players, pairings and results, from games (tournament_of_games.h) or from a
// federation's report (trf.h), and players who leave a round robin (FIDE Handbook C.05).
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
  std::string name;           // as written, in its most frequent spelling
  std::uint32_t fide_id = 0;  // 0: unknown
  std::string title = {};     // "GM"; empty: none is known
  std::uint32_t rating = 0;   // 0: unrated or unknown
  std::string federation = {};
  std::string team = {};
  std::uint32_t pairing_number = 0;  // the starting rank in a report; 0: unknown
  char sex = ' ';                    // m or w; a space: unknown
  std::string birth = {};            // as in a report: "1990/01/31"
};

// Half points, so that sums are exact: a win is 2, a draw 1.
using HalfPoints = std::int32_t;

enum class ScoreKind : std::uint8_t {
  Played,     // at the board
  Forfeit,    // scheduled, but one side or both did not play
  Unrated,    // ended before both sides had moved, so not rated (W, D, L in a TRF)
  Unfinished  // no result yet
};

// The pace of a game by its thinking time for 60 moves (FIDE Handbook B.02): Standard from an hour
// on, Rapid above ten minutes.
enum class RateOfPlay : std::uint8_t { Standard, Rapid, Blitz };

// Returns the pace of a TimeControl tag or of a report's time control (222, 122): Standard if it
// cannot be read.
RateOfPlay pace_of_time_control(std::string_view text);

// A scheduled game.
struct Pairing {
  PlayerIndex white = 0;
  PlayerIndex black = 0;
  std::uint32_t round = 0;      // from 1; 0: unknown
  std::uint32_t board = 0;      // from 1; 0: unknown
  HalfPoints white_points = 0;  // 2, 1 or 0: the result, before the scoring
  HalfPoints black_points = 0;
  ScoreKind kind = ScoreKind::Played;
  std::optional<std::uint32_t> source = 0;  // the game, or the player of the report; nothing: none
  RateOfPlay pace = RateOfPlay::Standard;
  // Points of White and Black that differ from the scoring (299 in a TRF).
  std::array<std::optional<HalfPoints>, 2> awarded = {};

  HalfPoints points(Color color) const {
    return color == Color::White ? white_points : black_points;
  }
  PlayerIndex player(Color color) const { return color == Color::White ? white : black; }
  bool counts() const { return kind != ScoreKind::Unfinished; }
};

// The two players of a game in any colours: the lower index first.
using PlayerPair = std::pair<PlayerIndex, PlayerIndex>;
inline PlayerPair pair_of(const Pairing& pairing) {
  return std::minmax(pairing.white, pairing.black);
}

enum class ByeKind : std::uint8_t {
  Allocated,  // no opponent was left (U)
  Full,       // F
  Half,       // requested (H)
  Zero,       // requested, or absent (Z)
};

struct Bye {
  PlayerIndex player = 0;
  std::uint32_t round = 0;
  ByeKind kind = ByeKind::Zero;
  HalfPoints points = 0;     // 2, 1 or 0, as in a pairing
  std::uint32_t source = 0;  // as in a pairing
  // In a team match: a board that was won or lost without an opponent ("0000 - +" in a TRF).
  bool is_board = false;
  std::optional<HalfPoints> awarded = {};  // as in a pairing
  bool is_game = false;                    // from a game against BYE that has a result
};

// The points awarded for results, with those of White first where colours differ.
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

  // Returns the scoring with these points, also for byes and forfeits.
  static Scoring of(HalfPoints win, HalfPoints draw, HalfPoints loss);
  HalfPoints points(const Pairing& pairing, Color color) const;
  HalfPoints points(const Bye& bye) const;
  // Returns awarded points as 2, 1 or 0: more than a draw, a draw, or less.
  HalfPoints standard(HalfPoints points) const;
};

enum class System : std::uint8_t {
  RoundRobin,
  Swiss,
  Match,
  KnockOut,
  Team,
  Scheveningen,       // each player of a team meets each one of another
  RoundRobinOrSwiss,  // few rounds, which are compatible with both
  Unknown
};

// Returns "round robin", "Swiss", "match", "knock-out", "team tournament", "Scheveningen", "system
// unknown: round robin or Swiss", "unknown system".
const char* to_string(System system);

struct PlayedSystem {
  System system = System::Unknown;
  std::uint32_t cycles = 1;  // of a round robin: how often each pair meets
};

// A round in which a team was not paired, or whose match was forfeited.
struct TeamBye {
  std::string team;
  std::uint32_t round = 0;
  std::optional<HalfPoints> match_points = {};  // nothing: those of the scoring
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

// Points of a team that differ from the scoring (299).
struct TeamAward {
  std::string team;
  std::uint32_t round = 0;                      // 0: all
  char result = ' ';                            // the sign of a TRF; a space: any
  std::vector<std::string> opponents = {};      // empty: any
  std::optional<HalfPoints> match_points = {};  // nothing: unchanged
  std::optional<HalfPoints> game_points = {};
};

// The rules for teams in a report, and their byes and forfeited matches.
struct TeamRules {
  Scoring match_scoring = Scoring::of(4, 2, 0);  // half points: a won match has two points
  bool game_points_first = false;
  std::uint32_t boards = 0;  // of a match; 0: unknown
  std::vector<TeamBye> byes = {};
  std::vector<TeamForfeit> forfeits = {};
  std::vector<TeamAward> awards = {};
};

struct Tournament {
  std::string name;
  std::vector<Player> players;
  std::vector<Pairing> pairings;      // by round, then by board, then in the order of addition
  std::vector<Bye> byes;              // those after the last round do not count
  std::vector<Pairing> playoff = {};  // games after the last round, which do not count
  std::uint32_t rounds = 0;           // the last round with a result: last_round()
  std::uint32_t reported_rounds = 0;  // rounds that a report has, in which nothing is guessed
  System system = System::Unknown;
  std::uint32_t cycles = 1;                        // as in PlayedSystem
  bool is_running = false;                         // a round robin with games to come
  bool has_stages = false;                         // rounds are named: "Semifinal", "Final"
  std::string type = {};                           // the type in a report; empty: none
  std::uint32_t planned_rounds = 0;                // announced in a report; 0: unknown
  std::optional<PlayedSystem> chosen_system = {};  // set by the user, so not guessed
  PartialDate start = {};                          // the first day, as far as it is known
  Scoring scoring = {};
  TeamRules teams = {};
  std::vector<TieBreak> tie_breaks = {};  // announced in a report, in this order; empty: none
};

// Returns "double round robin", "4-fold round robin", "Swiss".
std::string system_text(const Tournament& tournament);

// Sets the system, even if the pairings contradict it.
void choose_system(Tournament& tournament, PlayedSystem system);

// Returns which players have at least a third as many games as the busiest one. The others have
// withdrawn, or are misspelled.
std::vector<bool> regular_players(const Tournament& tournament);

// Sets the system and its cycles: those chosen, otherwise those that the pairings show.
//
// In a round robin all pairs meet equally often. A tenth of the games, or one game, may be missing.
// At most a quarter of the players withdrew, who have met no player more often. In a Swiss players
// meet once, nearly all play in every round, and opponents have nearly the same score. In a
// knock-out each match sends one player to the next round, and losers may meet for the third place.
// A last round that is not complete changes no system that the rounds before it show.
//
// Few rounds of a round robin look like a Swiss. Then the report's type or the name of the event
// decides. Further signs are, in this order, the announced rounds, the share of players who have
// met, the score difference of opponents, and the Berger tables. Cost: n log n in the pairings.
void recognize_system(Tournament& tournament);

// The rounds of players without a game or a bye, in systems where everybody plays in each round. In
// a round robin of an odd number of players, each one is free once a cycle. In a Swiss they count
// as absences. None are counted in knock-outs, matches and team tournaments. None are counted in an
// unknown system of which more than a quarter is missing.
struct MissingRounds {
  std::size_t rounds = 0;
  std::size_t players = 0;
};
MissingRounds missing_rounds(const Tournament& tournament);

// Adds the allocated byes of a Swiss that the games probably omit, and returns them. In a round it
// is that of the only player without game or bye, of those who were there before and have not left.
// Nobody has a second one, nor one after a win by forfeit (C.04.1).
std::vector<Bye> add_probable_byes(Tournament& tournament);

// Returns the last round with the result of a game, also against BYE; 0: none is known. Games without
// results and other byes make no round.
std::uint32_t last_round(const Tournament& tournament);

// A round in which games have no result yet.
struct OpenRound {
  std::uint32_t round = 0;
  std::size_t open = 0;
  std::size_t games = 0;
};
// Returns the rounds with open games, in their order. An open game counts for nothing: its round is
// no round of its players.
std::vector<OpenRound> open_rounds(const Tournament& tournament);

// Removes the rounds after `round`, and the play-off if any was removed. The system stays.
void remove_rounds_after(Tournament& tournament, std::uint32_t round);

// Returns the system that the type in a report names (092, 192); nothing if it names none.
std::optional<PlayedSystem> system_of_type(const Tournament& tournament);

// Moves the games of a play-off from `pairings` to `playoff`. They follow the last round of a
// complete round robin or a Swiss, and a few players meet several times in them. Must be called
// before the system is recognized.
void set_playoff_aside(Tournament& tournament);

// Returns which players withdrew from a round robin of several cycles, and met most opponents less
// often than those met each other. None in other systems.
std::vector<bool> withdrawn_players(const Tournament& tournament);

// Removes a player with all games and byes, as a round robin does with one who withdrew before
// half of the games (FIDE Handbook C.05). Later players move up in Tournament::players.
void remove_player(Tournament& tournament, PlayerIndex player);

// A player who left a round robin.
struct Withdrawal {
  std::string player;
  std::uint32_t round = 0;    // the last one of the player
  std::uint32_t played = 0;   // games
  std::uint32_t missing = 0;  // games against players who stayed
  bool is_removed = false;    // fewer than half of the games were played
};

// Applies C.05 to the players who left a complete round robin of games without a report. They have
// no game in several last rounds, while the others have met. Before half of the games, the player
// is removed. Later, the missing games become wins of the opponents by forfeit, which
// have no source. Returns the withdrawals.
std::vector<Withdrawal> settle_withdrawals(Tournament& tournament);

// Signs of a round robin that is still running, when few pairs have met, for recognize_system().

// Returns the cycle of a round robin that these pairings are in, from 1; 0 if they are not those of
// one. Nearly all players play in each round but the last, and nobody meets an opponent again
// before meeting the others. A Swiss of few rounds also counts as cycle 1. Cost: n log n.
std::uint32_t cycle_of_pairings(const Tournament& tournament);

// Returns whether the players can be numbered so that the rounds match the Berger tables, in any
// order. Two rounds always match. An incomplete last round is not compared. Cost: square in the
// players and in the rounds.
bool follows_berger_tables(const Tournament& tournament);

// Returns the mean score difference of opponents, as a share of that of random pairings: about 1 in
// a round robin, small in a Swiss. Nothing before scores differ.
std::optional<double> score_gap(const Tournament& tournament);

}  // namespace arbiter
