// Renames players, and replaces the result of a game, in a file of games, in bounded memory.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
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

// The result of one game.
struct NewResult {
  std::uint64_t game;  // game number in the file, from 1
  std::string text;    // the result as PGN writes it
};

// A tag whose value is replaced.
struct ReplacedValue {
  std::uint64_t game;  // game number in the file, from 1
  std::uint64_t line;
  KnownTag tag;        // White, Black or Result
  std::size_t rename;  // index of the first rename that applies; the number of renames for Result
};

struct ReplacementListener {
  std::function<void(const ReplacedValue&)> on_replaced;
  // Called with the next chunk of the file and the changes in it.
  std::function<void(std::string_view text, std::span<const TextChange> changes)> on_chunk;
};

// Replaces the values of the tags White and Black, and the result of a game in its tag and after
// its moves. All other bytes are unchanged. Returns the number of games. Fails on a file that is
// not PGN (find_other_content), and on a game that lacks one of its two results. Throws IoError if
// the system cannot read.
Result<std::uint64_t> replace_values(ByteSource& source, const PlayerRenames& renames,
                                     const std::optional<NewResult>& result,
                                     const ReplacementListener& listener);

}  // namespace arbiter
