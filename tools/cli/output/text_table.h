// Rows under each other for people, on a terminal or in a pipe.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tools/cli/output/column.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/palette.h"
#include "tools/cli/output/text_cells.h"

namespace arbiter {

// Where text for people goes.
struct TextLayout {
  std::optional<std::size_t> width;  // of the terminal; nothing in a pipe
  Charset charset = Charset::Utf8;
  Palette colors;
};

TextLayout layout_of(const Console& console);

// Text from anywhere as people are shown it: UTF-8 or ASCII, blanks for control characters.
std::string shown_text(std::string_view text, Charset charset);

// On a terminal no line is longer than the terminal is wide: the least important columns go, and
// long values end in "…". In a pipe all columns and whole values are printed. A table without rows
// is nothing. Rows are printed a thousand at once: columns are as wide as these and those before
// need.
class TextTable {
 public:
  TextTable(std::vector<Column> columns, const TextLayout& layout, Console& console);

  // A cell for each column.
  void add(std::vector<Cell> row);

  // To be called once, after the last row.
  void finish();

 private:
  static constexpr std::size_t kRowsAtOnce = 1000;

  struct Line {
    std::string text;
    std::size_t cells = 0;
  };
  struct ShownCell {
    std::vector<Line> lines;
    Style style = Style::Plain;
  };
  using Row = std::vector<ShownCell>;

  ShownCell shown(const Cell& cell, const Column& column) const;
  Row headings() const;
  void print_rows();
  void measure();
  void print(const Row& row);
  void print_line(const Row& row, std::size_t line);

  std::vector<Column> columns_;
  TextLayout layout_;
  Console& console_;
  std::vector<std::size_t> longest_;  // values, in cells, so far
  std::vector<std::size_t> widths_;   // 0: not shown; empty: not yet measured
  std::vector<Row> rows_;             // not yet printed
};

}  // namespace arbiter
