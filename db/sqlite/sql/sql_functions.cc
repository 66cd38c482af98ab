#include "db/sqlite/sql/sql_functions.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "db/model/stored_pgn.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_reader.h"
#include "db/sqlite/sql/sql_tables.h"
#include "db/sqlite/sql/sql_value.h"
#include "lib/base/io_error.h"
#include "lib/notation/board_drawing.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"
#include "lib/tags/name_folding.h"

namespace arbiter::sqlite {
namespace {

using Arguments = std::vector<SqlValue>;

struct ScalarFunction {
  const char* name;
  int arguments;
  bool reads_games;  // else the answer follows from the arguments alone
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
