// Games of a store out into PGN, many at once.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "db/model/storage.h"
#include "lib/export/game_shape.h"

namespace arbiter {

// Some games as text, one behind the other.
struct ExportedGames {
  std::string_view pgn;
  std::uint64_t games = 0;      // how many they are
  std::uint64_t total = 0;      // of the whole export
  std::uint64_t set_aside = 0;  // pieces of text in them that could not be kept as moves
};

struct Export {
  FindQuery query = {};
  GameShape shape = {};
  unsigned jobs = 1;  // threads that read games and make the text
  // Games that are passed over, though they fit; rising.
  std::span<const GameId> without = {};
  // Called on the thread that asks, in the order of the query.
  std::function<void(const ExportedGames&)> receive;
};

// Writes the games as stored_pgn.h says. Throws IoError where the store is damaged.
void export_games(Storage& storage, const Export& order);

}  // namespace arbiter
