#include "tools/report/page.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "lib/base/version.h"
#include "lib/notation/board_drawing.h"
#include "lib/tournament/tournament_of_games.h"
#include "tools/report/sections.h"
#include "tools/report/sha256.h"

namespace arbiter {
namespace {

constexpr std::string_view kStyle =
#include "tools/report/page.css.inc"
    ;
constexpr std::string_view kScript =
#include "tools/report/page.js.inc"
    ;
constexpr std::string_view kViewer =
#include "tools/report/viewer.html.inc"
    ;

// Allows only the style sheet and script of the page; nothing is loaded, sent or framed.
std::string policy() {
  return fmt::format(
      "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; img-src data:; "
      "base-uri 'none'; form-action 'none'",
      sha256_base64(kStyle), sha256_base64(kScript));
}

// Returns the title; games of one event have its name.
std::string title_of(const ReportData& data, const Tally& tally, const PageOptions& options,
                     const std::optional<Tournament>& event) {
  if (!options.title.empty()) return options.title;
  if (event && !event->name.empty()) return event->name;
  if (!data.games.empty()) {
    const EventGame& first = data.games.front().game;
    bool is_one = !first.value(KnownTag::Event).empty();
    for (const PageGame& game : data.games) is_one = is_one && game.game.is_of_event(first);
    if (is_one) return std::string(first.value(KnownTag::Event));
  }
  if (tally.files() != 1) return "Chess games";
  return data.files.front() == "-" ? "Chess games" : file_names(data).front();
}

void write_head(std::string_view title, HtmlWriter& page) {
  page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
  page.raw(fmt::format("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n", policy()));
  page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
  page.raw("<meta name=\"color-scheme\" content=\"light dark\">\n");
  page.raw(fmt::format("<meta name=\"generator\" content=\"Arbiter {}\">\n", kVersion));
  // Without a link, browsers request an icon from the server.
  page.raw("<link rel=\"icon\" href=\"data:,\">\n");
  page.leaf("title", title);
  page.raw("\n<style>");
  page.raw(kStyle);
  page.raw("</style>\n</head>\n<body>\n");
  page.raw(svg_parts());
}

}  // namespace

std::string page_of(const ReportData& data, const Tally& tally, const PageOptions& options) {
  std::optional<Tournament> event;
  std::size_t repeated = 0;
  if (data.event.is_one_event()) {
    event = data.event.tournament().tournament;
    repeated = count_once(data.event.games(), *event).size();
  }
  PageOptions titled = options;
  titled.title = title_of(data, tally, options, event);
  const PageContent content{data, tally, titled, event ? &*event : nullptr, repeated};
  HtmlWriter page;
  write_head(titled.title, page);
  write_header(content, page);
  page.open("main", {{"id", "main"}});
  write_standings(content, page);
  write_findings(content, page);
  write_games(content, page);
  write_charts(content, page);
  page.close();
  page.open("footer");
  page.leaf("p", fmt::format("Made by Arbiter {} from {}. The page needs no network.", kVersion,
                             tally.files() == 1 ? "one file of games"
                                                : fmt::format("{} files of games", tally.files())));
  page.close();
  if (content.played() > 0) {
    page.raw(kViewer);
    write_game_data(content, page);
  }
  page.raw("<script>");
  page.raw(kScript);
  page.raw("</script>\n</body>\n</html>\n");
  return page.html();
}

}  // namespace arbiter
