// Charts of results, lengths, endings, openings and time. Each is a table with bars, so that it can
// be read aloud and on a small screen. The rankings of women, of age groups and of federations
// follow.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/report/sections.h"

namespace arbiter {
namespace {

constexpr std::size_t kMaxOpenings = 12;
constexpr std::uint64_t kMinTimedMoves = 5;  // minimum for a meaningful average

std::string percent(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? "–"
                  : fmt::format("{:.0f} %",
                                100.0 * static_cast<double>(part) / static_cast<double>(all));
}

// A cell with a bar; closed by its destructor.
struct Bar {
  explicit Bar(HtmlWriter& page)
      : cell(page, "td", {{"class", "bar"}}),
        picture(
            page, "svg",
            {{"viewBox", "0 0 100 10"}, {"preserveAspectRatio", "none"}, {"aria-hidden", "true"}}) {
  }

  HtmlElement cell;
  HtmlElement picture;
};

void write_piece(double from, double width, std::string_view kind, HtmlWriter& page) {
  if (width <= 0) return;
  page.open("rect", {{"class", std::string(kind)},
                     {"x", fmt::format("{:.2f}", from)},
                     {"width", fmt::format("{:.2f}", width)},
                     {"height", "10"}});
  page.close();
}

void write_bar(std::uint64_t count, std::uint64_t most, HtmlWriter& page,
               std::string_view kind = "bar-plain") {
  const Bar bar(page);
  if (most == 0) return;
  write_piece(0, 100.0 * static_cast<double>(count) / static_cast<double>(most), kind, page);
}

// Writes a stacked bar: White's wins, draws, and Black's wins.
void write_result_bar(const ResultCounts& results, HtmlWriter& page) {
  constexpr std::string_view kKinds[] = {"bar-white", "bar-draw", "bar-black"};
  const auto all = static_cast<double>(results[0] + results[1] + results[2]);
  const Bar bar(page);
  double from = 0;
  for (std::size_t i = 0; i < 3 && all > 0; ++i) {
    const double width = 100.0 * static_cast<double>(results[i]) / all;
    write_piece(from, width, kKinds[i], page);
    from += width;
  }
}

HtmlElement open_chart(std::string_view name, HtmlWriter& page) {
  page.open("section", {{"class", "chart"}});
  page.leaf("h3", name);
  return HtmlElement(page);
}

// A row of a chart with its heading and a count. It is closed by the destructor of the result.
HtmlElement open_row(std::string_view name, HtmlWriter& page) {
  page.open("tr");
  page.leaf("th", name, {{"scope", "row"}});
  return HtmlElement(page);
}

void write_results(const GameTotals& totals, const Words& words, HtmlWriter& page) {
  constexpr std::string_view kNames[] = {"White wins", "Draw", "Black wins", "No result"};
  constexpr std::string_view kKinds[] = {"bar-white", "bar-draw", "bar-black", "bar-none"};
  const HtmlElement chart = open_chart(words("Results"), page);
  const PageTable table(
      words("Results"),
      {{words("Result"), ""}, {words("Games"), "num"}, {words("Share"), "num"}, {"", "bar"}}, page);
  const std::uint64_t all = sum_of(totals.results);
  for (std::size_t i = 0; i < totals.results.size(); ++i) {
    if (i == 3 && totals.results[i] == 0) continue;
    const HtmlElement row = open_row(words(kNames[i]), page);
    write_cell(words.number(totals.results[i]), "num", page);
    write_cell(percent(totals.results[i], all), "num", page);
    write_bar(totals.results[i], all, page, kKinds[i]);
  }
}

void write_lengths(const GameTotals& totals, const Words& words, HtmlWriter& page) {
  const HtmlElement chart = open_chart(words("Lengths"), page);
  const PageTable table(words("Game lengths"),
                        {{words("Moves"), ""}, {words("Games"), "num"}, {"", "bar"}}, page);
  const std::uint64_t most = *std::ranges::max_element(totals.lengths);
  std::size_t last = totals.lengths.size();
  while (last > 1 && totals.lengths[last - 1] == 0) --last;
  for (std::size_t bin = 0; bin < last; ++bin) {
    const std::size_t first = bin * GameTotals::kMovesOfBin + 1;
    const HtmlElement row =
        open_row(bin + 1 == GameTotals::kLengthBins
                     ? words.filled("{} and more", first)
                     : fmt::format("{}–{}", first, first + GameTotals::kMovesOfBin - 1),
                 page);
    write_cell(words.number(totals.lengths[bin]), "num", page);
    write_bar(totals.lengths[bin], most, page);
  }
}

void write_endings(const GameTotals& totals, const Words& words, HtmlWriter& page) {
  std::vector<std::pair<std::uint64_t, std::string_view>> endings;
  for (const EndingName& name : arbiter::endings()) {
    const std::uint64_t count = totals.endings[static_cast<std::size_t>(name.ending)];
    if (count > 0) endings.emplace_back(count, words(page_word(name.ending)));
  }
  const bool are_all_unknown =
      endings.empty() || (endings.size() == 1 && totals.endings[0] == endings[0].first);
  if (are_all_unknown) return;
  std::ranges::stable_sort(endings, std::greater(), [](const auto& entry) { return entry.first; });
  const HtmlElement chart = open_chart(words("How the games ended"), page);
  const PageTable table(words("How the games ended"),
                        {{words("Ended by"), ""}, {words("Games"), "num"}, {"", "bar"}}, page);
  for (const auto& [count, name] : endings) {
    const HtmlElement row = open_row(name, page);
    write_cell(words.number(count), "num", page);
    write_bar(count, endings.front().first, page);
  }
}

void write_openings(const GameTotals& totals, const Words& words, HtmlWriter& page) {
  if (totals.openings.empty()) return;
  std::vector<std::pair<std::string_view, ResultCounts>> openings(totals.openings.begin(),
                                                                  totals.openings.end());
  std::ranges::stable_sort(openings, std::greater(),
                           [](const auto& entry) { return sum_of(entry.second); });
  const std::size_t all = openings.size();
  openings.resize(std::min(all, kMaxOpenings));
  const HtmlElement chart = open_chart(words("Openings"), page);
  {
    const PageTable table(words("Openings, and how they scored"),
                          {{words("Opening"), ""},
                           {words("Games"), "num"},
                           {words("White"), "num"},
                           {words("Draw"), "num"},
                           {words("Black"), "num"},
                           {"", "bar"}},
                          page);
    for (const auto& [name, results] : openings) {
      const HtmlElement row = open_row(name, page);
      write_cell(words.number(sum_of(results)), "num", page);
      for (std::size_t i = 0; i < 3; ++i) write_cell(words.number(results[i]), "num", page);
      write_result_bar(results, page);
    }
  }
  if (all > openings.size()) {
    page.leaf("p", words.filled("The most frequent {} of {}.", openings.size(), all),
              {{"class", "more"}});
  }
}

// Returns a time such as "4.2 s" or "1:05 min".
std::string thought_text(double seconds) {
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  return fmt::format("{}:{:02} min", whole / 60, whole % 60);
}

void write_times(const GameTotals& totals, const Words& words, HtmlWriter& page) {
  constexpr std::size_t kMovesOfRow = 5;
  std::vector<GameTotals::Thought> rows;
  for (std::size_t move = 0; move < totals.thought.size(); ++move) {
    if (move % kMovesOfRow == 0) rows.emplace_back();
    rows.back().seconds += totals.thought[move].seconds;
    rows.back().moves += totals.thought[move].moves;
  }
  while (!rows.empty() && rows.back().moves < kMinTimedMoves) rows.pop_back();
  if (rows.empty()) return;
  const auto average = [](const GameTotals::Thought& thought) {
    return thought.moves == 0 ? 0 : thought.seconds / static_cast<double>(thought.moves);
  };
  const double most = average(*std::ranges::max_element(rows, {}, average));
  const HtmlElement chart = open_chart(words("Time used"), page);
  const PageTable table(words("Average time for a move"),
                        {{words("Moves"), ""}, {words("Average"), "num"}, {"", "bar"}}, page);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const HtmlElement element =
        open_row(fmt::format("{}–{}", row * kMovesOfRow + 1, (row + 1) * kMovesOfRow), page);
    write_cell(thought_text(average(rows[row])), "num", page);
    const Bar bar(page);
    if (most > 0) write_piece(0, 100 * average(rows[row]) / most, "bar-plain", page);
  }
}

}  // namespace

void write_charts(const PageContent& content, HtmlWriter& page) {
  const GameTotals& totals = content.data.totals;
  const HtmlElement section(page, "section", {{"id", "charts"}});
  page.leaf("h2", content.words("Charts"));
  const HtmlElement charts(page, "div", {{"class", "charts"}});
  write_results(totals, content.words, page);
  write_endings(totals, content.words, page);
  write_lengths(totals, content.words, page);
  write_times(totals, content.words, page);
  write_openings(totals, content.words, page);
}

namespace {

// FIDE's age groups (Handbook D.01). Players in U14 have not reached 14 before the year of the
// tournament; players in S50 reach 50 in that year.
constexpr std::uint32_t kYouth[] = {8, 10, 12, 14, 16, 18, 20};
constexpr std::uint32_t kSenior[] = {50, 65};

std::optional<std::uint32_t> year_of_birth(const Player& player) {
  const std::string_view text = std::string_view(player.birth).substr(0, 4);
  std::uint32_t year = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), year);
  const bool is_year = text.size() == 4 && error == std::errc() && end == text.data() + 4;
  return is_year && year > 1800 ? std::optional(year) : std::nullopt;
}

struct Category {
  std::string name;
  std::vector<std::size_t> rows;  // indexes of rows of the standings
};

std::vector<Category> categories_of(const PageContent& content) {
  const EventTables& event = *content.event;
  std::vector<Category> categories;
  const auto add = [&](std::string name, const std::function<bool(const Player&)>& has) {
    Category category{std::move(name), {}};
    for (std::size_t i = 0; i < event.standings.rows.size(); ++i) {
      if (has(event.tournament.players[event.standings.rows[i].player])) category.rows.push_back(i);
    }
    // A category of one player or of all players has no ranking of its own.
    const bool is_part =
        category.rows.size() > 1 && category.rows.size() < event.standings.rows.size();
    if (is_part) categories.push_back(std::move(category));
  };
  add(std::string(content.words("Women")), [](const Player& player) { return player.sex == 'w'; });
  if (const auto year = event.tournament.start.year) {
    const auto first = static_cast<std::uint32_t>(*year);
    for (const std::uint32_t age : kYouth) {
      add(fmt::format("U{}", age), [=](const Player& player) {
        const auto birth = year_of_birth(player);
        return birth && *birth + age >= first;
      });
    }
    for (const std::uint32_t age : kSenior) {
      add(fmt::format("S{}", age), [=](const Player& player) {
        const auto birth = year_of_birth(player);
        return birth && *birth + age <= first;
      });
    }
  }
  std::map<std::string, std::size_t> federations;
  for (const Player& player : event.tournament.players) ++federations[player.federation];
  federations.erase("");
  for (const auto& [federation, players] : federations) {
    add(federation, [&federation = federation](const Player& player) {
      return player.federation == federation;
    });
  }
  return categories;
}

void write_category(const Category& category, const PageContent& content, HtmlWriter& page) {
  const EventTables& event = *content.event;
  const FoldedPart part(category.name, content.words.number(category.rows.size()),
                        FoldedPart::Form::Lazy, page);
  const PageTable table(category.name,
                        {{"#", "num"},
                         {content.words("Place"), "num"},
                         {content.words("Name"), "name"},
                         {content.words("Pts"), "num"}},
                        page);
  std::size_t place = 0;
  for (std::size_t i = 0; i < category.rows.size(); ++i) {
    const StandingsRow& row = event.standings.rows[category.rows[i]];
    const bool is_tied = i > 0 && event.standings.rows[category.rows[i - 1]].place == row.place;
    if (!is_tied) place = i + 1;
    const HtmlElement element(page, "tr");
    write_cell(std::to_string(place), "num", page);
    write_cell(std::to_string(row.place), "num", page);
    page.open("th", {{"scope", "row"}, {"class", "name"}});
    page.leaf("a", event.tournament.players[row.player].name,
              {{"href", fmt::format("#player-{}", category.rows[i] + 1)}});
    page.close();
    write_cell(points_text(row.points), "num points", page);
  }
}

}  // namespace

void write_categories(const PageContent& content, HtmlWriter& page) {
  const std::vector<Category> categories = categories_of(content);
  if (categories.empty()) return;
  page.leaf("h3", content.words("Categories"));
  for (const Category& category : categories) write_category(category, content, page);
}

}  // namespace arbiter
