// PGN export format.
#pragma once

#include <optional>
#include <string>

#include "lib/export/game_layout.h"
#include "lib/notation/uci.h"
#include "lib/pgn/export_writer.h"

namespace arbiter {

class PgnLayout final : public GameLayout, private MovetextSink {
 public:
  explicit PgnLayout(const GameShape& shape);

  MovetextSink& start_game() override;
  void finish_game(const FinishedGame& game, std::string& text) override;
  void add_between(std::span<const std::string> lines, std::string& text) override;

 private:
  void begin(const Position* start) override;
  void move(const WrittenMove& move) override;
  void word(std::string_view text) override { writer_->word(text); }
  void nag(std::uint32_t number) override { writer_->nag(number); }
  void comment(std::string_view text) override { writer_->comment(text); }
  void escape(std::string_view line) override { writer_->escape(line); }
  void start_variation() override { writer_->start_variation(); }
  void end_variation() override { writer_->end_variation(); }

  MovetextShape shape_;
  MoveSpelling spelling_;
  UciCastling castling_ = UciCastling::KingsSquare;
  std::string movetext_;  // the tags in front of it name the result at its end
  std::optional<ExportWriter> writer_;
};

}  // namespace arbiter
