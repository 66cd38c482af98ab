#include "db/sqlite/games/game_scan.h"

#include <fmt/format.h>

#include <string_view>

#include "db/sqlite/games/game_text.h"
#include "db/sqlite/games/schema.h"

namespace arbiter::sqlite {
namespace {

// Openings are in no table of version 1.
constexpr std::string_view kRows =
    "SELECT id, white, black, event, site, date, white_elo, black_elo, eco, plies, result, ending,"
    " flags, source, {}, start, moves, round, offset, line FROM game ORDER BY id";

// The columns of kRows behind `id`, up to the opening.
constexpr GameColumn kFacts[] = {GameColumn::White,    GameColumn::Black,  GameColumn::Event,
                                 GameColumn::Site,     GameColumn::Date,   GameColumn::WhiteElo,
                                 GameColumn::BlackElo, GameColumn::Eco,    GameColumn::Plies,
                                 GameColumn::Result,   GameColumn::Ending, GameColumn::Flags,
                                 GameColumn::Source,   GameColumn::Opening};

// More threads cost more than they spare below this.
constexpr std::int64_t kWorthSharing = 10'000;

}  // namespace

GameRows::GameRows(const Connection& connection)
    : query_(
          connection.prepare(fmt::format(kRows, has_openings(connection) ? "opening" : "NULL"))) {}

bool GameRows::next(GameRow& row) {
  if (!query_.step()) return false;
  row.id = GameId{query_.integer(0)};
  int column = 1;
  for (const GameColumn fact : kFacts) {
    row.columns[fact] = static_cast<std::uint64_t>(query_.integer(column++));
  }
  row.start = query_.text(column++);
  const std::span<const std::uint8_t> moves = query_.blob(column++);
  row.moves.assign(moves.begin(), moves.end());
  row.seal = seal_of(
      {row.id, query_.text(column), query_.integer(column + 1), query_.integer(column + 2)});
  return true;
}

SpanReaders::SpanReaders(const Connection& connection, GameSpan all, unsigned jobs)
    : connection_(connection) {
  if (jobs > 1 && number_of(all.last) - number_of(all.first) >= kWorthSharing) {
    own_ = more_connections(connection, jobs);
  }
}

}  // namespace arbiter::sqlite
