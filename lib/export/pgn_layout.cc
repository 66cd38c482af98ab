#include "lib/export/pgn_layout.h"

namespace arbiter {

PgnLayout::PgnLayout(const GameShape& shape) : shape_(shape.movetext), spelling_(shape.moves) {}

MovetextSink& PgnLayout::start_game() {
  movetext_.clear();
  writer_.emplace(movetext_, shape_);
  return *this;
}

void PgnLayout::finish_game(const FinishedGame& game, std::string& text) {
  writer_->end_game(game.terminator);
  ExportWriter head(text);
  game.tags.write(head);
  text += movetext_;
}

void PgnLayout::add_between(std::span<const std::string> lines, std::string& text) {
  for (const std::string& line : lines) text.append(line) += '\n';
  if (!lines.empty()) text += '\n';
}

void PgnLayout::begin(const Position* start) { castling_ = castling_in_uci(start); }

void PgnLayout::move(const WrittenMove& move) {
  if (spelling_.notation == MoveNotation::San) {
    return writer_->move(move.san, move.number, move.color);
  }
  writer_->respelled_move(spelled(move.san, move.move, move.color, spelling_, castling_),
                          move.number, move.color);
}

}  // namespace arbiter
