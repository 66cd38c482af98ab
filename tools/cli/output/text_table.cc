#include "tools/cli/output/text_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "lib/base/text.h"
#include "tools/cli/output/text_cells.h"

namespace arbiter {
namespace {

std::vector<std::string_view> lines_in(std::string_view text, LineEnds line_ends) {
  if (line_ends == LineEnds::Blanks) return {text};
  std::vector<std::string_view> lines;
  while (true) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos || end + 1 == text.size()) return lines;
    text.remove_prefix(end + 1);
  }
}

class Fitting {
 public:
  Fitting(std::span<const Column> columns, std::span<const std::size_t> longest, std::size_t room)
      : columns_(columns),
        longest_(longest),
        room_(room),
        widths_(longest.begin(), longest.end()) {}

  std::vector<std::size_t> widths() {
    if (excess() == 0) return widths_;
    for (std::size_t i = 0; i < widths_.size(); ++i) {
      widths_[i] = std::min(widths_[i], columns_[i].max_width);
    }
    give_up_columns();
    narrow_to([this](std::size_t i) { return least_width(i); });
    cut_off();
    widen();
    return widths_;
  }

 private:
  // Returns the number of cells of the displayed columns, including the gaps between them.
  std::size_t all_cells() const {
    const auto shown = static_cast<std::size_t>(
        std::ranges::count_if(widths_, [](std::size_t width) { return width > 0; }));
    const std::size_t gaps = shown == 0 ? 0 : (shown - 1) * kColumnGap;
    return std::accumulate(widths_.begin(), widths_.end(), gaps);
  }

  // Returns the number of excess cells.
  std::size_t excess() const { return all_cells() - std::min(room_, all_cells()); }

  std::size_t least_width(std::size_t i) const {
    return std::min(widths_[i], columns_[i].min_width);
  }

  // Returns the columns with the least important first. Later columns precede equally important
  // earlier ones.
  std::vector<std::size_t> least_important_first() const {
    std::vector<std::size_t> order(columns_.size());
    std::iota(order.rbegin(), order.rend(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [this](std::size_t i) { return columns_[i].importance; });
    return order;
  }

  // Omits the least important columns until the others fit. A column that fits after shortening is
  // kept.
  void give_up_columns() {
    for (const std::size_t i : least_important_first()) {
      const std::size_t over = excess();
      if (over == 0 || columns_[i].importance == kEssential) return;
      widths_[i] = widths_[i] - least_width(i) >= over ? widths_[i] - over : 0;
    }
  }

  // Takes cells from the widest column that exceeds its minimum.
  template <class Least>
  void narrow_to(Least least) {
    for (std::size_t over = excess(); over > 0; --over) {
      std::size_t widest = widths_.size();
      for (std::size_t i = 0; i < widths_.size(); ++i) {
        if (widths_[i] <= least(i)) continue;
        if (widest == widths_.size() || widths_[i] > widths_[widest]) widest = i;
      }
      if (widest == widths_.size()) return;
      --widths_[widest];
    }
  }

  // Keeps only the first column if not even the essential columns fit.
  void cut_off() {
    for (std::size_t i = widths_.size(); i-- > 1 && excess() > 0;) widths_[i] = 0;
    if (!widths_.empty()) widths_[0] = std::min(widths_[0], room_);
  }

  // Gives the remaining cells to values shortened to max_width, the most important columns first.
  void widen() {
    std::size_t left = room_ - std::min(room_, all_cells());
    const std::vector<std::size_t> order = least_important_first();
    for (auto i = order.rbegin(); i != order.rend(); ++i) {
      if (widths_[*i] == 0) continue;
      const std::size_t more = std::min(left, longest_[*i] - std::min(longest_[*i], widths_[*i]));
      widths_[*i] += more;
      left -= more;
    }
  }

  std::span<const Column> columns_;
  std::span<const std::size_t> longest_;
  std::size_t room_;
  std::vector<std::size_t> widths_;
};

constexpr std::string_view kMeaningful = "\\`*_[]<>|&~";

std::string_view without_last_line_end(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

}  // namespace

TextLayout layout_of(const Console& console) {
  return {console.output_width(), console.charset(), console.colors_output() ? kColors : kNoColors};
}

std::string shown_text(std::string_view text, Charset charset) {
  std::string storage;
  const std::string_view shown = as_shown(text, storage);
  return charset == Charset::Ascii ? ascii_of(shown) : std::string(shown);
}

TextTable::TextTable(std::vector<Column> columns, const TextLayout& layout, Console& console)
    : columns_(std::move(columns)), layout_(layout), console_(console) {}

void TextTable::add(std::vector<Cell> row) {
  Row shown_row;
  for (std::size_t i = 0; i < columns_.size(); ++i) shown_row.push_back(shown(row[i], columns_[i]));
  rows_.push_back(std::move(shown_row));
  if (rows_.size() == (layout_.width ? kRowsOnTerminal : kRowsInPipe)) print_rows();
}

void TextTable::finish() {
  if (!rows_.empty()) print_rows();
  report_hidden();
}

// Prints the columns that the last rows lack, and the width that would show all of them.
void TextTable::report_hidden() const {
  constexpr std::size_t kMaxNamed = 6;
  std::vector<std::string_view> hidden;
  std::size_t cells = columns_.empty() ? 0 : (columns_.size() - 1) * kColumnGap;
  for (std::size_t i = 0; i < widths_.size(); ++i) {
    cells += std::min(longest_[i], columns_[i].max_width);
    const bool is_data = columns_[i].purpose == Purpose::Data;
    if (widths_[i] == 0 && longest_[i] > 0 && is_data) hidden.push_back(columns_[i].heading);
  }
  if (hidden.empty()) return;
  const auto named = std::span(hidden).first(std::min(hidden.size(), kMaxNamed));
  console_.say(fmt::format("{} hidden ({}{}); COLUMNS={} shows {}",
                           counted(hidden.size(), "column"), fmt::join(named, ", "),
                           named.size() < hidden.size() ? ", ..." : "", cells,
                           hidden.size() == 1 ? "it" : "them"));
}

TextTable::ShownCell TextTable::shown(const Cell& cell, const Column& column) const {
  ShownCell shown{.lines = {}, .style = cell.style};
  for (const std::string_view line : lines_in(cell.text, column.line_ends)) {
    std::string text = shown_text(line, layout_.charset);
    const std::size_t cells = count_cells(text);
    shown.lines.push_back({std::move(text), cells});
  }
  return shown;
}

TextTable::Row TextTable::headings() const {
  Row headings;
  for (const Column& column : columns_) {
    headings.push_back(shown({column.heading, Style::Strong}, column));
  }
  return headings;
}

void TextTable::print_rows() {
  const std::vector<std::size_t> before = widths_;
  measure();
  const auto is_same = [](std::size_t a, std::size_t b) { return (a == 0) == (b == 0); };
  if (!std::ranges::equal(before, widths_, is_same)) print(headings());
  for (const Row& row : rows_) print(row);
  rows_.clear();
}

void TextTable::measure() {
  if (longest_.empty()) {
    for (const ShownCell& heading : headings()) longest_.push_back(heading.lines[0].cells);
  }
  for (const Row& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      for (const Line& line : row[i].lines) longest_[i] = std::max(longest_[i], line.cells);
    }
  }
  if (layout_.width) {
    widths_ = fitted_widths(columns_, longest_, *layout_.width);
    return;
  }
  widths_ = longest_;
}

void TextTable::print(const Row& row) {
  std::size_t lines = 0;
  for (const ShownCell& cell : row) lines = std::max(lines, cell.lines.size());
  for (std::size_t line = 0; line < lines; ++line) print_line(row, line);
}

void TextTable::print_line(const Row& row, std::size_t line) {
  std::string text;
  // Spaces before the next value; spaces at the end of a line are not printed.
  std::size_t blanks = 0;
  bool is_first = true;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (widths_[i] == 0) continue;
    if (!std::exchange(is_first, false)) blanks += kColumnGap;
    const ShownCell& cell = row[i];
    Line value = line < cell.lines.size() ? cell.lines[line] : Line();
    if (layout_.width && value.cells > widths_[i]) {
      value.text = columns_[i].cut == Cut::End
                       ? shortened(value.text, widths_[i], layout_.charset)
                       : shortened_at_start(value.text, widths_[i], layout_.charset);
      value.cells = count_cells(value.text);
    }
    const std::size_t padding = widths_[i] - std::min(widths_[i], value.cells);
    if (columns_[i].align == Align::Right) blanks += padding;
    if (!value.text.empty()) {
      const std::string_view color = layout_.colors.of(cell.style);
      text.append(blanks, ' ').append(color).append(value.text);
      if (!color.empty()) text.append(layout_.colors.reset);
      blanks = 0;
    }
    if (columns_[i].align == Align::Left) blanks += padding;
  }
  console_.print("{}\n", text);
}

Column name_column(std::string heading) {
  return {.heading = std::move(heading), .min_width = 10, .max_width = 26};
}

Column number_column(std::string heading, std::uint8_t importance) {
  return {.heading = std::move(heading), .align = Align::Right, .importance = importance};
}

std::vector<std::size_t> fitted_widths(std::span<const Column> columns,
                                       std::span<const std::size_t> longest, std::size_t room) {
  return Fitting(columns, longest, room).widths();
}

std::string markdown_text(std::string_view text) {
  std::string markdown;
  text = without_last_line_end(text);
  while (text.starts_with(' ')) {
    markdown += "&nbsp;";
    text.remove_prefix(1);
  }
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    std::string storage;
    for (const char c : as_shown(without_last_line_end(line), storage)) {
      if (kMeaningful.find(c) != std::string_view::npos) markdown += '\\';
      markdown += c;
    }
    if (line.size() == text.size()) break;
    markdown += "<br>";
    text.remove_prefix(line.size() + 1);
  }
  return markdown;
}

MarkdownTable::MarkdownTable(std::vector<Column> columns, Console& console)
    : columns_(std::move(columns)), console_(console) {
  std::string rule = "|";
  console_.print("|");
  for (const Column& column : columns_) {
    if (column.purpose == Purpose::Drawing) continue;
    console_.print(" {} |", markdown_text(column.heading));
    rule += column.align == Align::Right ? " ---: |" : " --- |";
  }
  console_.print("\n{}\n", rule);
}

void MarkdownTable::add(std::span<const Cell> row) {
  console_.print("|");
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].purpose == Purpose::Drawing) continue;
    console_.print(" {} |", markdown_text(row[i].text));
  }
  console_.print("\n");
}

}  // namespace arbiter
