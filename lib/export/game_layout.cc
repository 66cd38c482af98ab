#include "lib/export/game_layout.h"

#include "lib/export/json_layout.h"
#include "lib/export/line_layouts.h"
#include "lib/export/pgn_layout.h"

namespace arbiter {

std::unique_ptr<GameLayout> layout_of(const GameShape& shape) {
  switch (shape.format) {
    case GameFormat::Pgn:
      break;
    case GameFormat::Json:
    case GameFormat::JsonLines:
      return std::make_unique<JsonLayout>(shape);
    case GameFormat::Csv:
      return std::make_unique<CsvLayout>(shape);
    case GameFormat::Uci:
      return std::make_unique<UciLayout>();
    case GameFormat::Epd:
    case GameFormat::Fen:
    case GameFormat::PositionLines:
      return std::make_unique<PositionLayout>(shape.format);
  }
  return std::make_unique<PgnLayout>(shape);
}

GamesFrame::GamesFrame(const GameShape& shape) : format_(shape.format) {
  if (format_ == GameFormat::Json) begin_ = "[";
  if (format_ == GameFormat::Csv) begin_ = CsvLayout::head(shape);
}

// In an array, a comma precedes each.
std::string_view GamesFrame::next(std::string_view games) {
  if (!has_games_ && !games.empty() && format_ == GameFormat::Json) games.remove_prefix(1);
  has_games_ = has_games_ || !games.empty();
  return games;
}

std::string_view GamesFrame::end() const { return format_ == GameFormat::Json ? "\n]\n" : ""; }

}  // namespace arbiter
