// The parts of a page, in their order.
#pragma once

#include <cstddef>
#include <cstdint>
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
  std::size_t repeated;     // games that stand in the files twice, and count once in it

  bool has_errors_or_warnings() const {
    return tally.findings(Severity::Error) + tally.findings(Severity::Warning) > 0;
  }
  // The games of the page that can be played through.
  std::size_t played() const;
};

void write_header(const PageContent& content, HtmlWriter& page);
void write_standings(const PageContent& content, HtmlWriter& page);
void write_findings(const PageContent& content, HtmlWriter& page);
void write_games(const PageContent& content, HtmlWriter& page);
void write_charts(const PageContent& content, HtmlWriter& page);
// The games that can be played through, as data for the script.
void write_game_data(const PageContent& content, HtmlWriter& page);

// What several parts say.
// "game-12": the game at that place of ReportData::games.
std::string id_of_game(std::size_t place);
// "Adler, Nora - Dorn, Jakob".
std::string players_text(const EventGame& game);
// "3 to 5 May 2024"; empty without a date.
std::string dates_text(const ReportData& data);
// The names of the files without the folder that all of them are in: a page says nothing about the
// machine that it was made on.
std::vector<std::string> file_names(const ReportData& data);
// "1–0", "½–½", "*".
std::string result_text(const EventGame& game);
// A table that scrolls sideways where it is too wide. To be closed by close_table().
void open_table(std::string_view caption, HtmlWriter& page);
void close_table(HtmlWriter& page);
// A cell, and one of the first row; `kind` is its class.
void write_cell(std::string_view text, std::string_view kind, HtmlWriter& page);
void write_heading(std::string_view text, std::string_view kind, HtmlWriter& page);

}  // namespace arbiter
