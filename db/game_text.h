// What games have beside their columns, a stretch of games compressed together (table
// `game_text`).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.h"
#include "db/ids.h"

namespace arbiter {

// Adds records, inside the caller's transaction. Some are kept back until finish() writes them.
class GameTextWriter {
 public:
  explicit GameTextWriter(const Connection& connection);
  ~GameTextWriter();

  // The game's number is one more than the last one's; behind finish() any greater one.
  void add(GameId game, std::string_view record);
  void finish();

 private:
  struct Compressor;

  Statement write_;
  std::unique_ptr<Compressor> compressor_;
  std::int64_t first_ = 0;
  std::int64_t games_ = 0;
  std::string texts_;
  std::vector<std::uint8_t> packed_;
};

// Reads records. The last stretch is kept unpacked: a game of it costs 50 ns, of another about 60
// us.
class GameTextReader {
 public:
  explicit GameTextReader(const Connection& connection);

  // Lives until the next call. Empty where there is no such game. Throws IoError where the text
  // is damaged.
  std::string_view record(GameId game);

 private:
  void load(GameId game);

  const Connection& connection_;
  Statement find_;
  std::int64_t first_ = 0;
  std::string texts_;
  std::vector<std::string_view> records_;  // of game `first_` and those that follow
};

}  // namespace arbiter
