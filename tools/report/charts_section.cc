// Charts: results, lengths, endings, openings, time. Each is a table with bars, so that it can be
// read aloud and on a small screen.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/cli/output/quantities.h"
#include "tools/report/sections.h"

namespace arbiter {
namespace {

constexpr std::size_t kMostOpenings = 12;
constexpr std::uint64_t kFewestTimed = 5;  // moves, for an average that says something

std::string percent(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? "–"
                  : fmt::format("{:.0f} %",
                                100.0 * static_cast<double>(part) / static_cast<double>(all));
}

void open_bar(HtmlWriter& page) {
  page.open("td", {{"class", "bar"}});
  page.open("svg",
            {{"viewBox", "0 0 100 10"}, {"preserveAspectRatio", "none"}, {"aria-hidden", "true"}});
}

void close_bar(HtmlWriter& page) {
  page.close();
  page.close();
}

void write_piece(double from, double width, std::string_view kind, HtmlWriter& page) {
  if (width <= 0) return;
  page.open("rect", {{"class", std::string(kind)},
                     {"x", fmt::format("{:.2f}", from)},
                     {"width", fmt::format("{:.2f}", width)},
                     {"height", "10"}});
  page.close();
}

void write_bar(std::uint64_t count, std::uint64_t most, HtmlWriter& page) {
  open_bar(page);
  if (most > 0) {
    write_piece(0, 100.0 * static_cast<double>(count) / static_cast<double>(most), "bar-plain",
                page);
  }
  close_bar(page);
}

// White's wins, draws and Black's wins side by side.
void write_result_bar(const ResultCounts& results, HtmlWriter& page) {
  constexpr std::string_view kKinds[] = {"bar-white", "bar-draw", "bar-black"};
  const auto all = static_cast<double>(results[0] + results[1] + results[2]);
  open_bar(page);
  double from = 0;
  for (std::size_t i = 0; i < 3 && all > 0; ++i) {
    const double width = 100.0 * static_cast<double>(results[i]) / all;
    write_piece(from, width, kKinds[i], page);
    from += width;
  }
  close_bar(page);
}

void open_chart(std::string_view name, HtmlWriter& page) {
  page.open("section", {{"class", "chart"}});
  page.leaf("h3", name);
}

void write_headings(std::initializer_list<std::pair<std::string_view, std::string_view>> headings,
                    HtmlWriter& page) {
  page.open("thead");
  page.open("tr");
  for (const auto& [name, kind] : headings) {
    if (name.empty()) {
      write_cell("", kind, page);
    } else {
      write_heading(name, kind, page);
    }
  }
  page.close();
  page.close();
  page.open("tbody");
}

void row_name(std::string_view name, HtmlWriter& page) {
  page.open("tr");
  page.leaf("th", name, {{"scope", "row"}});
}

void write_results(const GameTotals& totals, HtmlWriter& page) {
  constexpr std::string_view kNames[] = {"White wins", "Draw", "Black wins", "No result"};
  constexpr std::string_view kKinds[] = {"bar-white", "bar-draw", "bar-black", "bar-none"};
  open_chart("Results", page);
  open_table("Results", page);
  write_headings({{"Result", ""}, {"Games", "num"}, {"Share", "num"}, {"", "bar"}}, page);
  const std::uint64_t all = sum_of(totals.results);
  for (std::size_t i = 0; i < totals.results.size(); ++i) {
    if (i == 3 && totals.results[i] == 0) continue;
    row_name(kNames[i], page);
    write_cell(with_commas(totals.results[i]), "num", page);
    write_cell(percent(totals.results[i], all), "num", page);
    open_bar(page);
    write_piece(
        0, all == 0 ? 0 : 100.0 * static_cast<double>(totals.results[i]) / static_cast<double>(all),
        kKinds[i], page);
    close_bar(page);
    page.close();
  }
  page.close();
  close_table(page);
  page.close();
}

void write_lengths(const GameTotals& totals, HtmlWriter& page) {
  open_chart("Lengths", page);
  open_table("Lengths of the games", page);
  write_headings({{"Moves", ""}, {"Games", "num"}, {"", "bar"}}, page);
  const std::uint64_t most = *std::ranges::max_element(totals.lengths);
  std::size_t last = totals.lengths.size();
  while (last > 1 && totals.lengths[last - 1] == 0) --last;
  for (std::size_t bin = 0; bin < last; ++bin) {
    const std::size_t first = bin * GameTotals::kMovesOfBin + 1;
    row_name(bin + 1 == GameTotals::kLengthBins
                 ? fmt::format("{} and more", first)
                 : fmt::format("{}–{}", first, first + GameTotals::kMovesOfBin - 1),
             page);
    write_cell(with_commas(totals.lengths[bin]), "num", page);
    write_bar(totals.lengths[bin], most, page);
    page.close();
  }
  page.close();
  close_table(page);
  page.close();
}

void write_endings(const GameTotals& totals, HtmlWriter& page) {
  std::vector<std::pair<std::uint64_t, std::string_view>> endings;
  for (const EndingName& name : arbiter::endings()) {
    const std::uint64_t count = totals.endings[static_cast<std::size_t>(name.ending)];
    if (count > 0) endings.emplace_back(count, name.meaning);
  }
  const bool says_nothing =
      endings.empty() || (endings.size() == 1 && totals.endings[0] == endings[0].first);
  if (says_nothing) return;
  std::ranges::stable_sort(endings, std::greater(), [](const auto& entry) { return entry.first; });
  open_chart("How the games ended", page);
  open_table("How the games ended", page);
  write_headings({{"Ended by", ""}, {"Games", "num"}, {"", "bar"}}, page);
  for (const auto& [count, meaning] : endings) {
    row_name(meaning, page);
    write_cell(with_commas(count), "num", page);
    write_bar(count, endings.front().first, page);
    page.close();
  }
  page.close();
  close_table(page);
  page.close();
}

void write_openings(const GameTotals& totals, HtmlWriter& page) {
  if (totals.openings.empty()) return;
  std::vector<std::pair<std::string_view, ResultCounts>> openings(totals.openings.begin(),
                                                                  totals.openings.end());
  std::ranges::stable_sort(openings, std::greater(),
                           [](const auto& entry) { return sum_of(entry.second); });
  const std::size_t all = openings.size();
  openings.resize(std::min(all, kMostOpenings));
  open_chart("Openings", page);
  open_table("Openings, and how they scored", page);
  write_headings({{"Opening", ""},
                  {"Games", "num"},
                  {"White", "num"},
                  {"Draw", "num"},
                  {"Black", "num"},
                  {"", "bar"}},
                 page);
  for (const auto& [name, results] : openings) {
    row_name(name, page);
    write_cell(with_commas(sum_of(results)), "num", page);
    for (std::size_t i = 0; i < 3; ++i) write_cell(with_commas(results[i]), "num", page);
    write_result_bar(results, page);
    page.close();
  }
  page.close();
  close_table(page);
  if (all > openings.size()) {
    page.leaf("p", fmt::format("The most frequent {} of {}.", openings.size(), all),
              {{"class", "more"}});
  }
  page.close();
}

// "4.2 s", "1:05 min".
std::string thought_text(double seconds) {
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  return fmt::format("{}:{:02} min", whole / 60, whole % 60);
}

void write_times(const GameTotals& totals, HtmlWriter& page) {
  constexpr std::size_t kMovesOfRow = 5;
  std::vector<GameTotals::Thought> rows;
  for (std::size_t move = 0; move < totals.thought.size(); ++move) {
    if (move % kMovesOfRow == 0) rows.emplace_back();
    rows.back().seconds += totals.thought[move].seconds;
    rows.back().moves += totals.thought[move].moves;
  }
  while (!rows.empty() && rows.back().moves < kFewestTimed) rows.pop_back();
  if (rows.empty()) return;
  const auto average = [](const GameTotals::Thought& thought) {
    return thought.moves == 0 ? 0 : thought.seconds / static_cast<double>(thought.moves);
  };
  const double most = average(*std::ranges::max_element(rows, {}, average));
  open_chart("Time used", page);
  open_table("Average time for a move", page);
  write_headings({{"Moves", ""}, {"Average", "num"}, {"", "bar"}}, page);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    row_name(fmt::format("{}–{}", row * kMovesOfRow + 1, (row + 1) * kMovesOfRow), page);
    write_cell(thought_text(average(rows[row])), "num", page);
    open_bar(page);
    if (most > 0) write_piece(0, 100 * average(rows[row]) / most, "bar-plain", page);
    close_bar(page);
    page.close();
  }
  page.close();
  close_table(page);
  page.close();
}

}  // namespace

void write_charts(const PageContent& content, HtmlWriter& page) {
  const GameTotals& totals = content.data.totals;
  page.open("section", {{"id", "charts"}});
  page.leaf("h2", "Charts");
  page.open("div", {{"class", "charts"}});
  write_results(totals, page);
  write_endings(totals, page);
  write_lengths(totals, page);
  write_times(totals, page);
  write_openings(totals, page);
  page.close();
  page.close();
}

}  // namespace arbiter
