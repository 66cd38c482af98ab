// The repair of a whole file of games in bounded memory.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "lib/io/byte_source.h"
#include "lib/repair/repair.h"
#include "lib/repair/text_edits.h"

namespace arbiter {

struct Place {
  std::uint64_t line = 1;    // from 1
  std::uint64_t column = 1;  // in code points, from 1
};

struct BrokenGameInFile {
  std::string text;  // of the game, with the moves that `arbiter fmt` set aside as moves
  PgnGame game;      // views `text`; its tags view the chunk
  BrokenGame broken = {};
  Place place;  // of the first illegal move
  // The changed move of each repair, or the one after the missing move.
  std::vector<Place> changes = {};
};

struct FileRepairOptions {
  RepairOptions repair;
  std::optional<std::uint64_t> only_game;  // its number in the file, from 1
  // The minimum share of the likeliest repair; above 1, no game is repaired.
  double min_share = 2;
  // The repair to apply in the only game, from 1; it needs no minimum share.
  std::optional<std::uint64_t> named = {};
  // The number of threads that search for repairs; one if there is an only game.
  unsigned jobs = 1;
};

class FileRepairListener {
 public:
  virtual ~FileRepairListener() = default;
  // `applied` is the number of repairs in the game; 0: it is left as it is.
  virtual void on_broken(const BrokenGameInFile& game, std::uint32_t applied) = 0;
  // Called with the next chunk of the file, of whole games, and the changes in it.
  virtual void on_chunk(std::string_view text, std::span<const TextChange> changes) = 0;
};

struct FileRepairTotals {
  std::uint64_t games = 0;
  std::uint64_t broken = 0;
  std::uint64_t repaired = 0;  // legal to their ends
  std::uint64_t changed = 0;
};

// Repairs games; all other bytes stay. Fails on a file that is not PGN (find_other_content). Throws
// IoError if the system cannot read.
Result<FileRepairTotals> repair_file(ByteSource& source, const FileRepairOptions& options,
                                     FileRepairListener& listener);

// A game after its repairs.
struct RepairedGame {
  std::string text;
  std::uint32_t repairs = 0;
  bool is_legal = false;  // true if the main line is legal to its end
};

// Returns the game after the likeliest repair, repeated while another word is unreadable. Returns
// nothing if the result is not legal to its end, or if a repair has less than `min_share`. With a
// named repair, returns the game after the named repair, if it exists.
std::optional<RepairedGame> repaired_game(const PgnGame& game, const BrokenGame& broken,
                                          const FileRepairOptions& options);

}  // namespace arbiter
