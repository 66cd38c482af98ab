#include "tools/report/page.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/version.h"
#include "lib/notation/board_drawing.h"
#include "lib/tournament/tournament_of_games.h"
#include "tools/report/sections.h"
#include "tools/report/sha256.h"
#include "tools/report/viewer_parts.h"

namespace arbiter {
namespace {

constexpr std::string_view kPageScript =
#include "tools/report/page.js.inc"
    ;

std::string_view page_script() {
  static const std::string text = fmt::format("{}{}", viewer_script(), kPageScript);
  return text;
}

// Allows only the style sheet and script of the page; nothing is loaded or sent.
std::string policy(std::string_view style, std::string_view script) {
  return fmt::format(
      "default-src 'none'; style-src 'sha256-{}'; script-src {}; img-src data:; "
      "base-uri 'none'; form-action 'none'",
      sha256_base64(style),
      script.empty() ? "'none'" : fmt::format("'sha256-{}'", sha256_base64(script)));
}

struct PageHead {
  std::string_view title;
  std::string_view language;
  std::string_view style;
  std::string_view script;  // empty: none
};

void write_head(const PageHead& head, HtmlWriter& page) {
  page.raw(fmt::format("<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n",
                       head.language));
  page.raw(fmt::format("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n",
                       policy(head.style, head.script)));
  page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
  page.raw("<meta name=\"color-scheme\" content=\"light dark\">\n");
  page.raw(fmt::format("<meta name=\"generator\" content=\"Arbiter {}\">\n", kVersion));
  // Without a link, browsers request an icon from the server.
  page.raw("<link rel=\"icon\" href=\"data:,\">\n");
  page.leaf("title", head.title);
  page.raw("\n<style>");
  page.raw(head.style);
  page.raw("</style>\n</head>\n");
}

// Returns the title; games of one event have its name.
std::string title_of(const PageContent& content) {
  const ReportData& data = content.data;
  if (!content.options.title.empty()) return content.options.title;
  if (content.options.only_game) return players_text(data.games[*content.options.only_game].game);
  if (content.event != nullptr && !content.event->tournament.name.empty()) {
    return content.event->tournament.name;
  }
  if (!data.games.empty()) {
    const EventGame& first = data.games.front().game;
    bool is_one = !first.value(KnownTag::Event).empty();
    for (const PageGame& game : data.games) is_one = is_one && game.game.is_of_event(first);
    if (is_one) return std::string(first.value(KnownTag::Event));
  }
  const bool has_name = content.tally.files() == 1 && data.files.front() != "-";
  return has_name ? file_names(data).front() : std::string(content.words("Chess games"));
}

void begin_page(const PageOptions& options, const Words& words, HtmlWriter& page) {
  std::string style(page_style());
  if (options.accent) style += accent_style(*options.accent);
  write_head(
      {.title = options.title, .language = words.code(), .style = style, .script = page_script()},
      page);
  const std::string reload = options.reload_time ? std::to_string(*options.reload_time) : "";
  page.open("body", {{options.only_game ? "class" : "", "embedded"},
                     {reload.empty() ? "" : "data-reload", reload}});
  page.raw(svg_parts());
}

void write_footer(const PageContent& content, HtmlWriter& page) {
  const Words& words = content.words;
  const std::uint64_t files = content.tally.files();
  const HtmlElement footer(page, "footer");
  page.leaf(
      "p", words.filled("Made by Arbiter {} from {} of games. The page needs no network.", kVersion,
                        files == 1 ? std::string(words("one file"))
                                   : words.filled("{} files", words.number(files))));
}

void write_sections(const PageContent& content, HtmlWriter& page) {
  write_header(content, page);
  page.open("main", {{"id", "main"}});
  write_standings(content, page);
  write_findings(content, page);
  write_games(content, page);
  write_charts(content, page);
  page.close();
  write_footer(content, page);
}

void write_script(HtmlWriter& page) {
  page.raw("<script>");
  page.raw(page_script());
  page.raw("</script>\n");
}

// Returns the first player of the table with the points: "Adler, Nora (2.5)".
std::string leader_of(const Tournament& tournament, const PageOptions& options) {
  const EventTables tables(tournament, options);
  const auto& rows = tables.standings.rows;
  if (rows.empty() || (rows.size() > 1 && rows[1].place == 1)) return "";
  return fmt::format("{} ({})", tournament.players[rows[0].player].name,
                     points_text(rows[0].points));
}

void write_indexed(const IndexedPage& indexed, const PageOptions& options, const Words& words,
                   HtmlWriter& page) {
  std::string system;
  std::string players;
  std::string leader;
  if (!indexed.name.empty()) {
    Tournament tournament = indexed.data.event.tournament().tournament;
    count_once(indexed.data.event.games(), tournament);
    if (options.scoring) tournament.scoring = *options.scoring;
    if (tournament.system != System::Unknown) system = words(system_text(tournament));
    players = words.number(tournament.players.size());
    leader = leader_of(tournament, options);
  }
  const HtmlElement row(page, "tr");
  page.open("th", {{"scope", "row"}, {"class", "name"}});
  page.leaf("a", indexed.name.empty() ? words("Other games") : std::string_view(indexed.name),
            {{"href", indexed.file}});
  page.close();
  write_cell(dates_text(indexed.data, words), "", page);
  write_cell(system, "", page);
  write_cell(players, "num", page);
  write_cell(words.number(indexed.data.totals.games), "num", page);
  write_cell(leader, "name", page);
  if (!options.has_findings) return;
  write_cell(words.number(indexed.tally.findings(Severity::Error)), "num", page);
  write_cell(words.number(indexed.tally.findings(Severity::Warning)), "num", page);
}

}  // namespace

std::string index_of_pages(std::span<const IndexedPage> pages, const PageOptions& options) {
  const Words words(options.language);
  PageOptions titled = options;
  if (titled.title.empty()) titled.title = words("Tournaments");
  HtmlWriter page;
  begin_page(titled, words, page);
  {
    const HtmlElement header(page, "header");
    page.leaf("h1", titled.title);
  }
  {
    const HtmlElement main(page, "main", {{"id", "main"}, {"class", "index"}});
    std::vector<TableHeading> headings = {{words("Event"), "name"}, {words("Dates"), ""},
                                          {words("System"), ""},    {words("Players"), "num"},
                                          {words("Games"), "num"},  {words("First"), "name"}};
    if (options.has_findings) {
      headings.emplace_back(words("Errors"), "num");
      headings.emplace_back(words("Warnings"), "num");
    }
    const PageTable table(words("Tournaments"), headings, page);
    for (const IndexedPage& indexed : pages) write_indexed(indexed, options, words, page);
  }
  write_script(page);
  page.close();
  page.raw("\n</html>\n");
  return page.html();
}

std::string page_of(const ReportData& data, const Tally& tally, const PageOptions& options) {
  std::optional<EventTables> event;
  std::size_t repeated = 0;
  if (data.event.is_one_event()) {
    Tournament tournament = data.event.tournament().tournament;
    repeated = count_once(data.event.games(), tournament).size();
    if (options.scoring) tournament.scoring = *options.scoring;
    event.emplace(std::move(tournament), options);
  }
  PageOptions titled = options;
  const PageContent content{.data = data,
                            .tally = tally,
                            .options = titled,
                            .event = event ? &*event : nullptr,
                            .repeated = repeated,
                            .words = Words(options.language)};
  titled.title = title_of(content);
  HtmlWriter page;
  begin_page(titled, content.words, page);
  if (!options.only_game) write_sections(content, page);
  if (content.played() > 0) {
    page.raw(viewer_markup([&](std::string_view text) { return content.words(text); }));
  }
  write_script(page);
  // After the script, so that the page can be used before they are read.
  if (!content.words.are_english()) page.data("words", content.words.json());
  if (!options.only_game) write_player_data(content, page);
  write_game_data(content, page);
  page.close();
  page.raw("\n</html>\n");
  return page.html();
}

std::string static_page(std::string_view title, std::string_view body) {
  HtmlWriter page;
  write_head({.title = title, .language = "en", .style = page_style(), .script = {}}, page);
  page.raw("<body>\n");
  page.raw(body);
  page.raw("\n</body>\n</html>\n");
  return page.html();
}

}  // namespace arbiter
