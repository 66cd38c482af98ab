// Games that are looked for, and in which order.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "db/model/game_filter.h"
#include "db/model/ids.h"
#include "db/model/position_query.h"

namespace arbiter {

// What games can be sorted by.
enum class SortKey : std::uint8_t {
  Id,
  Date,
  Elo,  // the mean of the ratings that are known
  WhiteElo,
  BlackElo,
  White,  // names by their folded words
  Black,
  Event,
  Site,
  Eco,
  Plies,
  Result,
  Ply,  // when the position was reached
};

enum class SortDirection : std::uint8_t { Rising, Falling };

// What is not known comes last either way.
struct SortOrder {
  SortKey key = SortKey::Id;
  SortDirection direction = SortDirection::Rising;
};

struct FindQuery {
  GameFilter filter = {};
  std::optional<PositionQuery> position = {};  // the game reached it
  std::vector<SortOrder> order = {};           // the first decides; at last the game's number
  std::uint64_t offset = 0;                    // so many of the first are left out
  std::optional<std::uint64_t> limit = {};     // how many are listed; nothing: all
};

struct FoundGame {
  GameId id{};
  std::optional<std::uint16_t>
      ply;  // how many half-moves led to the position, if one was asked for
};

// What an answer cost.
struct FindCost {
  double filter_seconds = 0;
  double position_seconds = 0;
  double sort_seconds = 0;
  double verify_seconds = 0;
  std::uint64_t verified = 0;  // games replayed to the position
  std::uint64_t bitmaps = 0;   // of squares, read for patterns
  std::uint64_t walked = 0;    // games whose moves were read for filters

  double seconds() const {
    return filter_seconds + position_seconds + sort_seconds + verify_seconds;
  }
};

struct FoundGames {
  std::uint64_t total = 0;   // that fit, listed or not
  std::uint64_t listed = 0;  // from the offset up to the limit
  // Those that are listed. From Storage::stream() they may be missing, if all games are listed:
  // then they are as many as a store has.
  std::vector<FoundGame> games = {};
  FindCost cost = {};
};

}  // namespace arbiter
