// The content of a copy of a game beside its moves, and what deleting the copy would lose.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/model/ids.h"
#include "db/model/stored_game.h"
#include "db/sqlite/file/connection.h"
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

// 24 bytes: of millions at once, where a file has been imported again and again.
struct RecordQuality {
  std::uint64_t content = 0;  // its hash: equal where tags and movetext are
  std::uint32_t number = 0;   // of the game: there are fewer than 2^28
  std::uint32_t findings = 0;
  std::uint16_t plies = 0;
  std::uint16_t tags = 0;         // of CopyContent; 65,535: or more
  std::uint8_t date_parts = 0;    // that are known: year, month, day
  std::uint8_t name_parts = 0;    // of the players: a point for an initial, two for a longer word
  bool is_complete : 1 = true;    // no illegal or unreadable move stops it
  bool is_annotated : 1 = false;  // with comments, variations or marks
  bool has_result : 1 = false;

  GameId game() const { return GameId{number}; }
};

class QualityReader {
 public:
  explicit QualityReader(const Connection& connection);

  // About 25 us.
  RecordQuality of(GameId id);

 private:
  ContentReader contents_;
  Statement findings_;
};

// Whether `a` is the one to keep: it is longer; complete; annotated; its result is known; its date
// is known better; it has more tags; fuller names; fewer findings; it came first. The first
// criterion that differs decides.
bool is_better(const RecordQuality& a, const RecordQuality& b);

// Why, seen from `worse`: "it is 12 half-moves shorter", "it has 2 tags fewer". Precondition:
// is_better(better, worse).
std::string reason_to_discard(const RecordQuality& better, const RecordQuality& worse);

}  // namespace arbiter::sqlite
