// A tournament, or any game files, as one HTML page, and the contents of the files that it shows.
// It needs no network or other files, and its tables need no script.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/column_values.h"
#include "lib/base/result.h"
#include "lib/chess/board.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/openings/opening_table.h"
#include "lib/tournament/event_checks.h"
#include "lib/tournament/tie_break.h"
#include "lib/tournament/tournament.h"
#include "lib/validate/file_validation.h"
#include "tools/cli/output/report.h"
#include "tools/report/translations.h"

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

// Returns the hash in Base64 (RFC 4648).
std::string sha256_base64(std::string_view bytes);

using Rgb = std::array<std::uint8_t, 3>;

// Reads "#0a5c57" or "0a5c57".
Result<Rgb> parse_color(std::string_view text);

// Returns a style sheet that uses the colour. Text in it stays legible: it is darker on a light
// page, and lighter on a dark one, as far as necessary.
std::string accent_style(const Rgb& color);

// The maximum size of a logo, which becomes a part of the page.
inline constexpr std::size_t kMaxLogoBytes = std::size_t{1} << 20;

// Returns a "data:" address of a PNG, JPEG, GIF, WebP or SVG picture.
Result<std::string> image_address(std::string_view bytes);

struct PageOptions {
  std::string title = {};  // empty: the event, or the name of the file
  bool has_findings = true;
  Language language = Language::English;
  std::optional<Rgb> accent = {};                 // of links and marks; nothing: the usual one
  std::string logo = {};                          // an address from image_address(); empty: none
  std::vector<TieBreak> tie_breaks = {};          // empty: the usual ones of the system
  std::optional<TieBreakEdition> edition = {};    // nothing: the one in force at the start
  std::optional<Scoring> scoring = {};            // nothing: the usual one
  std::optional<std::size_t> only_game = {};      // the page is this game, to be embedded
  bool is_framed = false;                         // without the heading, for a frame
  std::string address = {};                       // of the published page; empty: unknown
  std::optional<std::uint32_t> reload_time = {};  // seconds; nothing: the page never changes
  std::string index = {};                         // the address of the index; empty: none
  std::string file = {};  // of the page; for links between it and the pages of ReportData::rounds
};

// Returns the folder of the pages of rounds, relative to the page: "open" for "open.html".
std::string folder_of_rounds(const std::string& page_file);
// Returns the name of the page of a round, relative to the page: "open/round-3.html".
std::string file_of_round(const RoundPage& round, const std::string& page_file);

// Returns the page, followed by those of ReportData::rounds. They depend on the data alone, not on
// the machine or the time.
std::vector<std::string> pages_of(const ReportData& data, const Tally& tally,
                                  const PageOptions& options);

// A page that an index links to.
struct IndexedPage {
  std::string file;  // its URI, relative to the index
  std::string name;  // of the event; empty: games of no tournament
  const ReportData& data;
  const Tally& tally;
};

// Returns an index of the pages of several tournaments, with the leader of each.
std::string index_of_pages(std::span<const IndexedPage> pages, const PageOptions& options);

// Returns a page without games and scripts in the same style. `body` is markup of the program.
std::string static_page(std::string_view title, std::string_view body);

}  // namespace arbiter
