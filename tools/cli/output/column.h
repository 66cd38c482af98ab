// The columns of a table for people, as data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/cli/output/palette.h"

namespace arbiter {

enum class Align : std::uint8_t { Left, Right };

struct Cell {
  std::string text;
  Style style = Style::Plain;
};

// Whether a value with line ends takes several lines, or blanks stand for them.
enum class LineEnds : std::uint8_t { Blanks, Kept };

// Only where it is drawn: a bar in front of the same numbers.
enum class Purpose : std::uint8_t { Data, Drawing };

inline constexpr std::uint8_t kEssential = 255;
inline constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

struct Column {
  std::string heading;
  Align align = Align::Left;
  // Where a terminal is too narrow, the least important columns go first. Essential ones stay.
  std::uint8_t importance = kEssential;
  // In cells of a terminal. Values are shortened to no less than `min_width`, by default never, as
  // a part of a number is another number; they make a column no wider than `max_width` unless there
  // is room.
  std::size_t min_width = kNoLimit;
  std::size_t max_width = kNoLimit;
  LineEnds line_ends = LineEnds::Blanks;
  Purpose purpose = Purpose::Data;
};

// For players' names, and for numbers.
Column name_column(std::string heading);
Column number_column(std::string heading, std::uint8_t importance = kEssential);

inline constexpr std::size_t kColumnGap = 2;

// How wide columns become whose longest values take `longest` cells, in a terminal of `room` cells;
// 0 for a column that goes. The sum of the others and the gaps between them is at most `room`.
std::vector<std::size_t> fitted_widths(std::span<const Column> columns,
                                       std::span<const std::size_t> longest, std::size_t room);

}  // namespace arbiter
