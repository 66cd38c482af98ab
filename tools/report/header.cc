// The top of the page: title, figures and links.
#include <fmt/format.h>

#include "tools/report/sections.h"

namespace arbiter {
namespace {

std::string_view common_site(const ReportData& data) {
  if (data.games.empty()) return {};
  const std::string_view site = data.games.front().game.value(KnownTag::Site);
  for (const PageGame& game : data.games) {
    if (game.game.value(KnownTag::Site) != site) return {};
  }
  return site;
}

void write_lead(const PageContent& content, HtmlWriter& page) {
  std::string lead;
  const auto add = [&lead](std::string_view part) {
    if (part.empty()) return;
    lead.append(lead.empty() ? "" : " · ").append(part);
  };
  add(common_site(content.data));
  add(dates_text(content.data, content.words));
  if (content.event != nullptr && content.event->tournament.system != System::Unknown) {
    add(content.words(system_text(content.event->tournament)));
  }
  if (!lead.empty()) page.leaf("p", lead, {{"class", "lead"}});
}

void write_figure(std::string_view name, std::string_view value, HtmlWriter& page,
                  std::string_view kind = {}) {
  const HtmlElement figure(page, "div", {{kind.empty() ? "" : "class", std::string(kind)}});
  page.leaf("dt", name);
  page.leaf("dd", value);
}

std::string score_text(const ResultCounts& results) {
  const std::uint64_t decided = results[0] + results[1] + results[2];
  if (decided == 0) return "–";
  return fmt::format(
      "{:.0f} %", 100.0 * (static_cast<double>(results[0]) + static_cast<double>(results[1]) / 2) /
                      static_cast<double>(decided));
}

void write_figures(const PageContent& content, HtmlWriter& page) {
  const Words& words = content.words;
  const GameTotals& totals = content.data.totals;
  const HtmlElement list(page, "dl", {{"class", "figures"}});
  write_figure(words("Games"), words.number(totals.games), page);
  if (content.event != nullptr) {
    const Tournament& tournament = content.event->tournament;
    write_figure(words("Players"), words.number(tournament.players.size()), page);
    if (tournament.rounds > 0) {
      write_figure(words("Rounds"), words.number(tournament.rounds), page);
    }
  }
  if (totals.games > 0) {
    const auto average = static_cast<double>(totals.plies) / 2 / static_cast<double>(totals.games);
    write_figure(words("Moves a game"), fmt::format("{:.0f}", average), page);
  }
  write_figure(words("White’s score"), score_text(totals.results), page);
  if (content.options.has_findings) {
    const std::uint64_t errors = content.tally.findings(Severity::Error);
    const std::uint64_t warnings = content.tally.findings(Severity::Warning);
    write_figure(words("Errors"), words.number(errors), page, errors > 0 ? "bad" : "");
    write_figure(words("Warnings"), words.number(warnings), page, warnings > 0 ? "doubtful" : "");
  }
}

void write_link(std::string_view target, std::string_view name, HtmlWriter& page) {
  const HtmlElement item(page, "li");
  page.leaf("a", name, {{"href", fmt::format("#{}", target)}});
}

}  // namespace

void write_header(const PageContent& content, HtmlWriter& page) {
  const Words& words = content.words;
  const HtmlElement header(page, "header");
  page.leaf("a", words("Skip to the contents"), {{"class", "skip"}, {"href", "#main"}});
  if (!content.options.logo.empty()) {
    page.raw(fmt::format("<img class=\"logo\" alt=\"\" src=\"{}\">", content.options.logo));
  }
  page.leaf("h1", content.options.title);
  write_lead(content, page);
  write_figures(content, page);
  const HtmlElement navigation(page, "nav",
                               {{"aria-label", std::string(words("Parts of this page"))}});
  const HtmlElement list(page, "ul");
  if (content.event != nullptr) write_link("standings", words("Standings"), page);
  if (content.options.has_findings) write_link("findings", words("Findings"), page);
  write_link("games", words("Games"), page);
  write_link("charts", words("Charts"), page);
}

}  // namespace arbiter
