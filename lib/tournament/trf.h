// A tournament report in FIDE's format: TRF16, and TRF26 of September 2025.
//
// The first three characters of a line name its record; columns count from 1.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lib/base/result.h"
#include "lib/tournament/event_game.h"
#include "lib/tournament/tie_break.h"
#include "lib/tournament/tournament.h"

namespace arbiter {

inline constexpr std::uint32_t kMaxTrfPlayers = 9999;  // starting ranks have four columns
inline constexpr std::uint32_t kMaxTrfRounds = 999;

// A place in the report.
struct TrfPlace {
  std::uint64_t line = 1;
  std::uint64_t column = 1;  // in characters
  std::uint32_t length = 1;
};

// A round in a player's line (columns 92 to 99, 102 to 109, ...).
struct TrfRound {
  std::uint32_t opponent = 0;  // its starting rank; 0: none
  char color = '-';            // 'w', 'b' or '-'
  // 1 = 0 + - W D L H F U Z, ? for a game without a result. A space means ? if there is an
  // opponent, otherwise Z.
  char result = ' ';
  TrfPlace place;
};

// A line 001.
struct TrfPlayer {
  std::uint32_t starting_rank = 0;
  char sex = ' ';
  std::string title = {};  // "GM", also for "g"
  std::string name = {};
  std::uint32_t rating = 0;
  std::string federation = {};
  std::uint32_t fide_id = 0;
  std::string birth = {};
  std::optional<HalfPoints> points = {};
  std::uint32_t rank = 0;
  std::vector<TrfRound> rounds = {};
  TrfPlace place = {};  // of the line
  TrfPlace points_place = {};
  TrfPlace rank_place = {};
};

// A line 013 or 310.
struct TrfTeam {
  std::uint32_t number = 0;  // the pairing number; lines 013 have none, so their place in the file
  std::string name = {};
  std::string nickname = {};
  std::string strength = {};
  std::optional<HalfPoints> match_points = {};
  std::optional<HalfPoints> game_points = {};
  std::uint32_t rank = 0;
  std::vector<std::uint32_t> players = {};  // starting ranks
  TrfPlace place = {};
  TrfPlace points_place = {};  // of both kinds of points
  TrfPlace rank_place = {};
};

// A line 320: the team without an opponent in each round, 0 if there is none.
struct TrfTeamByes {
  std::optional<HalfPoints> match_points = {};
  std::optional<HalfPoints> game_points = {};
  std::vector<std::uint32_t> teams = {};
};

// A line 330: a forfeited match.
struct TrfTeamForfeit {
  std::uint32_t round = 0;
  std::uint32_t white = 0;  // team numbers
  std::uint32_t black = 0;
  bool white_wins = false;
  bool black_wins = false;
};

// A line 240: byes that are not in the players' lines.
struct TrfByes {
  char kind = 'Z';  // F, H or Z
  std::uint32_t round = 0;
  std::vector<std::uint32_t> players = {};  // in an event of teams (is_of_teams()) their numbers
};

// A line 299: points that differ from the scoring. With several numbers, those of results among
// them; with one number, those of its results.
struct TrfAward {
  static constexpr std::size_t kMaxLines = 100;

  char result = ' ';  // a sign of TrfRound; a space: any
  std::optional<HalfPoints> match_points = {};
  std::optional<HalfPoints> game_points = {};
  std::uint32_t round = 0;                  // 0: all
  std::vector<std::uint32_t> numbers = {};  // as in TrfByes
};

struct TrfProblem {
  TrfPlace place;
  std::string message;
};

struct TrfReport {
  std::string name = {};
  std::string city = {};
  std::string federation = {};
  std::string start_date = {};  // YYYY/MM/DD, as written
  std::string end_date = {};
  std::string type = {};
  std::string chief_arbiter = {};
  std::vector<std::string> deputy_arbiters = {};
  std::string time_control = {};              // 122
  std::string encoded_time_control = {};      // 222
  std::vector<std::string> round_dates = {};  // 132: YY/MM/DD
  std::uint32_t rounds = 0;                   // 142 or XXR, at least the longest line
  Scoring scoring = {};                       // 162, XXS, BBW, ...
  std::string encoded_type = {};              // 192
  std::vector<TieBreak> tie_breaks = {};      // 212, otherwise 202
  std::vector<TrfPlayer> players = {};
  std::vector<TrfTeam> teams = {};
  std::vector<TrfByes> byes = {};
  Scoring match_scoring = Scoring::of(4, 2, 0);    // 362
  std::string board_colors = {};                   // 352: "WBWB", of the first team of a match
  std::vector<TrfTeamByes> team_byes = {};         // 320
  std::vector<TrfTeamForfeit> team_forfeits = {};  // 330
  std::vector<TrfAward> awards = {};               // 299
  std::vector<std::string> other_lines = {};       // that are kept as they are: 250, 260, XXA
  static constexpr std::size_t kMaxProblems = 1000;
  std::vector<TrfProblem> problems = {};    // what could not be read, in the order of the lines
  std::uint64_t more_problems = 0;          // the number of problems after kMaxProblems
  std::vector<std::string> lines = {};      // of the file, in UTF-8
  std::vector<std::uint64_t> offsets = {};  // where the lines begin in the file, in bytes
  bool is_utf8 = true;                      // the file; otherwise it is Windows-1252
};

// Returns whether the report is about a team tournament, by its lines 013 and 310 and its type.
bool is_of_teams(const TrfReport& report);

// Returns whether the text begins as a report does: "012 ", "001 " or another of its line codes.
bool begins_trf(std::string_view text);

// Reads any text: faults become problems, and the rest is read. Lines end in CR, LF or both; text
// that is not UTF-8 is Windows-1252. Columns are characters; where the players fit only if they are
// the bytes of UTF-8, they are those. Cells outside their columns are read in order, with a
// problem. Cost: linear.
TrfReport read_trf(std::string_view text);

// Writes TRF26 with CR LF. Points and ranks are those of the report. Values longer than their
// columns are cut.
std::string write_trf(const TrfReport& report);

// Returns a sentence for each value that write_trf() cuts.
std::vector<std::string> cuts_in_trf(const TrfReport& report);

// Returns the report as a tournament, each game once. `Pairing::source` is the index of the player
// whose line contains it; players keep the order of the report.
Tournament tournament_of(const TrfReport& report);

// Returns the report of the tournament that consists of these games: players by rating, with the
// points and ranks of the games. Fails if a game has no round, or if a player has two games in a
// round. Fails if there are too many players or rounds for TRF. `files` as in place_of().
Result<TrfReport> trf_of_games(std::span<const EventGame> games, const Tournament& tournament,
                               std::span<const std::string> files);

// Returns the report with the results, points and ranks of `tournament`, which began as
// tournament_of(report) and may have more games, or fewer rounds. Players and circumstances stay.
// Fails as trf_of_games().
Result<TrfReport> updated_trf(TrfReport report, const Tournament& tournament,
                              std::span<const EventGame> games, std::span<const std::string> files);

// A contradiction between the lines of a report.
struct TrfContradiction {
  enum class Kind : std::uint8_t {
    Lines,
    Points,
    Unusual,  // possible, such as a game of half a point and nothing
  };

  TrfPlace place;
  Kind kind;
  std::string message;
};
// Checks opponents, colours and results of both players, points, and places if the report contains
// its tie-breaks; the same for teams.
std::vector<TrfContradiction> check_trf(const TrfReport& report);

}  // namespace arbiter
