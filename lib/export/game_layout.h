// How a game that has been told is put down: in PGN or in another format.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "lib/export/export_tags.h"
#include "lib/export/game_shape.h"
#include "lib/export/movetext_sink.h"

namespace arbiter::export_ {

// Of one game after another, with the same storage.
class GameLayout {
 public:
  GameLayout() = default;
  GameLayout(const GameLayout&) = delete;
  GameLayout& operator=(const GameLayout&) = delete;
  virtual ~GameLayout() = default;

  // To be told the movetext of the next game.
  virtual MovetextSink& start_game() = 0;

  // Appends the game to `text`. To be called once a game.
  virtual void finish_game(const ExportTags& tags, std::string_view terminator,
                           std::string& text) = 0;

  // Lines that begin with "%" and stand between two games. Most formats have no room for them.
  virtual void add_between(std::span<const std::string> /*lines*/, std::string& /*text*/) {}
};

std::unique_ptr<GameLayout> layout_of(const GameShape& shape);

}  // namespace arbiter::export_
