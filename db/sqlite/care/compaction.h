// Compaction: removal of data left behind by deleted games.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "db/sqlite/games/database.h"

namespace arbiter::sqlite {

enum class Derived {
  Keep,    // keeps undamaged derived data
  Rebuild  // rebuilds index, columns and folded names from the games
};

struct CompactionOptions {
  Derived derived = Derived::Keep;
  unsigned jobs = 1;
};

struct CompactionResult {
  std::uint64_t games = 0;     // number of removed games, which had been deleted
  std::uint64_t names = 0;     // number of removed unreferenced names
  std::uint64_t segments = 0;  // number of index segments before compaction
  bool was_rebuilt = false;    // true if the index was rebuilt
  std::uint64_t bytes_before = 0;
  std::uint64_t bytes_after = 0;
  std::vector<std::string> losses = {};  // lost properties of the file, each a sentence as in Error
};

// A function that receives the finished share, from 0 to 1.
using CompactionProgress = std::function<void(double share)>;

// Compacts a file by writing a copy that replaces it. Writes about as much data as the file
// contains afterwards. An interruption leaves the file unchanged; the next compaction removes the
// unfinished copy, PATH-compact. Others can read meanwhile. At the end, waits up to ten seconds
// until no other program has the file open, and otherwise throws IoError. Calls compact_database()
// if the index is damaged or must be rebuilt. Does the same if the file contains user objects or
// has another hard link.
CompactionResult compact_file(std::unique_ptr<Database> database, const CompactionOptions& options,
                              const CompactionProgress& progress);

// Removes data of deleted games, merges the index into one segment, and returns unused disk space.
// Games keep their numbers, and no number is reused. Rebuilds the index if a segment is damaged.
// Uses two transactions, one for games and index and one for the disk space; an interruption leaves
// the file before or after one of them. Needs disk space equal to the file size, both in its folder
// and in the temporary folder. Others can read meanwhile. Takes about 150 ns per posting. Throws
// IoError, and DamageError if anything except the index is damaged.
CompactionResult compact_database(const Database& database, const CompactionOptions& options);

}  // namespace arbiter::sqlite
