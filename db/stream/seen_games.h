// Duplicate games of a stream, found in one pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/game_draft.h"
#include "lib/laws/game_end.h"

namespace arbiter {

// The properties of a game by which duplicates are recognized.
struct GameFingerprint {
  // A hash of the initial position and all moves, and of the players if the moves are few.
  std::uint64_t moves = 0;
  std::uint32_t date = 0;  // yyyymmdd, 0 for unknown parts
  std::uint16_t plies = 0;
  Outcome result = Outcome::Unknown;
  std::string white = {};
  std::string black = {};
  bool can_have_duplicates = true;  // false if it is short and a player is unknown
};

// Returns the fingerprint of a game of the batch.
GameFingerprint fingerprint_of(const DraftBatch& batch, const GameDraft& draft);

// Games that were seen. Two games are duplicates if their moves are equal and no known property
// differs (may_be_same in same_game.h), like those that `import --duplicates` finds. A game is
// compared with the first 64 that have the same moves. About 40 bytes of memory a game, and its
// names.
class SeenGames {
 public:
  // Returns whether a duplicate of the game was added before. Otherwise adds the game.
  bool contains_or_add(const GameFingerprint& game);

  std::size_t size() const { return games_.size(); }

 private:
  struct Game {
    std::uint64_t moves;
    std::uint32_t block;  // of the names
    std::uint32_t offset;
    std::uint32_t date;
    std::uint16_t plies;
    Outcome result;
  };

  bool is_duplicate(const Game& known, const GameFingerprint& game) const;
  void add(const GameFingerprint& game);
  void grow();

  std::deque<Game> games_;
  std::vector<std::string> blocks_;    // "white\0black\0" of one game after another
  std::vector<std::uint32_t> places_;  // a hash table of 1 + index of `games_`; 0: free
};

}  // namespace arbiter
