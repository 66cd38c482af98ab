// The removal of the data that deleted games leave.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "db/sqlite/games/database.h"

namespace arbiter::sqlite {

enum class Derived {
  Keep,    // keeps derived data that are sound
  Rebuild  // index, columns and folded names are rebuilt from the games
};

struct CompactionOptions {
  Derived derived = Derived::Keep;
  unsigned jobs = 1;
};

struct CompactionResult {
  std::uint64_t games = 0;     // deleted games that were removed
  std::uint64_t names = 0;     // names that no game used any more
  std::uint64_t segments = 0;  // segments of the index before
  bool was_rebuilt = false;    // the index was rebuilt
  std::uint64_t bytes_before = 0;
  std::uint64_t bytes_after = 0;
  std::vector<std::string> losses = {};  // properties of the file, each a sentence as in Error
};

// Receives the finished share, from 0 to 1.
using CompactionProgress = std::function<void(double share)>;

// Compacts a file by a copy that replaces it. Writes about as much as the file has afterwards. An
// interruption leaves the file unchanged; an unfinished copy, PATH-compact, is removed next time.
// Others can read meanwhile. At the end it waits up to ten seconds until no other program has the
// file open, and otherwise throws IoError. Calls compact_database() if the index is damaged or to
// be rebuilt, or if the file has objects of the user's own or another name.
CompactionResult compact_file(std::unique_ptr<Database> database, const CompactionOptions& options,
                              const CompactionProgress& progress);

// Removes what deleted games have left, makes one segment of the index, and gives unused space
// back. Games keep their numbers, and no number is reused. A damaged segment makes it rebuild the
// index. An interruption leaves the file before or after one of two transactions: games and index;
// the space. Needs the size of the file again in its folder and in the temporary folder. Others can
// read meanwhile. About 150 ns per posting. Throws IoError, and DamageError if anything but the
// index is damaged.
CompactionResult compact_database(const Database& database, const CompactionOptions& options);

}  // namespace arbiter::sqlite
