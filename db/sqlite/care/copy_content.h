// The content of a copy of a game beside its moves, and what deleting the copy would lose.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/model/stored_game.h"
#include "db/sqlite/games/game_reader.h"

namespace arbiter::sqlite {

struct CopyContent {
  struct Tag {
    KnownTag known;
    std::string name;
    std::string value;

    bool operator==(const Tag&) const = default;
  };

  StoredGame game;
  std::vector<Tag> tags;  // with a known value, and none that the moves imply, like PlyCount
  std::string movetext;   // without the result; empty: nothing but the moves

  // Copies with equal hashes have the same tags and the same movetext.
  std::uint64_t hash() const;
};

class ContentReader {
 public:
  explicit ContentReader(const Connection& connection) : games_(connection) {}

  // About 10 us, and 60 us more for a game far from the last one.
  CopyContent read(GameId id);

 private:
  GameReader games_;
};

struct ContentDifference {
  std::string missing;  // what the kept copy lacks: "Date, WhiteElo, comments or variations"
  std::string other;    // the values that differ: `Event "Blitz", Site "Bern"`
};

// What `copy` has and `kept` has not. A more complete date or name is missing, a less complete one
// is not. Names of players that differ are not listed.
ContentDifference difference_of(const CopyContent& kept, const CopyContent& copy);

}  // namespace arbiter::sqlite
