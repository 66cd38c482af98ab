#include "db/sqlite/sql/sql_tables.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "db/model/opening_tree.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_reader.h"
#include "db/sqlite/query/position_hits.h"
#include "db/sqlite/query/sqlite_reader.h"
#include "db/sqlite/query/sums_at.h"
#include "db/sqlite/sql/sql_value.h"
#include "lib/chess/legal_moves.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"
#include "lib/openings/opening_table.h"

namespace arbiter::sqlite {
namespace {

// A database of ours behind somebody's connection.
std::unique_ptr<Database> database_of(sqlite3* handle) {
  auto database = Database::borrow(handle);
  if (!database) throw std::invalid_argument(database.error());
  return std::move(*database);
}

PositionQuery query_in(const SqlValue& fen) {
  auto position = parse_position(text_in(fen));
  if (!position) throw std::invalid_argument(position.error());
  return PositionQuery(*position, Rights::Exact);
}

SqlValue number(std::uint64_t value) { return static_cast<std::int64_t>(value); }

SqlValue number_or_null(std::uint64_t value) {
  return value == 0 ? SqlValue(nullptr) : number(value);
}

SqlValue real_or_null(std::optional<double> value) {
  return value ? SqlValue(*value) : SqlValue(nullptr);
}

SqlValue san_or_null(std::uint16_t next, const Position& position) {
  if (next == 0) return nullptr;
  return san_of(Move::from_bits(next), position);
}

// The games that reached the position, those that have been deleted left out.
SqlRows position_games(sqlite3* handle, const SqlValue& argument) {
  const auto database = database_of(handle);
  SqliteReader reader(*database);
  const PositionQuery query = query_in(argument);
  auto hits = std::make_shared<std::vector<Hit>>();
  for (const Hit& hit : hits_of(reader, query)) {
    if (position_occurs_at(reader.games(), hit, query)) hits->push_back(hit);
  }
  return {hits->size(), [hits, position = query.position()](std::size_t row, std::size_t column) {
            const Hit& hit = (*hits)[row];
            switch (column) {
              case 0:
                return SqlValue(number_of(hit.game));
              case 1:
                return number(hit.ply);
              case 2:
                return san_or_null(hit.next, position);
              default:
                return SqlValue(std::string(to_string(hit.result)));
            }
          }};
}

SqlValue cell_of_move(const MoveSums& sums, const Position& position, std::size_t column) {
  const Color player = position.turn();
  const auto games = [&](Outcome outcome) {
    return number(sums.games[static_cast<std::size_t>(outcome)]);
  };
  const auto opening = [&]() -> const Opening* {
    if (sums.next == 0) return nullptr;
    Position after = position;
    after.play(Move::from_bits(sums.next));
    return known_openings().find(after.key());
  };
  switch (column) {
    case 0:
      return san_or_null(sums.next, position);
    case 1:
      return sums.next == 0 ? SqlValue(nullptr)
                            : SqlValue(uci_of(Move::from_bits(sums.next), position));
    case 2:
      return number(sums.all_games());
    case 3:
      return games(Outcome::WhiteWins);
    case 4:
      return games(Outcome::Draw);
    case 5:
      return games(Outcome::BlackWins);
    case 6:
      return games(Outcome::Unknown);
    case 7:
      return real_or_null(score_of(sums, player));
    case 8:
      return real_or_null(mean_elo(sums, player));
    case 9:
      return real_or_null(performance_of(sums, player));
    case 10:
      return number_or_null(sums.first_year);
    case 11:
      return number_or_null(sums.last_year);
    default: {
      const Opening* const named = opening();
      if (named == nullptr) return nullptr;
      return std::string(column == 12 ? named->eco : named->name);
    }
  }
}

SqlRows position_moves(sqlite3* handle, const SqlValue& argument) {
  const auto database = database_of(handle);
  SqliteReader reader(*database);
  const PositionQuery query = query_in(argument);
  const auto node = std::make_shared<TreeNode>(grow_tree(
      {.root = query}, [&](const PositionQuery& position) { return sums_at(reader, position); }));
  return {node->moves.size(),
          [node, position = query.position()](std::size_t row, std::size_t column) {
            return cell_of_move(node->moves[row].sums, position, column);
          }};
}

struct Stand {
  Position position;
  std::uint16_t next = 0;
};

SqlRows game_positions(sqlite3* handle, const SqlValue& argument) {
  const auto connection = Connection::borrow(handle);
  const auto game = GameReader(*connection).game(GameId{integer_in(argument)});
  if (!game) return {};
  auto stands = std::make_shared<std::vector<Stand>>();
  Position position(first_setup(*game));
  for (const Move move : game->moves) {
    stands->push_back({position, move.bits()});
    position.play(move);
  }
  stands->push_back({position});
  return {stands->size(), [stands](std::size_t row, std::size_t column) {
            const Stand& stand = (*stands)[row];
            switch (column) {
              case 0:
                return number(row);
              case 1:
                return SqlValue(static_cast<std::int64_t>(stand.position.key()));
              case 2:
                return san_or_null(stand.next, stand.position);
              default:
                return SqlValue(fen_of(stand.position));
            }
          }};
}

constexpr TableFunction kTables[] = {
    {"position_games", "fen", "game INTEGER, ply INTEGER, next TEXT, result TEXT", position_games},
    {"position_moves", "fen",
     "move TEXT, uci TEXT, games INTEGER, white_wins INTEGER, draws INTEGER, black_wins INTEGER, "
     "unfinished INTEGER, score REAL, elo REAL, performance REAL, first_year INTEGER, "
     "last_year INTEGER, eco TEXT, opening TEXT",
     position_moves},
    {"game_positions", "game", "ply INTEGER, key INTEGER, next TEXT, fen TEXT", game_positions},
};

}  // namespace

void add_sql_tables(sqlite3* database) {
  for (const TableFunction& table : kTables) add_table_function(database, table);
}

}  // namespace arbiter::sqlite
