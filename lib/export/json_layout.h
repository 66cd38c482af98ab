// Games in JSON; tools/docs/game.schema.json describes the object.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lib/export/comment_values.h"
#include "lib/export/game_layout.h"
#include "lib/export/json_node.h"

namespace arbiter {

class JsonLayout final : public GameLayout, private MovetextSink {
 public:
  explicit JsonLayout(const GameShape& shape)
      : is_array_(shape.format == GameFormat::Json), has_fens_(shape.adds(GamePart::Fens)) {}

  MovetextSink& start_game() override;
  void finish_game(const FinishedGame& game, std::string& text) override;
  void add_between(std::span<const std::string> lines, std::string& text) override;

 private:
  // A main line or a variation.
  struct Line {
    JsonNode node;            // its beginning, then its last move
    std::string begin = {};   // the members of the beginning
    std::string moves = {};   // all but the last
    std::uint32_t plies = 0;  // of the game up to here
    bool has_move = false;
  };

  Line& line() { return lines_[depth_]; }
  void open_line(std::uint32_t plies);
  // Appends the members of the line that is open.
  void close_line(std::string& json);
  void close_node();

  void begin(const Position* start) override;
  void move(const WrittenMove& move) override;
  void word(std::string_view text) override { line().node.add_word(text); }
  void nag(std::uint32_t number) override { line().node.add_nag(number); }
  void comment(std::string_view text) override { line().node.add_comment(text); }
  void escape(std::string_view text) override { line().node.add_escape(text); }
  void start_variation() override;
  void end_variation() override;

  bool is_array_;
  bool has_fens_;
  UciCastling castling_ = UciCastling::KingsSquare;
  std::vector<Line> lines_;  // with their storage; those up to `depth_` are open
  std::size_t depth_ = 0;
  std::string variation_;
};

}  // namespace arbiter
