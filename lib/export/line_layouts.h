// Formats with one line for each game or position.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "lib/export/game_layout.h"

namespace arbiter {

// Returns the layout of a format with one line for each game (CSV, UCI) or position.
std::unique_ptr<GameLayout> line_layout_of(const GameShape& shape);

// Returns the column names of CSV as a row.
std::string csv_header(const GameShape& shape);

// Returns the four FEN fields that identify the position in a FEN line, an EPD line or a JSON
// object of GameFormat::PositionLines.
std::string_view position_in(std::string_view line);

}  // namespace arbiter
