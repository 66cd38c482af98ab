// Tables for people, on a terminal or in a pipe, and the colours of text output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "tools/cli/output/console.h"
#include "tools/cli/output/text_cells.h"

namespace arbiter {

// The style of a piece of text on a terminal.
enum class Style : std::uint8_t { Plain, Strong, Faint, Error, Warning, Note };

inline Style style_of(Severity severity) {
  if (severity >= Severity::Error) return Style::Error;
  return severity == Severity::Note ? Style::Note : Style::Warning;
}

// Terminal escape sequences; empty if the output is not coloured.
struct Palette {
  std::string_view error;
  std::string_view warning;
  std::string_view note;
  std::string_view strong;
  std::string_view faint;
  std::string_view reset;

  std::string_view of(Style style) const {
    switch (style) {
      case Style::Plain:
        return {};
      case Style::Strong:
        return strong;
      case Style::Faint:
        return faint;
      case Style::Error:
        return error;
      case Style::Warning:
        return warning;
      case Style::Note:
        return note;
    }
    return {};
  }
  std::string_view of(Severity severity) const { return of(style_of(severity)); }
};

inline constexpr Palette kNoColors{};
inline constexpr Palette kColors{"\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m",
                                 "\x1b[1m",    "\x1b[34m",   "\x1b[0m"};

enum class Align : std::uint8_t { Left, Right };

struct Cell {
  std::string text;
  Style style = Style::Plain;
};

// The treatment of line ends in a value: replaced with spaces, or kept.
enum class LineEnds : std::uint8_t { Blanks, Kept };

// The end at which a long value is truncated. Paths are truncated at the start.
enum class Cut : std::uint8_t { End, Start };

// The purpose of a column: data, or a drawing for terminals, such as a bar.
enum class Purpose : std::uint8_t { Data, Drawing };

inline constexpr std::uint8_t kEssential = 255;
inline constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

struct Column {
  std::string heading;
  Align align = Align::Left;
  // The importance of the column. If a terminal is too narrow, the least important columns are
  // omitted first, and listed below the table. Columns that identify the row are essential, and are
  // omitted last, from the right.
  std::uint8_t importance = kEssential;
  // Widths in terminal cells. Values may be truncated to `min_width`; by default never, because a
  // truncated number would be wrong. On a terminal, a column is wider than `max_width` only if
  // there is enough space.
  std::size_t min_width = kNoLimit;
  std::size_t max_width = kNoLimit;
  LineEnds line_ends = LineEnds::Blanks;
  Cut cut = Cut::End;
  Purpose purpose = Purpose::Data;
};

// Return a column for player names, and one for numbers.
Column name_column(std::string heading);
Column number_column(std::string heading, std::uint8_t importance = kEssential);

inline constexpr std::size_t kColumnGap = 2;

// Returns the widths of columns whose longest values take `longest` cells, in a terminal of `room`
// cells; 0 for an omitted column. The total of the other columns and the gaps between them is at
// most `room`.
std::vector<std::size_t> fitted_widths(std::span<const Column> columns,
                                       std::span<const std::size_t> longest, std::size_t room);

// The layout of human-readable text.
struct TextLayout {
  std::optional<std::size_t> width;  // terminal width; nothing in a pipe
  Charset charset = Charset::Utf8;
  Palette colors;
};

TextLayout layout_of(const Console& console);

// Returns text for display: UTF-8 or ASCII, with spaces instead of control characters.
std::string shown_text(std::string_view text, Charset charset);

// A table as text. On a terminal, lines fit the width. Long values are truncated with an ellipsis,
// and the least important columns are omitted and listed on standard error. In a pipe, all columns
// and complete values are printed. A table without rows prints nothing. Rows are printed in
// batches; column widths depend on the batches so far.
class TextTable {
 public:
  TextTable(std::vector<Column> columns, const TextLayout& layout, Console& console);

  void add(std::vector<Cell> row);

  // Completes the table. Called once, after the last row.
  void finish();

 private:
  // The number of rows in a batch, which take about 1 kB each.
  static constexpr std::size_t kRowsOnTerminal = 1000;
  static constexpr std::size_t kRowsInPipe = 20'000;

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
  void report_hidden() const;

  std::vector<Column> columns_;
  TextLayout layout_;
  Console& console_;
  std::vector<std::size_t> longest_;  // longest values so far, in cells
  std::vector<std::size_t> widths_;   // 0 if not displayed; empty if not yet measured
  std::vector<Row> rows_;             // rows that were not printed yet
};

// Returns `text` escaped for a Markdown cell. Line ends become <br>, leading spaces become &nbsp;,
// and Markdown punctuation is escaped.
std::string markdown_text(std::string_view text);

// A table in Markdown: UTF-8, with complete values, without drawings. The headings are printed even
// if there are no rows.
class MarkdownTable {
 public:
  MarkdownTable(std::vector<Column> columns, Console& console);

  void add(std::span<const Cell> row);

 private:
  std::vector<Column> columns_;
  Console& console_;
};

}  // namespace arbiter
