// The parts of a page, in their order.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/tournament/tournament.h"
#include "tools/report/html_writer.h"
#include "tools/report/page.h"

namespace arbiter {

struct PageContent {
  const ReportData& data;
  const Tally& tally;
  const PageOptions& options;
  const Tournament* event;  // null: the games are not those of one tournament
  std::size_t repeated;     // duplicate games in the files, counted once

  bool has_errors_or_warnings() const {
    return tally.findings(Severity::Error) + tally.findings(Severity::Warning) > 0;
  }
  // Returns the number of replayable games on the page.
  std::size_t played() const;
};

void write_header(const PageContent& content, HtmlWriter& page);
void write_standings(const PageContent& content, HtmlWriter& page);
void write_findings(const PageContent& content, HtmlWriter& page);
void write_games(const PageContent& content, HtmlWriter& page);
void write_charts(const PageContent& content, HtmlWriter& page);
// Writes the replayable games as data for the script.
void write_game_data(const PageContent& content, HtmlWriter& page);

// Texts that several parts contain.
// "game-12": the game at that place of ReportData::games.
std::string id_of_game(std::size_t place);
// "Adler, Nora - Dorn, Jakob".
std::string players_text(const EventGame& game);
// "3 to 5 May 2024"; empty without a date.
std::string dates_text(const ReportData& data);
// Returns the file names without their common folder. So a page reveals nothing about the machine
// on which it was made.
std::vector<std::string> file_names(const ReportData& data);
// "1–0", "½–½", "*".
std::string result_text(const EventGame& game);
// A heading of a table; `title` is the unabbreviated form, if any.
struct TableHeading {
  std::string text;
  std::string_view kind;  // its CSS class
  std::string title = {};
};

// A table that scrolls sideways if it is too wide. The destructor closes its body.
class PageTable {
 public:
  PageTable(std::string_view caption, const std::vector<TableHeading>& headings, HtmlWriter& page);

 private:
  HtmlElement region_;
  HtmlElement table_;
  std::optional<HtmlElement> body_;
};

// Writes a cell; `kind` is its class.
void write_cell(std::string_view text, std::string_view kind, HtmlWriter& page);

}  // namespace arbiter
