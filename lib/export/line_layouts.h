// Formats with one line for each game or position.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/export/game_layout.h"
#include "lib/export/neutral_text.h"

namespace arbiter {

// Omits everything but the moves of the main line.
class MainLineSink : public MovetextSink {
 protected:
  void move(const WrittenMove& move) final {
    if (depth_ == 0) main_line_move(move);
  }
  void word(std::string_view) final {}
  void nag(std::uint32_t) final {}
  void comment(std::string_view) final {}
  void escape(std::string_view) final {}
  void start_variation() final { ++depth_; }
  void end_variation() final { --depth_; }

  virtual void main_line_move(const WrittenMove& move) = 0;

 private:
  std::size_t depth_ = 0;
};

// Writes tags, the number of half-moves, and the moves without numbers.
class CsvLayout final : public GameLayout, private MainLineSink {
 public:
  explicit CsvLayout(const GameShape& shape);

  // Returns the column names as a row.
  static std::string head(const GameShape& shape);

  MovetextSink& start_game() override;
  void finish_game(const FinishedGame& game, std::string& text) override;

 private:
  void begin(const Position* start) override { castling_ = castling_in_uci(start); }
  void main_line_move(const WrittenMove& move) override;

  std::vector<std::string> tags_;
  MoveSpelling spelling_;
  UciCastling castling_ = UciCastling::KingsSquare;
  std::uint64_t plies_ = 0;
  std::string moves_;
  CsvRow row_;
};

// Writes UCI commands: "position startpos moves e2e4 e7e5".
class UciLayout final : public GameLayout, private MainLineSink {
 public:
  MovetextSink& start_game() override;
  void finish_game(const FinishedGame& game, std::string& text) override;

 private:
  void begin(const Position* start) override;
  void main_line_move(const WrittenMove& move) override;

  std::string line_;  // empty: there is no board
  bool has_moves_ = false;
  UciCastling castling_ = UciCastling::KingsSquare;
};

// Writes every position of the main line.
class PositionLayout final : public GameLayout, private MainLineSink {
 public:
  explicit PositionLayout(GameFormat format) : format_(format) {}

  MovetextSink& start_game() override;
  void finish_game(const FinishedGame& game, std::string& text) override;

 private:
  struct Reached {
    std::string fen;
    std::string san = {};  // of the move that follows
    std::string uci = {};
  };

  void begin(const Position* start) override;
  void main_line_move(const WrittenMove& move) override;
  void append_json(const Reached& reached, std::size_t ply, const std::string& about,
                   std::string& text) const;

  GameFormat format_;
  UciCastling castling_ = UciCastling::KingsSquare;
  std::vector<Reached> positions_;
};

// Returns the four FEN fields that identify the position in a FEN line, an EPD line or a JSON
// object of PositionLayout.
std::string_view position_in(std::string_view line);

}  // namespace arbiter
