// Games in JSON, converted to PGN; tools/docs/game.schema.json is the schema.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "lib/base/result.h"
#include "lib/io/byte_source.h"

namespace arbiter {

// Reads what JsonLayout writes: one array of games, or game after game. One game at a time is in
// memory. A game of more than kMaxGameSize bytes or kMaxMoves moves is rejected, as are members
// that are not in tools/docs/game.schema.json. Derived members ("uci", "clock", ...) are ignored.
// Reading stops at the first fault, which damage() describes with line and column; earlier games
// are read.
class JsonSource final : public ByteSource {
 public:
  static constexpr std::size_t kMaxGameSize = std::size_t{64} << 20;
  static constexpr std::size_t kMaxMoves = 1'000'000;

  // `source` must outlive this object.
  explicit JsonSource(ByteSource& source);
  ~JsonSource() override;

  std::size_t read(std::span<char> into) override;
  std::optional<std::string> damage() const override;
  bool is_cpu_bound() const override { return true; }

  std::uint64_t games() const;

 private:
  class Reader;

  std::unique_ptr<Reader> reader_;
  std::string pgn_;  // the text of the last game
  std::size_t given_ = 0;
};

}  // namespace arbiter
