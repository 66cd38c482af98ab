// Writes the games of a store as PGN.
// Checksums that show whether two stores have the same games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "db/model/storage.h"
#include "lib/export/game_shape.h"
#include "lib/io/byte_source.h"

namespace arbiter {

// Returns the mark for the position of a query, a view of it; no mark without a position.
PositionMark mark_of(const std::optional<PositionQuery>& query, bool is_anywhere = false);

// Some games as text, one after another.
struct ExportedGames {
  std::string_view pgn;
  std::uint64_t games = 0;
  std::uint64_t total = 0;      // games of the whole export
  std::uint64_t set_aside = 0;  // text pieces that could not be parsed as moves
  std::uint64_t emptied = 0;    // ExportTally::emptied_games
};

struct Export {
  FindQuery query = {};
  GameShape shape = {};
  unsigned jobs = 1;                      // threads that read and write games
  std::span<const GameId> excluded = {};  // sorted
  // Called on the calling thread, in the order of the query.
  std::function<void(const ExportedGames&)> receive;
};

// Exports games as described in stored_pgn.h. Throws IoError if the store is damaged.
void export_games(Storage& storage, const Export& order);

// The text of export_games() as a source of bytes, written on a thread of its own while it is read.
// Two batches of games are in memory.
class StoredText final : public ByteSource {
 public:
  // `storage` must outlive this, and must not be used meanwhile. `jobs` threads write the text.
  StoredText(Storage& storage, FindQuery query, unsigned jobs);
  ~StoredText() override;

  // Throws IoError if the store is damaged.
  std::size_t read(std::span<char> into) override;

  // The text pieces of the games so far that could not be parsed as moves.
  std::uint64_t set_aside() const;

 private:
  class Writer;

  std::unique_ptr<Writer> writer_;
};

struct ContentSums {
  std::uint64_t games = 0;
  std::uint64_t plies = 0;
  std::uint64_t content = 0;  // the sum of the games' checksums, independent of their order

  bool operator==(const ContentSums&) const = default;
};

// Returns the sums of each source by its name. They include tags, text, moves and places in the
// source, but not ids and what can be derived from the moves. Reads all games on up to `jobs`
// threads.
std::map<std::string, ContentSums> content_sums(Storage& storage, unsigned jobs);

}  // namespace arbiter
