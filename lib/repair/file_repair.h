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
  std::uint64_t line = 1;
  std::uint64_t column = 1;  // column in code points, from 1
};

struct BrokenGameInFile {
  std::string text;  // text of the game, with moves restored that `arbiter fmt` set aside
  PgnGame game;      // views `text`; its tags view the chunk
  BrokenGame broken = {};
  Place place;  // the place of the first illegal move
  // For each repair, the changed move, or the move after the missing move.
  std::vector<Place> changes = {};
};

struct FileRepairOptions {
  RepairOptions repair;
  std::optional<std::uint64_t> only_game;  // game number in the file, from 1; nothing: all games
  // The minimum share of the most likely repair; if above 1, no game is repaired.
  double min_share = 2;
  // The number of the repair to apply in `only_game`, from 1, regardless of its share.
  std::optional<std::uint64_t> named = {};
  // The number of threads that search for repairs; 1 if `only_game` is set.
  unsigned jobs = 1;
};

class FileRepairListener {
 public:
  virtual ~FileRepairListener() = default;
  // Called with a game that has an illegal move. `applied` is the number of applied repairs; 0 if
  // the game is unchanged.
  virtual void on_broken(const BrokenGameInFile& game, std::uint32_t applied) = 0;
  // Called with the next chunk of whole games, and the changes in it.
  virtual void on_chunk(std::string_view text, std::span<const TextChange> changes) = 0;
};

struct FileRepairTotals {
  std::uint64_t games = 0;
  std::uint64_t broken = 0;
  std::uint64_t repaired = 0;  // games that are legal to their end after the repair
  std::uint64_t changed = 0;
};

// Repairs games; all other bytes are unchanged. Fails on a file that is not PGN
// (find_other_content). Throws IoError if the system cannot read.
Result<FileRepairTotals> repair_file(ByteSource& source, const FileRepairOptions& options,
                                     FileRepairListener& listener);

// A game after its repairs.
struct RepairedGame {
  std::string text;
  std::uint32_t repairs = 0;
  bool is_legal = false;  // true if the main line is legal to its end
};

// Returns the game after its most likely repair, and further ones while another word is unreadable.
// Returns nothing if the result is not legal to its end, or if a repair has less than `min_share`.
// If options.named is set, applies that repair, if it exists.
std::optional<RepairedGame> repaired_game(const PgnGame& game, const BrokenGame& broken,
                                          const FileRepairOptions& options);

}  // namespace arbiter
