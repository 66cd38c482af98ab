// The contents of the files that a page shows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/column_values.h"
#include "lib/chess/board.h"
#include "lib/diagnostics/selection.h"
#include "lib/openings/opening_table.h"
#include "lib/tournament/event_checks.h"
#include "lib/validate/file_validation.h"
#include "tools/cli/output/report.h"

namespace arbiter {

// Limits that keep a page small.
struct PageLimits {
  std::size_t listed = 5000;       // games in tables
  std::size_t unsplit = 2000;      // games of a tournament whose rounds have no pages of their own
  std::size_t played = 1000;       // replayable games, in addition to those with findings
  std::size_t of_kind = 5;         // findings of a kind, each with its board
  std::size_t bytes = 16'000'000;  // of all replayable games
};

// A game of the page.
struct PageGame {
  EventGame game;
  Ending ending = Ending::Unknown;
  const Opening* opening = nullptr;                    // the opening as played
  std::vector<std::optional<ClockTime>> thought = {};  // by half-move, if pages may be split
  std::string moves = {};  // as ViewerLayout writes them; empty: not replayable
};

// A finding that the page shows.
struct PageFinding {
  std::size_t file = 0;
  LocatedDiagnostic located = {};
  std::optional<Board> last =
      {};  // the last position of the game, if it is about how the game ended
};

// White's wins, draws, Black's wins, and games without a result.
using ResultCounts = std::array<std::uint64_t, 4>;
constexpr std::uint64_t sum_of(const ResultCounts& counts) {
  return counts[0] + counts[1] + counts[2] + counts[3];
}

// The totals of all games, listed or not.
struct GameTotals {
  static constexpr std::size_t kMovesOfBin = 10;
  static constexpr std::size_t kLengthBins = 13;  // the last one has all longer games
  static constexpr std::size_t kTimedMoves = 60;

  // The time of all moves with the same number.
  struct Thought {
    double seconds = 0;
    std::uint64_t moves = 0;
  };

  std::uint64_t games = 0;
  std::uint64_t plies = 0;
  ResultCounts results{};
  std::array<std::uint64_t, kLengthBins> lengths{};        // by move number
  std::array<std::uint64_t, 16> endings{};                 // by Ending
  std::map<std::string_view, ResultCounts> openings = {};  // by family
  std::array<Thought, kTimedMoves> thought{};              // by move number, from 0
};

// Adds a game to the totals.
void count(const PageGame& game, GameTotals& totals);

// A page with the games of a round of a large tournament. A large round has several pages.
struct RoundPage {
  std::uint32_t round;             // as in by_round()
  std::size_t part;                // from 1
  bool is_last;                    // of the parts of its round
  std::vector<std::size_t> games;  // indexes of ReportData::games, by board
};

struct ReportData {
  std::vector<std::string> files;  // by EventGame::file
  std::vector<PageGame> games;     // the first ones, in the order of the files
  GameTotals totals;
  std::map<DiagnosticCode, std::vector<PageFinding>> findings;  // the first ones of each kind
  EventCollector event{EventScope::Everything};
  // The tournament of a report with the games (joined_event()); nothing without a report.
  std::optional<Tournament> joined = {};
  std::vector<std::string> facts = {};  // of the report: city, arbiter, time control
  std::vector<RoundPage> rounds = {};   // empty: the page of the tournament has all games
};

// One of several tournaments that were read together, or the games of none of them.
struct EventPage {
  explicit EventPage(const Selection& selection) : tally(selection) {}

  ReportData data = {};
  Tally tally;
};

// The rounds of games of a play-off, which follow the others, and of games without a round.
constexpr std::uint32_t kPlayoff = UINT32_MAX - 1;
constexpr std::uint32_t kNoRound = UINT32_MAX;

// Returns the games of each round by board, as indexes of ReportData::games. Precondition: the
// games are those of one tournament.
std::map<std::uint32_t, std::vector<std::size_t>> by_round(const ReportData& data);

}  // namespace arbiter
