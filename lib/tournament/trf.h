// A tournament report in FIDE's format: TRF16, and TRF26 of September 2025.
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

// A position in the report.
struct TrfPlace {
  std::uint64_t line = 1;
  std::uint64_t column = 1;  // column in characters, from 1
  std::uint32_t length = 1;
};

// A round in a player's line (columns 92 to 99, 102 to 109, ...).
struct TrfRound {
  std::uint32_t opponent = 0;  // starting rank of the opponent; 0: none
  char color = '-';            // 'w', 'b' or '-'
  // One of 1 = 0 + - W D L H F U Z, or ? for a game without a result. A space means ? if there is
  // an opponent, otherwise Z.
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
  TrfPlace place = {};  // position of the line
  TrfPlace points_place = {};
  TrfPlace rank_place = {};
};

// A line 013 or 310.
struct TrfTeam {
  // The pairing number; for lines 013, which have no number, the position of the line among them.
  std::uint32_t number = 0;
  std::string name = {};
  std::string nickname = {};
  std::string strength = {};
  std::optional<HalfPoints> match_points = {};
  std::optional<HalfPoints> game_points = {};
  std::uint32_t rank = 0;
  std::vector<std::uint32_t> players = {};  // starting ranks
  TrfPlace place = {};
  TrfPlace points_place = {};  // position of both kinds of points
  TrfPlace rank_place = {};
};

// A line 320: the team without an opponent in each round; 0 if every team has one.
struct TrfTeamByes {
  std::optional<HalfPoints> match_points = {};
  std::optional<HalfPoints> game_points = {};
  std::vector<std::uint32_t> teams = {};
  TrfPlace place = {};
};

// A line 330: a forfeited match.
struct TrfTeamForfeit {
  std::uint32_t round = 0;
  std::uint32_t white = 0;  // team numbers
  std::uint32_t black = 0;
  bool white_wins = false;
  bool black_wins = false;
  TrfPlace place = {};
};

// A line 240: byes that are missing in the players' lines.
struct TrfByes {
  char kind = 'Z';  // F, H or Z
  std::uint32_t round = 0;
  // Starting ranks; team numbers in a team event (is_of_teams()).
  std::vector<std::uint32_t> players = {};
  TrfPlace place = {};
};

// A line 299: points that differ from the scoring. Several numbers restrict it to games among these
// players or teams. A single number selects all results of that player or team.
struct TrfAward {
  static constexpr std::size_t kMaxLines = 100;

  char result = ' ';  // a result as in TrfRound; ' ': any
  std::optional<HalfPoints> match_points = {};
  std::optional<HalfPoints> game_points = {};
  std::uint32_t round = 0;                  // 0: all rounds
  std::vector<std::uint32_t> numbers = {};  // see TrfByes::players
  TrfPlace place = {};
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
  std::uint32_t rounds = 0;       // 142 or XXR; at least the number of rounds in the longest line
  Scoring scoring = {};           // 162, XXS, BBW, ...
  std::string encoded_type = {};  // 192
  std::vector<TieBreak> tie_breaks = {};  // 212, otherwise 202
  std::vector<TrfPlayer> players = {};
  std::vector<TrfTeam> teams = {};
  std::vector<TrfByes> byes = {};
  Scoring match_scoring = Scoring::of(4, 2, 0);    // 362
  std::string board_colors = {};                   // 352: "WBWB" for the first team of a match
  std::vector<TrfTeamByes> team_byes = {};         // 320
  std::vector<TrfTeamForfeit> team_forfeits = {};  // 330
  std::vector<TrfAward> awards = {};               // 299
  std::vector<std::string> other_lines = {};       // lines that are kept unchanged: ###, 250, XXA
  static constexpr std::size_t kMaxProblems = 1000;
  std::vector<TrfProblem> problems = {};    // unreadable parts, sorted by line
  std::uint64_t more_problems = 0;          // number of problems beyond kMaxProblems
  std::vector<std::string> lines = {};      // lines of the file, in UTF-8
  std::vector<std::uint64_t> offsets = {};  // byte offsets of the lines in the file
  bool is_utf8 = true;  // whether the file is UTF-8; otherwise it is Windows-1252
};

// Returns whether this is a team tournament, according to lines 013 and 310 and the type.
bool is_of_teams(const TrfReport& report);

// Returns whether the text begins with a TRF line code, such as "012 " or "001 ".
bool begins_trf(std::string_view text);

// Parses any text; faults become problems, and the rest is read. Lines end in CR, LF or both; text
// that is not UTF-8 is Windows-1252. Columns are characters, or UTF-8 bytes if only these make the
// players' lines valid. Misaligned cells are read in order, and reported as a problem. Takes linear
// time.
TrfReport read_trf(std::string_view text);

// Returns the report as TRF26 with CR LF. Values that are too long are truncated.
std::string write_trf(const TrfReport& report);

// Returns a sentence for each value that write_trf() truncates.
std::vector<std::string> cuts_in_trf(const TrfReport& report);

// Returns the report as a tournament, with each game once. Pairing::source is the index of the
// player whose line contains the game. Players are in report order.
Tournament tournament_of(const TrfReport& report);

// Returns a report of the games, with players sorted by rating. Fails if a game has no round, or if
// a player has two games in a round. Fails if there are too many players or rounds for TRF. `files`
// is as in place_of().
Result<TrfReport> trf_of_games(std::span<const EventGame> games, const Tournament& tournament,
                               std::span<const std::string> files);

// Returns the report with the results, points and ranks of `tournament`, which is
// tournament_of(report) with added games or removed rounds. All other data are unchanged. Fails in
// the same cases as trf_of_games().
Result<TrfReport> updated_trf(TrfReport report, const Tournament& tournament,
                              std::span<const EventGame> games, std::span<const std::string> files);

// A contradiction between the lines of a report.
struct TrfContradiction {
  enum class Kind : std::uint8_t {
    Lines,
    Points,
    Unusual,  // possible, such as a game with half a point for one side and none for the other
  };

  TrfPlace place;
  Kind kind;
  std::string message;
};
// Checks that opponents, colours, results and points are consistent. If the report contains its
// tie-breaks, checks the places too. Checks players and teams.
std::vector<TrfContradiction> check_trf(const TrfReport& report);

}  // namespace arbiter
