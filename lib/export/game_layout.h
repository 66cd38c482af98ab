// Layouts of a game, in PGN or another format, including formats with one line per game or
// position.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lib/diagnostics/sink.h"
#include "lib/export/export_tags.h"
#include "lib/export/game_shape.h"
#include "lib/export/movetext_sink.h"

namespace arbiter {

// The letters of the JSON member "order", which lists the annotations of a move if their order is
// unusual. The usual order is NAGs, comments, variations, escapes, words.
inline constexpr std::string_view kJsonOrder = "NCVEW";

// The data that a layout writes in addition to the movetext.
struct FinishedGame {
  const ExportTags& tags;
  std::string_view terminator;
  // Set only if the shape includes findings.
  std::optional<std::span<const Diagnostic>> findings = {};
};

// Writes games one after another, reusing its memory.
class GameLayout {
 public:
  virtual ~GameLayout() = default;

  // Starts the next game. Returns the sink of its movetext.
  virtual MovetextSink& start_game() = 0;

  // Appends the game to `text`. Called once per game.
  virtual void finish_game(const FinishedGame& game, std::string& text) = 0;

  // Appends lines that begin with "%" between two games. Most formats omit them.
  virtual void add_between(std::span<const std::string> /*lines*/, std::string& /*text*/) {}
};

std::unique_ptr<GameLayout> layout_of(const GameShape& shape);

class GamesFrame {
 public:
  explicit GamesFrame(const GameShape& shape);

  // Returns the text before the first game, which is written even without games.
  std::string_view begin() const { return begin_; }
  // Returns `games`. On the first call, removes the leading separator.
  std::string_view next(std::string_view games);
  // Returns the text after the last game.
  std::string_view end() const;

 private:
  GameFormat format_;
  std::string begin_;
  bool has_games_ = false;
};

// Returns the layout of a format with one line per game (CSV, UCI) or position.
std::unique_ptr<GameLayout> line_layout_of(const GameShape& shape);

// Returns the column names of CSV as a row.
std::string csv_header(const GameShape& shape);

// Returns the four FEN fields that identify the position, in a line of a position format.
std::string_view position_in(std::string_view line);

}  // namespace arbiter
