// The deletion of games, and the removal of what deleted games leave.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "db/model/game_set.h"
#include "db/sqlite/games/database.h"

namespace arbiter::sqlite {

enum class Derived {
  Keep,    // what follows from the games is kept where it is sound
  Rebuild  // index, columns and folded names are made anew from the games
};

struct CompactionOptions {
  Derived derived = Derived::Keep;
  unsigned jobs = 1;
};

struct CompactionResult {
  std::uint64_t games = 0;     // deleted ones that are gone now
  std::uint64_t names = 0;     // that no game had any more
  std::uint64_t segments = 0;  // of the index, before
  bool was_rebuilt = false;    // the index was made anew
  std::uint64_t bytes_before = 0;
  std::uint64_t bytes_after = 0;
};

// How much of it is done, from 0 to 1.
using CompactionProgress = std::function<void(double share)>;

// The same as compact_database() for a file, by a copy that takes its place: writes about as much
// as it is large afterwards, and whenever it is interrupted, the file is as it was. A copy that was
// not finished, PATH-compact, is removed next time. Others can read meanwhile; at the end it waits
// up to ten seconds until nobody has the file open, and throws IoError if somebody still has. Where
// the index is damaged or is to be made anew, or the file has objects of the user's own or another
// name, it is compact_database().
CompactionResult compact_file(std::unique_ptr<Database> database, const CompactionOptions& options,
                              const CompactionProgress& progress);

// Takes out what deleted games have left, makes one segment of the index, and gives unused
// space back. Games keep their numbers, and no number is ever used again. A segment that is
// damaged makes the index be made anew. Interrupted at any moment, the file is as it was before or
// as it is behind one of two transactions: games and index; the space. Needs room for the file
// once more, beside it and where temporary files are. Others can read meanwhile. About 150 ns a
// posting. Throws IoError, DamageError where something else than the index is damaged.
CompactionResult compact_database(const Database& database, const CompactionOptions& options);

// Marks games as deleted, inside the caller's transaction: no question sees them any more, and
// what they take up goes with compact_database(). Those that are not there, or deleted already,
// are left. About 15 us a game.
struct Deletion {
  std::uint64_t games = 0;     // that were deleted
  std::uint64_t postings = 0;  // that the index has more for that
};
Deletion delete_games(const Database& database, const GameSet& games, unsigned jobs = 1);

}  // namespace arbiter::sqlite
