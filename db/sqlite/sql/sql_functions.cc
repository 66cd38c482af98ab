#include "db/sqlite/sql/sql_functions.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "db/model/opening_tree.h"
#include "db/model/stored_pgn.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_reader.h"
#include "db/sqlite/query/find.h"
#include "db/sqlite/query/sqlite_reader.h"
#include "db/sqlite/sql/table_function.h"
#include "lib/base/result.h"
#include "lib/chess/legal_moves.h"
#include "lib/movetext/movetext_frame.h"
#include "lib/notation/board_drawing.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"
#include "lib/tags/person_name.h"

struct sqlite3;

namespace arbiter::sqlite {
namespace {

// Returns the Arbiter database of a connection.
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

// Returns the games that reached the position, without deleted ones.
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

// Throws IoError.
void add_sql_tables(sqlite3* database) {
  for (const TableFunction& table : kTables) add_table_function(database, table);
}

using Arguments = std::vector<SqlValue>;

struct ScalarFunction {
  const char* name;
  int arguments;
  bool reads_games;  // otherwise the result depends only on the arguments
  SqlValue (*call)(sqlite3* database, const Arguments& arguments);
};

Position position_in(const SqlValue& value) {
  auto position = parse_position(text_in(value));
  if (!position) throw std::invalid_argument(position.error());
  return *position;
}

GameId game_in(const SqlValue& value) { return GameId{integer_in(value)}; }

SqlValue fen_at(sqlite3* database, const Arguments& arguments) {
  const auto connection = Connection::borrow(database);
  const auto game = GameReader(*connection).game(game_in(arguments[0]));
  const std::int64_t ply = integer_in(arguments[1]);
  if (!game || ply < 0 || static_cast<std::size_t>(ply) > game->moves.size()) return nullptr;
  Position position(first_setup(*game));
  for (std::size_t i = 0; i < static_cast<std::size_t>(ply); ++i) position.play(game->moves[i]);
  return fen_of(position);
}

SqlValue san_moves(sqlite3* database, const Arguments& arguments) {
  const auto connection = Connection::borrow(database);
  const auto game = GameReader(*connection).game(game_in(arguments[0]));
  if (!game) return nullptr;
  Position position(first_setup(*game));
  std::string text;
  for (const Move move : game->moves) {
    const bool is_white = position.turn() == Color::White;
    if (!text.empty()) text += ' ';
    if (is_white || text.empty()) {
      text += fmt::format("{}{} ", position.fullmove_number(), is_white ? "." : "...");
    }
    text += san_text_of(move, position).view();
    position.play(move);
  }
  return text;
}

SqlValue pgn(sqlite3* database, const Arguments& arguments) {
  const auto connection = Connection::borrow(database);
  GameReader games(*connection);
  const GameId id = game_in(arguments[0]);
  const auto game = games.game(id);
  if (!game) return nullptr;
  return pgn_of(*game, games.record(id));
}

SqlValue board(sqlite3*, const Arguments& arguments) {
  return drawing_of(position_in(arguments[0]).board(), {.look = BoardLook::Unicode});
}

SqlValue position_key(sqlite3*, const Arguments& arguments) {
  return static_cast<std::int64_t>(position_in(arguments[0]).key());
}

SqlValue material(sqlite3*, const Arguments& arguments) {
  const Board board = position_in(arguments[0]).board();
  std::string men;
  for (const Color color : {Color::White, Color::Black}) {
    for (const Role role :
         {Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn}) {
      men.append(static_cast<std::size_t>(board.of(color, role).count()),
                 letter_of(Piece(color, role)));
    }
  }
  return men;
}

SqlValue is_legal_move(sqlite3*, const Arguments& arguments) {
  const Position position = position_in(arguments[0]);
  const std::string& text = text_in(arguments[1]);
  if (parse_uci(text, position)) return std::int64_t{1};
  const auto san = parse_san(text);
  return std::int64_t{san && resolve(*san, position).status == SanStatus::Legal};
}

SqlValue folded(sqlite3*, const Arguments& arguments) { return folded_name(text_in(arguments[0])); }

constexpr ScalarFunction kFunctions[] = {
    {"fen_at", 2, true, fen_at},
    {"san_moves", 1, true, san_moves},
    {"pgn", 1, true, pgn},
    {"board", 1, false, board},
    {"position_key", 1, false, position_key},
    {"material", 1, false, material},
    {"is_legal", 2, false, is_legal_move},
    {"folded", 1, false, folded},
};

void call_scalar(sqlite3_context* context, int count, sqlite3_value** values) {
  const auto& function = *static_cast<const ScalarFunction*>(sqlite3_user_data(context));
  try {
    Arguments arguments;
    std::transform(values, values + count, std::back_inserter(arguments), sql_value_of);
    const bool has_null = std::ranges::any_of(arguments, [](const SqlValue& value) {
      return std::holds_alternative<std::nullptr_t>(value);
    });
    if (has_null) return sqlite3_result_null(context);
    set_sql_result(context, function.call(sqlite3_context_db_handle(context), arguments));
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  } catch (const std::exception& failure) {
    char* message = sqlite3_mprintf("%s: %s", function.name, failure.what());
    sqlite3_result_error(context, message == nullptr ? failure.what() : message, -1);
    sqlite3_free(message);
  }
}

}  // namespace

void add_sql_functions(sqlite3* database) {
  for (const ScalarFunction& function : kFunctions) {
    const int flags =
        SQLITE_UTF8 |
        (function.reads_games ? SQLITE_DIRECTONLY : SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS);
    const int status = sqlite3_create_function_v2(database, function.name, function.arguments,
                                                  flags, const_cast<ScalarFunction*>(&function),
                                                  call_scalar, nullptr, nullptr, nullptr);
    if (status != SQLITE_OK) {
      throw IoError(fmt::format("{}: {}", function.name, sqlite3_errstr(status)));
    }
  }
  add_sql_tables(database);
}

}  // namespace arbiter::sqlite
