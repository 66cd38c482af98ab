// Rows of `games` as games.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "db/clickhouse/query/inquiry.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/model/game_tests.h"
#include "db/model/position_query.h"
#include "db/model/stored_game.h"

namespace arbiter::clickhouse {

// Which columns are needed beside the numbers; the others come empty.
struct RowParts {
  bool moves = false;   // first position and moves
  bool record = false;  // tags, and the movetext if it is kept
  bool findings = false;
};

// What SELECT lists for GameRow.
std::string row_columns(RowParts parts);

// The SELECT of those of these games that are to be seen, in no order.
std::string games_sql(std::span<const std::uint64_t> games, RowParts parts);

// Views the answer that it was read from.
struct GameRow {
  GameId id{};
  std::uint64_t white = 0, black = 0, event = 0, site = 0, opening = 0;  // numbers of names
  std::string_view round;
  std::uint32_t date = 0;
  std::uint16_t white_elo = 0, black_elo = 0;
  std::uint16_t eco = 0, opening_eco = 0, opening_ply = 0;
  std::uint16_t plies = 0;
  std::uint8_t result = 0, ending = 0, flags = 0;
  std::uint32_t source = 0;
  std::uint64_t offset = 0, line = 0;
  std::string_view start, moves, record;
  std::vector<DraftFinding> findings;  // those that this version knows
};

GameRow read_row(RowReader& rows);

// Names by their numbers, asked for when games that have them come.
class NameTexts {
 public:
  explicit NameTexts(Inquiry& inquiry) : inquiry_(inquiry) {}

  // From now on the names of these games of the shard are known.
  void learn(unsigned shard, std::span<const GameRow> games);

  // Empty for 0. Lives until the next learn().
  const std::string& operator[](std::uint64_t id) const;

 private:
  Inquiry& inquiry_;
  std::unordered_map<std::uint64_t, std::string> names_;
};

// `source` is the name of its file. Throws IoError where the moves cannot be played.
StoredGame stored_game(const GameRow& row, const NameTexts& names, std::string_view source);

// Views the row, its findings, the names and `source`.
GameView view_of(const GameRow& row, const NameTexts& names, std::string_view source);

// Whether the position stood in the game after so many half-moves: by replay.
bool occurs_at(const GameRow& row, std::uint16_t ply, const PositionQuery& position);

}  // namespace arbiter::clickhouse
