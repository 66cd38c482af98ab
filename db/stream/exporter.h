// Export of a store's games as PGN, and checksums to compare the games of two stores.
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

// Returns the mark for the position of a query, if any. The mark refers to `position`.
PositionMark mark_of(const std::optional<PositionQuery>& query, bool is_anywhere = false);

// The text of some games, one after another.
struct ExportedGames {
  std::string_view pgn;
  std::uint64_t games = 0;
  std::uint64_t total = 0;      // number of games in the whole export
  std::uint64_t set_aside = 0;  // number of text fragments that could not be parsed as moves
  std::uint64_t emptied = 0;    // ExportTally::emptied_games
};

struct Export {
  FindQuery query = {};
  GameShape shape = {};
  unsigned jobs = 1;                      // number of threads that read and write games
  std::span<const GameId> excluded = {};  // in ascending order
  // Called on the calling thread, in the order of the query.
  std::function<void(const ExportedGames&)> receive;
};

// Exports games in the form of stored_game.h. Throws IoError if the store is damaged.
void export_games(Storage& storage, const Export& order);

// The text of export_games() as a byte source. A separate thread produces it while it is read. Two
// batches of games are in memory.
class StoredText final : public ByteSource {
 public:
  // Starts the export. `jobs` threads write the text. `storage` must outlive this object, and must
  // not be used meanwhile.
  StoredText(Storage& storage, FindQuery query, unsigned jobs);
  ~StoredText() override;

  // Reads text. Throws IoError if the store is damaged.
  std::size_t read(std::span<char> into) override;

 private:
  class Writer;

  std::unique_ptr<Writer> writer_;
};

struct ContentSums {
  std::uint64_t games = 0;
  std::uint64_t plies = 0;
  std::uint64_t content = 0;  // sum of the games' checksums, which does not depend on their order

  bool operator==(const ContentSums&) const = default;
};

// Returns the checksums of each source by its name. They cover tags, text, moves and positions in
// the source, but not ids and data derived from the moves. Reads all games on up to `jobs` threads.
std::map<std::string, ContentSums> content_sums(Storage& storage, unsigned jobs);

}  // namespace arbiter
