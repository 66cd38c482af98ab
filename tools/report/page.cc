#include "tools/report/page.h"

#include <fmt/format.h>
#include <nettle/base64.h>
#include <nettle/sha2.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/version.h"
#include "lib/notation/board_drawing.h"
#include "lib/tournament/tournament_of_games.h"
#include "tools/cli/output/text_cells.h"
#include "tools/report/qr_code.h"
#include "tools/report/sections.h"
#include "tools/report/viewer_layout.h"

namespace arbiter {
namespace {

constexpr std::string_view kPageScript =
#include "tools/report/page.js.inc"
    ;

std::string_view page_script() {
  static const std::string text = fmt::format("{}{}", viewer_script(), kPageScript);
  return text;
}

// Returns a policy that allows only the page's own style sheet and script. Nothing is loaded or
// sent.
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
  std::string_view script;  // empty if there is none
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

// Returns the title, which is the event name if all games are of one event.
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
  const char* const kind = options.only_game ? "embedded" : options.is_framed ? "framed" : "";
  page.open("body",
            {{*kind == '\0' ? "" : "class", kind}, {reload.empty() ? "" : "data-reload", reload}});
  page.raw(svg_parts());
}

void write_footer(const PageContent& content, HtmlWriter& page) {
  const Words& words = content.words;
  const std::uint64_t files = content.tally.files();
  const HtmlElement footer(page, "footer");
  page.leaf("p", words.filled("Made by Arbiter {} from {}. This page works offline.", kVersion,
                              files == 1 ? std::string(words("one file"))
                                         : words.filled("{} files", words.number(files))));
}

void write_sections(const PageContent& content, HtmlWriter& page) {
  if (!content.options.is_framed) write_header(content, page);
  page.open("main", {{"id", "main"}});
  if (content.round == nullptr) {
    write_standings(content, page);
    write_findings(content, page);
  }
  write_games(content, page);
  if (content.round == nullptr) write_charts(content, page);
  page.close();
  write_footer(content, page);
}

void write_script(HtmlWriter& page) {
  page.raw("<script>");
  page.raw(page_script());
  page.raw("</script>\n");
}

// Returns the leader with the points, such as "Adler, Nora (2.5)".
std::string leader_of(const Tournament& tournament, const PageOptions& options) {
  const EventTables tables(tournament, options);
  const auto& rows = tables.standings.rows;
  if (rows.empty() || (rows.size() > 1 && rows[1].place == 1)) return "";
  return fmt::format("{} ({})", tournament.players[rows[0].player].name,
                     points_text(rows[0].points));
}

struct ShownEvent {
  Tournament tournament;
  std::size_t repeated = 0;  // number of duplicate games
  std::vector<Withdrawal> withdrawals = {};
};

// Returns the tournament of the report, or otherwise that of the games without duplicates.
ShownEvent shown_event(const ReportData& data) {
  if (data.joined) return {*data.joined};
  ShownEvent shown{data.event.tournament().tournament};
  shown.repeated = count_once(data.event.games(), shown.tournament).size();
  shown.withdrawals = settle_withdrawals(shown.tournament);
  add_probable_byes(shown.tournament);
  return shown;
}

void write_indexed(const IndexedPage& indexed, const PageOptions& options, const Words& words,
                   HtmlWriter& page) {
  std::string system;
  std::string players;
  std::string leader;
  if (!indexed.name.empty()) {
    Tournament tournament = shown_event(indexed.data).tournament;
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

// Writes the URL of the published page, with its QR code.
void write_address(const std::string& address, HtmlWriter& page) {
  if (address.empty()) return;
  const HtmlElement line(page, "p", {{"class", "address"}});
  page.raw(svg_of(qr_code(address)));
  page.leaf("a", address, {{"href", address}});
}

std::string one_page(const PageContent& content) {
  HtmlWriter page;
  begin_page(content.options, content.words, page);
  if (!content.options.only_game) write_sections(content, page);
  if (content.played() > 0) {
    page.raw(viewer_markup([&](std::string_view text) { return content.words(text); }));
  }
  write_script(page);
  // The data follow the script, so that the page is usable before they are parsed.
  if (!content.words.are_english()) page.data("words", content.words.json());
  if (!content.options.only_game && content.round == nullptr) write_player_data(content, page);
  write_game_data(content, page);
  page.close();
  page.raw("\n</html>\n");
  return page.html();
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
    write_address(titled.address, page);
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

std::string folder_of_rounds(const std::string& page_file) {
  return std::filesystem::path(page_file).stem().string();
}

std::string file_of_round(const RoundPage& round, const std::string& page_file) {
  std::string part = round.round == kPlayoff   ? "play-off"
                     : round.round == kNoRound ? "without-round"
                                               : fmt::format("round-{}", round.round);
  if (round.part > 1) part += fmt::format("-{}", round.part);
  return fmt::format("{}/{}{}", folder_of_rounds(page_file), part,
                     std::filesystem::path(page_file).extension().string());
}

std::vector<std::string> pages_of(const ReportData& data, const Tally& tally,
                                  const PageOptions& options) {
  std::optional<EventTables> event;
  ShownEvent shown;
  if (data.joined || data.event.is_one_event()) {
    shown = shown_event(data);
    if (options.scoring) shown.tournament.scoring = *options.scoring;
    event.emplace(std::move(shown.tournament), options);
  }
  PageOptions titled = options;
  PageContent content{.data = data,
                      .tally = tally,
                      .options = titled,
                      .event = event ? &*event : nullptr,
                      .repeated = shown.repeated,
                      .withdrawals = shown.withdrawals,
                      .words = Words(options.language)};
  if (!data.rounds.empty()) content.pages.resize(data.games.size());
  for (std::size_t i = 0; i < data.rounds.size(); ++i) {
    for (const std::size_t game : data.rounds[i].games) content.pages[game] = i;
  }
  const std::string title = titled.title = title_of(content);
  std::vector<std::string> pages{one_page(content)};
  for (const RoundPage& round : data.rounds) {
    content.round = &round;
    titled.title = fmt::format("{}: {}", title, round_name(content, round));
    pages.push_back(one_page(content));
  }
  return pages;
}

std::string static_page(std::string_view title, std::string_view body) {
  HtmlWriter page;
  write_head({.title = title, .language = "en", .style = page_style(), .script = {}}, page);
  page.raw("<body>\n");
  page.raw(body);
  page.raw("\n</body>\n</html>\n");
  return page.html();
}

std::string sha256_base64(std::string_view bytes) {
  sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest;
  sha256_digest(&context, digest.size(), digest.data());
  std::string text(BASE64_ENCODE_RAW_LENGTH(digest.size()), '\0');
  base64_encode_raw(text.data(), digest.size(), digest.data());
  return text;
}

namespace {

// The backgrounds in page.css with the least contrast to text.
constexpr Rgb kLightPaper{0xf5, 0xf2, 0xea};
constexpr Rgb kDarkPaper{0x21, 0x1f, 0x1c};
constexpr Rgb kBlack{0, 0, 0};
constexpr Rgb kWhite{255, 255, 255};

// Returns the relative luminance defined by WCAG 2.
double luminance(const Rgb& color) {
  constexpr std::array<double, 3> kWeights{0.2126, 0.7152, 0.0722};
  double sum = 0;
  for (std::size_t i = 0; i < color.size(); ++i) {
    const double value = color[i] / 255.0;
    sum +=
        kWeights[i] * (value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
  }
  return sum;
}

double contrast(const Rgb& a, const Rgb& b) {
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

// Mixes the color with `end` until it is legible on `paper`.
Rgb legible_on(const Rgb& paper, const Rgb& color, const Rgb& end) {
  constexpr double kLegible = 4.6;  // WCAG 2 AA requires a contrast ratio of 4.5
  constexpr int kSteps = 32;
  Rgb mixed = color;
  for (int step = 1; step <= kSteps && contrast(mixed, paper) < kLegible; ++step) {
    for (std::size_t i = 0; i < mixed.size(); ++i) {
      mixed[i] = static_cast<std::uint8_t>((color[i] * (kSteps - step) + end[i] * step) / kSteps);
    }
  }
  return mixed;
}

std::string written(const Rgb& color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color[0], color[1], color[2]);
}

struct ImageType {
  std::string_view start;
  std::string_view name;
};
constexpr ImageType kImageTypes[] = {
    {"\x89PNG\r\n\x1a\n", "png"}, {"\xff\xd8\xff", "jpeg"}, {"GIF8", "gif"}, {"RIFF", "webp"},
    {"<svg", "svg+xml"},          {"<?xml", "svg+xml"}};

}  // namespace

Result<Rgb> parse_color(std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with('#')) digits.remove_prefix(1);
  std::uint32_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (digits.size() != 6 || error != std::errc() || end != digits.data() + digits.size()) {
    return Error{
        fmt::format("invalid colour '{}' (expected six hexadecimal digits: #0a5c57)", text)};
  }
  return Rgb{static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8),
             static_cast<std::uint8_t>(value)};
}

std::string accent_style(const Rgb& color) {
  return fmt::format(
      "@media screen {{\n  :root {{ --accent: {}; }}\n  body > header {{ border-top: .4rem solid "
      "{}; "
      "}}\n}}\n@media screen and (prefers-color-scheme: dark) {{\n  :root {{ --accent: {}; "
      "}}\n}}\n",
      written(legible_on(kLightPaper, color, kBlack)), written(color),
      written(legible_on(kDarkPaper, color, kWhite)));
}

Result<std::string> image_address(std::string_view bytes) {
  const auto starts = [bytes](const ImageType& type) {
    return bytes.starts_with(type.start) &&
           (type.name != "webp" || bytes.substr(0, 12).ends_with("WEBP"));
  };
  const auto* const type = std::ranges::find_if(kImageTypes, starts);
  if (type == std::end(kImageTypes)) {
    return Error{"not a picture (expected PNG, JPEG, GIF, WebP or SVG)"};
  }
  if (bytes.size() > kMaxLogoBytes) return Error{"larger than 1 MB"};
  std::string text(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
  base64_encode_raw(text.data(), bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  return fmt::format("data:image/{};base64,{}", type->name, text);
}

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
  if (content.data.facts.empty()) add(common_site(content.data));
  for (const std::string& fact : content.data.facts) add(fact);
  add(dates_text(content.data, content.words));
  if (content.event != nullptr && content.event->tournament.system != System::Unknown) {
    add(content.words(system_text(content.event->tournament)));
  }
  if (!lead.empty()) page.leaf("p", lead, {{"class", "lead"}});
  if (content.event == nullptr) return;
  for (const OpenRound& open : open_rounds(content.event->tournament)) {
    page.leaf("p",
              content.words.filled("Round {} is running: {} of {} games are open.",
                                   open.round == 0 ? "?" : std::to_string(open.round), open.open,
                                   open.games),
              {{"class", "lead"}});
  }
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

// Returns the average rating of the rated players, or nothing if there are none.
std::optional<std::uint32_t> average_rating_of(const Tournament& tournament) {
  std::vector<RatedGame> rated;
  for (const Player& player : tournament.players) {
    if (player.rating > 0) rated.push_back({.opponent = player.rating});
  }
  return average_rating(rated);
}

void write_figures(const PageContent& content, HtmlWriter& page) {
  const Words& words = content.words;
  const GameTotals& totals = content.data.totals;
  const HtmlElement list(page, "dl", {{"class", "figures"}});
  write_figure(words("Games"), words.number(totals.games), page);
  if (content.event != nullptr) {
    const Tournament& tournament = content.event->tournament;
    write_figure(words("Players"), words.number(tournament.players.size()), page);
    if (const auto average = average_rating_of(tournament)) {
      write_figure(words("Average rating"), std::to_string(*average), page);
    }
    if (tournament.rounds > 0) {
      const bool has_more = tournament.planned_rounds > tournament.rounds;
      write_figure(words("Rounds"),
                   words.number(tournament.rounds) +
                       (has_more ? fmt::format(" / {}", tournament.planned_rounds) : ""),
                   page);
    }
  }
  if (totals.games > 0) {
    const auto average = static_cast<double>(totals.plies) / 2 / static_cast<double>(totals.games);
    write_figure(words("Moves per game"), fmt::format("{:.0f}", average), page);
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
  page.leaf("a", words("Skip to the content"), {{"class", "skip"}, {"href", "#main"}});
  if (!content.options.logo.empty()) {
    page.raw(fmt::format("<img class=\"logo\" alt=\"\" src=\"{}\">", content.options.logo));
  }
  page.leaf("h1", content.options.title);
  if (content.round == nullptr) {
    write_lead(content, page);
    write_figures(content, page);
    write_address(content.options.address, page);
  }
  const HtmlElement navigation(page, "nav", {{"aria-label", std::string(words("On this page"))}});
  const HtmlElement list(page, "ul");
  const bool is_main = content.round == nullptr;
  const std::string up = is_main ? "" : "../";
  const auto write_link_to = [&](std::string_view name, const std::string& address) {
    const HtmlElement item(page, "li");
    page.leaf("a", name, {{"href", up + address}});
  };
  if (!content.options.index.empty()) write_link_to(words("Tournaments"), content.options.index);
  if (!is_main) {
    write_link_to(words("Standings"), uri_of(content.options.file) + "#standings");
    return write_links_to_rounds(content, page);
  }
  if (content.event != nullptr) write_link("standings", words("Standings"), page);
  if (content.options.has_findings) write_link("findings", words("Findings"), page);
  write_link("games", words("Games"), page);
  write_link("charts", words("Charts"), page);
}

}  // namespace arbiter
