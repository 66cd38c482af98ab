// Renames players in a file of games, in bounded memory.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/result.h"
#include "lib/io/byte_source.h"
#include "lib/pgn/pgn_game.h"
#include "lib/repair/text_edits.h"

namespace arbiter {

// Pairs of a complete player name and its replacement.
using PlayerRenames = std::vector<std::pair<std::string, std::string>>;

// A tag whose value is replaced.
struct RenamedPlayer {
  std::uint64_t game;  // in the file, from 1
  std::uint64_t line;
  KnownTag tag;
  std::size_t rename;  // index of the first rename that applies
};

struct RenameListener {
  std::function<void(const RenamedPlayer&)> on_renamed;
  // Called with the next chunk of the file and the changes in it.
  std::function<void(std::string_view text, std::span<const TextChange> changes)> on_chunk;
};

// Replaces values of the tags White and Black; all other bytes are unchanged. Returns the number of
// games. Fails on a file that is not PGN (find_other_content). Throws IoError if the system cannot
// read.
Result<std::uint64_t> rename_players(ByteSource& source, const PlayerRenames& renames,
                                     const RenameListener& listener);

}  // namespace arbiter
