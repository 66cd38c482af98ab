// A tournament, or any game files, as one HTML page, and the contents of the files that it shows.
// It needs no network or other files, and its tables need no script.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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

namespace arbiter {

enum class Language : std::uint8_t { English, German, French, Spanish, Russian };

// The strings of one language, with the English string as key. Each table (de.tsv, ...) contains
// the same keys. Text after "|" in a key is not displayed; it distinguishes equal English strings
// with different translations.
class Words {
 public:
  explicit Words(Language language);

  // Returns the text in this language; the English text if the table does not contain it.
  std::string_view operator()(std::string_view english) const;

  // Returns a text with values in place of "{}".
  template <class... Values>
  std::string filled(std::string_view english, const Values&... values) const {
    return fmt::format(fmt::runtime((*this)(english)), values...);
  }

  // Returns a number in the format of the language: "5,000" or "5.000".
  std::string number(std::uint64_t value) const;

  bool are_english() const { return language_ == Language::English; }
  // Returns the language code: "en", "de", "fr", "es" or "ru".
  std::string_view code() const;
  // Returns the strings as a JSON object with English keys; empty for English.
  std::string json() const;

 private:
  Language language_;
  // Pairs of English key and text, sorted by key; empty for English.
  std::vector<std::pair<std::string_view, std::string_view>> texts_;
};

// Limits that keep a page small.
struct PageLimits {
  std::size_t listed = 5000;       // games in tables
  std::size_t unsplit = 2000;      // games of a tournament whose rounds have no pages of their own
  std::size_t played = 1000;       // replayable games, in addition to those with findings
  std::size_t of_kind = 5;         // findings of a kind, each with its board
  std::size_t bytes = 16'000'000;  // total size of all replayable games
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
  std::optional<Board> last = {};  // the last position of the game, if the finding is about its end
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

// Returns the SHA-256 hash in Base64 (RFC 4648).
std::string sha256_base64(std::string_view bytes);

using Rgb = std::array<std::uint8_t, 3>;

// Reads "#0a5c57" or "0a5c57".
Result<Rgb> parse_color(std::string_view text);

// Returns a style sheet with the colour, made darker on light pages and lighter on dark ones as far
// as needed for legible text.
std::string accent_style(const Rgb& color);

// The maximum size of a logo, which is embedded in the page.
inline constexpr std::size_t kMaxLogoBytes = std::size_t{1} << 20;

// Returns a "data:" URL of a PNG, JPEG, GIF, WebP or SVG image.
Result<std::string> image_address(std::string_view bytes);

struct PageOptions {
  std::string title = {};  // default: the event or the file name
  bool has_findings = true;
  Language language = Language::English;
  std::optional<Rgb> accent = {};               // colour of links and marks
  std::string logo = {};                        // an image_address(), or empty
  std::vector<TieBreak> tie_breaks = {};        // default: those of the system
  std::optional<TieBreakEdition> edition = {};  // default: the one in force at the start
  std::optional<Scoring> scoring = {};
  // If set, the page contains only this game, for embedding.
  std::optional<std::size_t> only_game = {};
  bool is_framed = false;                         // true to omit the heading, for use in a frame
  std::string address = {};                       // URL of the published page, if known
  std::optional<std::uint32_t> reload_time = {};  // in seconds; nothing if the page never changes
  std::string index = {};                         // URL of the index, or empty
  std::string file = {};  // file name of the page, for links between it and the round pages
};

// Returns the folder of round pages, relative to the page: "open" for "open.html".
std::string folder_of_rounds(const std::string& page_file);
// Returns the path of a round page, relative to the main page, such as "open/round-3.html".
std::string file_of_round(const RoundPage& round, const std::string& page_file);

// Returns the main page, followed by the round pages of ReportData::rounds. Deterministic.
std::vector<std::string> pages_of(const ReportData& data, const Tally& tally,
                                  const PageOptions& options);

// A page that an index links to.
struct IndexedPage {
  std::string file;
  std::string name;  // event name; empty for games outside of tournaments
  const ReportData& data;
  const Tally& tally;
};

// Returns an index of the pages of several tournaments, with the leader of each.
std::string index_of_pages(std::span<const IndexedPage> pages, const PageOptions& options);

// Returns a page in the same style, without games and scripts. `body` is markup from the program.
std::string static_page(std::string_view title, std::string_view body);

}  // namespace arbiter
