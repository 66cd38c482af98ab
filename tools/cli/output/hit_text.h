// Where a pattern holds in a game, in words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "db/model/game_reach.h"
#include "db/model/stored_game.h"

namespace arbiter {

// How much a list says of each game's hits.
enum class HitDetail : std::uint8_t { First, All, Count };

struct HitText {
  PatternHit hit;
  std::string move;     // that led to it: "17. Nf5"; "start" for the first position
  std::string context;  // with the moves around it: "16... Qd7 [17. Nf5] Kh8"
  std::string fen;      // of the position then
};

struct GameHits {
  std::uint64_t count = 0;     // all of them
  std::vector<HitText> shown;  // those that are listed
};

// The hits of any of these patterns.
GameHits hits_in(const StoredGame& game,
                 std::span<const std::shared_ptr<const PatternPlan>> patterns, HitDetail detail);

}  // namespace arbiter
