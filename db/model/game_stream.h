// Many games out of a store, a batch after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "db/model/stored_game.h"

namespace arbiter {

// What was found in a game when it was imported.
struct StoredFinding {
  std::uint32_t ply = 0;  // 0: not about a move
  std::string id = {};    // as in `arbiter explain`
};

struct StreamedGame {
  StoredGame game;
  std::optional<std::uint16_t> ply = {};  // half-moves to the position, if one was asked for
  std::string record = {};  // all tags, and the movetext if it is kept (game_record.h)
  std::vector<StoredFinding> findings = {};  // by rising ply
};

struct StreamedBatch {
  std::vector<StreamedGame> games;
  std::string text = {};        // whatever `prepare` makes of them
  std::uint64_t set_aside = 0;  // pieces of text that `prepare` could not keep as moves
  std::uint64_t total = 0;      // games that come in all batches together
};

// What becomes of them.
struct GameStream {
  bool has_records = true;    // or they are left empty, and not read
  bool has_findings = false;  // the same
  unsigned jobs = 1;          // threads that read and prepare
  // Called by several threads at once, for one batch each.
  std::function<void(StreamedBatch&)> prepare = {};
  // Called on the thread that asks, in order.
  std::function<void(const StreamedBatch&)> receive;
};

}  // namespace arbiter
