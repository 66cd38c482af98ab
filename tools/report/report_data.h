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
#include "tools/cli/output/tally.h"

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
  std::string moves = {};  // JSON of ViewerLayout; empty if not replayable
};

// A finding on the page.
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
  static constexpr std::size_t kLengthBins = 13;  // the last one contains all longer games
  static constexpr std::size_t kTimedMoves = 60;

  // The total time of all moves with the same number.
  struct Thought {
    double seconds = 0;
    std::uint64_t moves = 0;
  };

  std::uint64_t games = 0;
  std::uint64_t plies = 0;
  ResultCounts results{};
  std::array<std::uint64_t, kLengthBins> lengths{};        // by move number
  std::array<std::uint64_t, 16> endings{};                 // by Ending
  std::map<std::string_view, ResultCounts> openings = {};  // by opening family
  std::array<Thought, kTimedMoves> thought{};              // by move number, from 0
};

// Adds a game to the totals.
void count(const PageGame& game, GameTotals& totals);

// A page with the games of one round of a large tournament, or a part of them.
struct RoundPage {
  std::uint32_t round;             // see by_round()
  std::size_t part;                // part number in the round, from 1
  bool is_last;                    // true for the last part of its round
  std::vector<std::size_t> games;  // indices of ReportData::games, sorted by board
};

struct ReportData {
  std::vector<std::string> files;  // indexed by EventGame::file
  std::vector<PageGame> games;     // the first games, in file order
  GameTotals totals;
  std::map<DiagnosticCode, std::vector<PageFinding>> findings;  // the first findings of each kind
  EventCollector event{EventScope::Everything};
  // The tournament of a report merged with the games (joined_event()), if there is a report.
  std::optional<Tournament> joined = {};
  // Facts from the report, such as city, arbiter and time control.
  std::vector<std::string> facts = {};
  std::vector<RoundPage> rounds = {};  // if empty, the main page contains all games
};

// One of several tournaments that were read together, or the games outside of them.
struct EventPage {
  explicit EventPage(const Selection& selection) : tally(selection) {}

  ReportData data = {};
  Tally tally;
};

// Pseudo rounds for play-off games, which follow the others, and for games without a round.
constexpr std::uint32_t kPlayoff = UINT32_MAX - 1;
constexpr std::uint32_t kNoRound = UINT32_MAX;

// Returns the games of each round, sorted by board, as indices of ReportData::games. Precondition:
// all games belong to one tournament.
std::map<std::uint32_t, std::vector<std::size_t>> by_round(const ReportData& data);

}  // namespace arbiter
