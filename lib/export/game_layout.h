// How a game that has been told is put down: in PGN or in another format.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lib/diagnostics/diagnostic.h"
#include "lib/export/export_tags.h"
#include "lib/export/game_shape.h"
#include "lib/export/movetext_sink.h"

namespace arbiter {

// What is known of a game once its movetext has been told.
struct FinishedGame {
  const ExportTags& tags;
  std::string_view terminator;
  // Only if they are asked for.
  std::optional<std::span<const Diagnostic>> findings = {};
};

// Of one game after another, with the same storage.
class GameLayout {
 public:
  virtual ~GameLayout() = default;

  // To be told the movetext of the next game.
  virtual MovetextSink& start_game() = 0;

  // Appends the game to `text`. To be called once a game.
  virtual void finish_game(const FinishedGame& game, std::string& text) = 0;

  // Lines that begin with "%" and stand between two games. Most formats have no room for them.
  virtual void add_between(std::span<const std::string> /*lines*/, std::string& /*text*/) {}
};

std::unique_ptr<GameLayout> layout_of(const GameShape& shape);

// What stands around all games together: the text of each goes between.
class GamesFrame {
 public:
  explicit GamesFrame(const GameShape& shape);

  // What precedes the first text, even if there is none.
  std::string_view begin() const { return begin_; }
  // `games` without what would divide them from games before, where there are none.
  std::string_view next(std::string_view games);
  // What follows the last one.
  std::string_view end() const;

 private:
  GameFormat format_;
  std::string begin_;
  bool has_games_ = false;
};

}  // namespace arbiter
