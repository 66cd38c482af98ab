// The games of another database, whatever keeps them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/model/game_draft.h"
#include "db/model/ids.h"
#include "db/model/source.h"
#include "lib/base/result.h"

namespace arbiter {

// The place of a game in its source.
struct PlacedGame {
  SourceId source{};
  std::uint64_t offset = 0;
  GameId game{};
};

// One moment of it. Everything throws IoError where the database breaks, DamageError where it
// cannot be what it says.
class GameArchive {
 public:
  GameArchive() = default;
  GameArchive(const GameArchive&) = delete;
  GameArchive& operator=(const GameArchive&) = delete;
  virtual ~GameArchive() = default;

  // In messages.
  virtual const std::string& name() const = 0;

  // The files that were read, by rising number.
  virtual std::vector<SourceRecord> sources() = 0;

  // All games that are not deleted, by source and place in it.
  virtual std::vector<PlacedGame> places() = 0;

  // Puts the game after those of the batch, with its findings, without postings and hash of the
  // moves. False, and nothing is added, where it was deleted meanwhile. Cheap in the order of
  // places().
  virtual bool add(GameId game, DraftBatch& batch) = 0;
};

// Recognizes and opens databases of any kind; null pointers: none is recognized.
struct DatabaseOpener {
  bool (*is_database)(const std::string& name) = nullptr;
  // For reading.
  Result<std::unique_ptr<GameArchive>> (*open)(const std::string& name) = nullptr;
};

}  // namespace arbiter
