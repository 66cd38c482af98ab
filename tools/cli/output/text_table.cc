#include "tools/cli/output/text_table.h"

#include <algorithm>
#include <utility>

#include "tools/cli/output/utf8.h"

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
  if (rows_.size() == kRowsAtOnce) print_rows();
}

void TextTable::finish() {
  if (!rows_.empty()) print_rows();
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
  for (std::size_t i = 0; i < widths_.size(); ++i) {
    widths_[i] = std::min(widths_[i], columns_[i].max_width);
  }
}

void TextTable::print(const Row& row) {
  std::size_t lines = 0;
  for (const ShownCell& cell : row) lines = std::max(lines, cell.lines.size());
  for (std::size_t line = 0; line < lines; ++line) print_line(row, line);
}

void TextTable::print_line(const Row& row, std::size_t line) {
  std::string text;
  std::size_t blanks = 0;  // before the next value; those at the end of a line are not printed
  bool is_first = true;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (widths_[i] == 0) continue;
    if (!std::exchange(is_first, false)) blanks += kColumnGap;
    const ShownCell& cell = row[i];
    Line value = line < cell.lines.size() ? cell.lines[line] : Line();
    if (layout_.width && value.cells > widths_[i]) {
      value.text = shortened(value.text, widths_[i], layout_.charset);
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

}  // namespace arbiter
