// The games of a store as a file of games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "db/model/find_query.h"
#include "db/model/storage.h"
#include "lib/io/byte_source.h"

namespace arbiter {

// The text that export_games() makes of the games which a query finds, made on a thread of its own
// as it is read. Two batches of games are in memory.
class StoredText final : public ByteSource {
 public:
  // `storage` lives as long as this, and is asked nothing meanwhile. `jobs` threads make the text.
  StoredText(Storage& storage, FindQuery query, unsigned jobs);
  ~StoredText() override;

  // Throws IoError where the store is damaged.
  std::size_t read(std::span<char> into) override;

  // Pieces of text in the games so far that could not be kept as moves.
  std::uint64_t set_aside() const;

 private:
  class Maker;

  std::unique_ptr<Maker> maker_;
};

}  // namespace arbiter
