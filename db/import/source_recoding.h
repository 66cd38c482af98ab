// Correction of sources that were imported with a wrong encoding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/model/source.h"
#include "db/model/storage.h"

namespace arbiter {

// A source, and its correct encoding.
struct SourceRecoding {
  SourceRecord source;
  std::string encoding;
  std::optional<std::uint32_t> index_plies = {};  // maximum ply of the store's index, if limited
};

struct RecodedName {
  std::string before;
  std::string after;
};

struct RecodedSource {
  std::uint64_t games = 0;
  std::uint64_t changed = 0;
  std::vector<RecodedName> names = {};  // the first changed player names
};

// Decodes the names, tags and comments of a source's games again, from the stored encoding of the
// source or Windows-1252. Writes the games to `replacement`, unless it is null. Takes about 20 us
// per game. Throws DamageError if a game is damaged.
RecodedSource recode_source(GameArchive& archive, const SourceRecoding& recoding,
                            SourceReplacement* replacement);

}  // namespace arbiter
