// How games are imported.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "db/import/file_part.h"
#include "db/model/game_archive.h"
#include "db/model/game_filter.h"
#include "lib/openings/opening_table.h"
#include "lib/validate/validator.h"

namespace arbiter {

// What becomes of a game with an illegal or unreadable move in its main line.
enum class IllegalGames {
  Keep,  // the moves before it are indexed, and the movetext is kept as it was written
  Skip,
  Stop,  // the import ends before this game
};

// What becomes of a game that is there already (duplicates.h).
enum class DuplicateGames { Keep, Flag, Skip };

// What becomes of a file that was imported before.
enum class KnownFiles {
  Skip,     // what was added to it is read; if its text has changed, nothing is
  Replace,  // the games of a text that has changed take the place of those of before
  Again,    // it is read once more, as a new source
};

struct ImportOptions {
  ValidatorOptions validator;
  IllegalGames illegal = IllegalGames::Keep;
  // With KnownFiles::Replace, games are kept.
  DuplicateGames duplicates = DuplicateGames::Keep;
  KnownFiles known_files = KnownFiles::Skip;
  // Of each file. What cannot be divided, databases among it, is read with the first part.
  FilePart part = {};
  GameFilter where;  // games that do not fit are left out
  // Says the openings of the games, and outlives them.
  const OpeningTable* openings = &known_openings();

  unsigned jobs = 1;  // threads that read and check; the calling thread writes beside them
  // Bytes that all of the import should stay within: decides how large batches get.
  // Less than 128 MB is taken as 128 MB; a single game may be larger.
  std::uint64_t memory = std::uint64_t{512} << 20;
  // The most games in a batch, and so in a segment of the index.
  std::uint32_t batch_games = 65'536;
  // For paths that name databases, whose games are imported as well.
  DatabaseOpener databases = {};
};

}  // namespace arbiter
