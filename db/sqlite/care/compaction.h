// The compaction of a file, the upgrade of files with an older schema, and the renewal of checksums
// for pages that another program wrote.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "db/model/storage.h"
#include "db/sqlite/games/database.h"
#include "lib/openings/opening_table.h"

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
  std::vector<std::string> losses = {};  // lost properties of the file, each as a sentence
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

struct UpgradeOptions {
  // True to remove tables, views, indexes and triggers that do not belong to Arbiter.
  bool removes_foreign = false;
  // The table for classifying all games again. If null, only games without openings are classified,
  // with known_openings().
  const OpeningTable* openings = nullptr;
  unsigned jobs = 1;
};

struct UpgradeResult {
  std::size_t removed = 0;
  std::int64_t version_before = 0;
  // True if indexes of squares and material were added that the file lacked.
  bool has_new_indexes = false;
  bool was_classified = false;  // true if the games were given their openings
  std::uint64_t bytes_before = 0;
  std::uint64_t bytes_after = 0;
};

// Upgrades a file. A file of the current schema gets only missing indexes and openings, and what
// the options request. After an interruption the file can be read, and upgraded again. Other
// programs can read it meanwhile. Throws IoError. Precondition: `database` was opened with
// Database::open_to_upgrade().
UpgradeResult upgrade_database(const Database& database, const UpgradeOptions& options = {});

struct Renewal {
  std::uint64_t faults = 0;  // number of problems in the file; if it is not 0, no page was changed
  std::uint64_t pages = 0;   // number of pages with a new checksum
};

// Checks the file without comparing page checksums. If there are no problems, writes new checksums
// to mismatched pages. Can be repeated after an interruption. No other program may write meanwhile.
// Throws IoError. Precondition: Database::open_unchecked() for writing.
Renewal renew_pages(const Database& database, unsigned jobs, IntegrityListener& listener);

}  // namespace arbiter::sqlite
