#include "db/sqlite/sql/sql_functions.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <ranges>
#include <stdexcept>
#include <string>
#include <vector>

#include "db/model/game_record.h"
#include "db/model/game_statistics.h"
#include "db/model/game_tests.h"
#include "db/model/opening_tree.h"
#include "db/model/stored_game.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/query/sqlite_reader.h"
#include "db/sqlite/query/storage_queries.h"
#include "db/sqlite/sql/table_function.h"
#include "lib/base/result.h"
#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/movetext/movetext_reading.h"
#include "lib/notation/board_drawing.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"
#include "lib/openings/opening_table.h"
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

Position position_in(const SqlValue& fen) {
  auto position = parse_position(text_in(fen));
  if (!position && text_in(fen).find('/') == std::string_view::npos) {
    throw std::invalid_argument(
        fmt::format("invalid position '{}' (expected a FEN or startpos)", text_in(fen)));
  }
  if (!position) throw std::invalid_argument(position.error());
  return *position;
}

PositionQuery query_in(const SqlValue& fen) { return {position_in(fen), Rights::Exact}; }

SqlValue number(std::uint64_t value) { return static_cast<std::int64_t>(value); }

SqlValue number_or_null(std::uint64_t value) {
  return value == 0 ? SqlValue(nullptr) : number(value);
}

SqlValue san_or_null(std::uint16_t next, const Position& position) {
  if (next == 0) return nullptr;
  return san_of(Move::from_bits(next), position);
}

// Returns the value of one column. `position` is the argument of the call.
template <class Row>
using Cell = SqlValue (*)(const Row& row, const Position& position);

template <class Row>
SqlRows rows_of(std::vector<Row> rows, const Position& position, std::span<const Cell<Row>> cells) {
  const auto shared = std::make_shared<const std::vector<Row>>(std::move(rows));
  return {shared->size(), [shared, position, cells](std::size_t row, std::size_t column) {
            return cells[column]((*shared)[row], position);
          }};
}

constexpr Cell<Hit> kHitCells[] = {
    [](const Hit& hit, const Position&) { return SqlValue(number_of(hit.game)); },
    [](const Hit& hit, const Position&) { return number(hit.ply); },
    [](const Hit& hit, const Position& position) { return san_or_null(hit.next, position); },
    [](const Hit& hit, const Position&) { return SqlValue(std::string(to_string(hit.result))); },
};

// Returns the games that reached the position, except deleted ones.
SqlRows position_games(ReplayedGames& games, const SqlValue& argument, NeededRows) {
  const auto database = database_of(games.handle());
  SqliteReader reader(*database);
  const PositionQuery query = query_in(argument);
  std::vector<Hit> hits = hits_of(reader, query);
  std::erase_if(hits,
                [&](const Hit& hit) { return !position_occurs_at(reader.games(), hit, query); });
  return rows_of<Hit>(std::move(hits), query.position(), kHitCells);
}

template <Outcome kOutcome>
SqlValue games_with(const TreeMove& move, const Position&) {
  return number(move.sums.games[static_cast<std::size_t>(kOutcome)]);
}

// Computes a number for the player to move.
template <auto kNumber>
SqlValue number_for_player(const TreeMove& move, const Position& position) {
  const std::optional<double> value = kNumber(move.sums, position.turn());
  return value ? SqlValue(*value) : SqlValue(nullptr);
}

template <std::string_view Opening::*kText>
SqlValue opening_text_after(const TreeMove& move, const Position& position) {
  if (move.sums.next == 0) return nullptr;
  Position after = position;
  after.play(Move::from_bits(move.sums.next));
  const Opening* const opening = known_openings().find(after.key());
  return opening == nullptr ? SqlValue(nullptr) : SqlValue(std::string(opening->*kText));
}

constexpr Cell<TreeMove> kMoveCells[] = {
    [](const TreeMove& move, const Position& position) {
      return san_or_null(move.sums.next, position);
    },
    [](const TreeMove& move, const Position& position) {
      const Move next = Move::from_bits(move.sums.next);
      return move.sums.next == 0 ? SqlValue(nullptr) : SqlValue(uci_of(next, position));
    },
    [](const TreeMove& move, const Position&) { return number(move.sums.all_games()); },
    games_with<Outcome::WhiteWins>,
    games_with<Outcome::Draw>,
    games_with<Outcome::BlackWins>,
    games_with<Outcome::Unknown>,
    number_for_player<score_of>,
    number_for_player<mean_elo>,
    number_for_player<performance_of>,
    [](const TreeMove& move, const Position&) { return number_or_null(move.sums.first_year); },
    [](const TreeMove& move, const Position&) { return number_or_null(move.sums.last_year); },
    opening_text_after<&Opening::eco>,
    opening_text_after<&Opening::name>,
};

SqlRows position_moves(ReplayedGames& games, const SqlValue& argument, NeededRows) {
  const auto database = database_of(games.handle());
  SqliteReader reader(*database);
  const PositionQuery query = query_in(argument);
  TreeNode node = grow_tree(
      {.root = query}, [&](const PositionQuery& position) { return sums_at(reader, position); });
  return rows_of<TreeMove>(std::move(node.moves), query.position(), kMoveCells);
}

// A game read by a query. If columns from `first_value` on are needed, it includes the values in
// comments by half-move.
struct ReadGame {
  GameReader::Line line;
  std::vector<CommentValues> values = {};
};

std::optional<ReadGame> read_game(ReplayedGames& games, const SqlValue& argument,
                                  const NeededRows& needed, unsigned first_value) {
  const GameId id{integer_in(argument)};
  constexpr unsigned kValues = 0xf;  // clock, elapsed, eval, mate
  if ((needed.columns >> first_value & kValues) == 0) {
    auto line = games.reader().line(id);
    return line ? std::optional(ReadGame{*std::move(line)}) : std::nullopt;
  }
  auto game = games.reader().game(id);
  if (!game) return std::nullopt;
  ReadGame read{{game->start, std::move(game->moves)}};
  if ((game->flags & kHasMovetext) == 0) return read;
  const std::string record = games.reader().record(id);
  GameView view = view_of(*game);
  view.record = record;
  read.values = comment_values(view);
  return read;
}

Position first_position(const GameReader::Line& line) {
  const auto setup = parse_start(line.start);
  if (!setup) throw std::invalid_argument("the initial position cannot be played");
  return Position(*setup);
}

CommentValues value_at(const std::vector<CommentValues>& values, std::size_t ply) {
  return ply < values.size() ? values[ply] : CommentValues();
}

SqlValue seconds_or_null(const std::optional<ClockTime>& time) {
  return time ? SqlValue(std::chrono::duration<double>(*time).count()) : SqlValue(nullptr);
}

// The columns of values in comments after a move.
template <class Row>
constexpr Cell<Row> kClock =
    [](const Row& row, const Position&) { return seconds_or_null(row.values.clock); };
template <class Row>
constexpr Cell<Row> kElapsed =
    [](const Row& row, const Position&) { return seconds_or_null(row.values.elapsed); };
template <class Row>
constexpr Cell<Row> kEvaluation = [](const Row& row, const Position&) {
  return row.values.evaluation ? SqlValue(*row.values.evaluation) : SqlValue(nullptr);
};
template <class Row>
constexpr Cell<Row> kMate = [](const Row& row, const Position&) {
  return row.values.mate ? SqlValue(std::int64_t{*row.values.mate}) : SqlValue(nullptr);
};

constexpr const char* kPositionColumns =
    "ply INTEGER, key INTEGER, next TEXT, fen TEXT, clock REAL, elapsed REAL, eval REAL, "
    "mate INTEGER";
constexpr const char* kMoveColumns =
    "ply INTEGER, side TEXT, move TEXT, uci TEXT, piece TEXT, captured TEXT, promotion TEXT, "
    "is_check INTEGER, clock REAL, elapsed REAL, eval REAL, mate INTEGER";

// A position of a game, the move played in it, and the values after the move that led to it.
struct ReachedPosition {
  std::uint16_t ply = 0;
  Position position;
  std::uint16_t next = 0;
  CommentValues values = {};
};

// The number of columns with values from comments, which are the last ones.
constexpr std::size_t kValueCells = 4;

constexpr Cell<ReachedPosition> kPositionCells[] = {
    [](const ReachedPosition& reached, const Position&) { return number(reached.ply); },
    [](const ReachedPosition& reached, const Position&) {
      return SqlValue(static_cast<std::int64_t>(reached.position.key()));
    },
    [](const ReachedPosition& reached, const Position&) {
      return san_or_null(reached.next, reached.position);
    },
    [](const ReachedPosition& reached, const Position&) {
      return SqlValue(fen_of(reached.position));
    },
    kClock<ReachedPosition>,
    kElapsed<ReachedPosition>,
    kEvaluation<ReachedPosition>,
    kMate<ReachedPosition>,
};

SqlRows game_positions(ReplayedGames& games, const SqlValue& argument, NeededRows needed) {
  constexpr unsigned kFirstValue = std::size(kPositionCells) - kValueCells;
  const auto game = read_game(games, argument, needed, kFirstValue);
  if (!game) return {};
  std::vector<ReachedPosition> reached;
  Position position = first_position(game->line);
  std::uint16_t ply = 0;
  for (const Move move : game->line.moves) {
    if (ply > needed.max_first) break;
    reached.push_back({ply, position, move.bits(), value_at(game->values, ply)});
    position.play(move);
    ++ply;
  }
  if (ply == game->line.moves.size()) {
    reached.push_back({ply, position, 0, value_at(game->values, ply)});
  }
  return rows_of<ReachedPosition>(std::move(reached), position, kPositionCells);
}

// A move of a game, with the position before it.
struct PlayedMove {
  std::uint16_t ply = 0;  // from 1
  Position before;
  Move move;
  CommentValues values = {};
};

SqlValue letter_or_null(std::optional<Role> role) {
  return role ? SqlValue(std::string(1, letter_of(*role))) : SqlValue(nullptr);
}

std::optional<Role> captured_by(const PlayedMove& played) {
  if (played.move.kind() == MoveKind::EnPassant) return Role::Pawn;
  if (played.move.kind() == MoveKind::Castling) return std::nullopt;
  const auto piece = played.before.board().at(played.move.to());
  return piece ? std::optional(piece->role()) : std::nullopt;
}

constexpr Cell<PlayedMove> kPlayedCells[] = {
    [](const PlayedMove& played, const Position&) { return number(played.ply); },
    [](const PlayedMove& played, const Position&) {
      return SqlValue(std::string(played.before.turn() == Color::White ? "white" : "black"));
    },
    [](const PlayedMove& played, const Position&) {
      return SqlValue(san_of(played.move, played.before));
    },
    [](const PlayedMove& played, const Position&) {
      return SqlValue(uci_of(played.move, played.before));
    },
    [](const PlayedMove& played, const Position&) {
      return letter_or_null(played.before.board().at(played.move.from())->role());
    },
    [](const PlayedMove& played, const Position&) { return letter_or_null(captured_by(played)); },
    [](const PlayedMove& played, const Position&) {
      const bool promotes = played.move.kind() == MoveKind::Promotion;
      return letter_or_null(promotes ? std::optional(played.move.promotion_role()) : std::nullopt);
    },
    [](const PlayedMove& played, const Position&) {
      Position after = played.before;
      after.play(played.move);
      return number(after.is_check() ? 1 : 0);
    },
    kClock<PlayedMove>,
    kElapsed<PlayedMove>,
    kEvaluation<PlayedMove>,
    kMate<PlayedMove>,
};

SqlRows game_moves(ReplayedGames& games, const SqlValue& argument, NeededRows needed) {
  constexpr unsigned kFirstValue = std::size(kPlayedCells) - kValueCells;
  const auto game = read_game(games, argument, needed, kFirstValue);
  if (!game) return {};
  std::vector<PlayedMove> played;
  Position position = first_position(game->line);
  for (const Move move : game->line.moves) {
    const auto ply = static_cast<std::uint16_t>(played.size() + 1);
    if (ply > needed.max_first) break;
    played.push_back({ply, position, move, value_at(game->values, ply)});
    position.play(move);
  }
  return rows_of<PlayedMove>(std::move(played), position, kPlayedCells);
}

struct GameTag {
  std::string name, value;
};

// Returns the tags of a game in order; empty if it does not exist.
std::vector<GameTag> tags_of(ReplayedGames& games, GameId id) {
  std::vector<GameTag> tags;
  const auto game = games.reader().game(id);
  if (!game) return tags;
  const std::string record = games.reader().record(id);
  const GameView view = view_of(*game);
  RecordReader reader(record, view);
  for (RecordTag tag; reader.next(tag);) {
    tags.push_back({std::string(tag.name), std::string(tag.value)});
  }
  return tags;
}

constexpr Cell<GameTag> kTagCells[] = {
    [](const GameTag& tag, const Position&) { return SqlValue(tag.name); },
    [](const GameTag& tag, const Position&) { return SqlValue(tag.value); },
};

SqlRows game_tags(ReplayedGames& games, const SqlValue& argument, NeededRows) {
  return rows_of<GameTag>(tags_of(games, GameId{integer_in(argument)}), Position(), kTagCells);
}

template <Outcome kOutcome>
SqlValue group_games_with(const StatisticsRow& group, const Position&) {
  return number(group.count.of(kOutcome));
}

constexpr Cell<StatisticsRow> kGroupCells[] = {
    [](const StatisticsRow& group, const Position&) {
      return group.name.empty() ? SqlValue(nullptr) : SqlValue(group.name);
    },
    [](const StatisticsRow& group, const Position&) { return number(group.count.games); },
    group_games_with<Outcome::WhiteWins>,
    group_games_with<Outcome::Draw>,
    group_games_with<Outcome::BlackWins>,
    group_games_with<Outcome::Unknown>,
    [](const StatisticsRow& group, const Position&) {
      return SqlValue(static_cast<double>(group.count.points_twice()) / 2);
    },
    [](const StatisticsRow& group, const Position&) { return number(group.count.plies); },
};

// Returns the groups that `arbiter stats --by` prints.
SqlRows stats_by(ReplayedGames& games, const SqlValue& argument, NeededRows) {
  const auto* const grouping = std::ranges::find(kGroupings, text_in(argument), &Grouping::name);
  if (grouping == std::end(kGroupings)) {
    const auto names = std::views::transform(kGroupings, &Grouping::name);
    throw std::invalid_argument(fmt::format("unknown group '{}' (expected one of: {})",
                                            text_in(argument), fmt::join(names, ", ")));
  }
  const auto database = database_of(games.handle());
  SqliteReader reader(*database);
  const CountedGames all = reader.select_counted(GameFilter());
  return rows_of<StatisticsRow>(groups_of(reader, all, grouping->by), Position(), kGroupCells);
}

constexpr TableFunction kTables[] = {
    {"stats_by", "grouping",
     "name TEXT, games INTEGER, wins INTEGER, draws INTEGER, losses INTEGER, unfinished INTEGER, "
     "points REAL, plies INTEGER",
     stats_by},
    {"position_games", "fen", "game INTEGER, ply INTEGER, next TEXT, result TEXT", position_games},
    {"position_moves", "fen",
     "move TEXT, uci TEXT, games INTEGER, white_wins INTEGER, draws INTEGER, black_wins INTEGER, "
     "unfinished INTEGER, score REAL, elo REAL, performance REAL, first_year INTEGER, "
     "last_year INTEGER, eco TEXT, opening TEXT",
     position_moves},
    {"game_positions", "game", kPositionColumns, game_positions},
    {"game_moves", "game", kMoveColumns, game_moves},
    {"game_tags", "game", "name TEXT, value TEXT", game_tags},
};

using Arguments = std::vector<SqlValue>;

struct ScalarFunction {
  const char* name;
  int arguments;
  bool reads_games;  // if false, the result depends only on the arguments
  SqlValue (*call)(sqlite3_context* context, const Arguments& arguments);
};

// The number under which a statement keeps its games. SQLite keeps auxiliary data with a negative
// number until the statement ends, for all functions in it. The games must not live longer, because
// open statements would prevent the host from closing its connection.
constexpr int kGamesOfStatement = -0x41'5242;

// Returns the games of the running statement.
ReplayedGames& games_of(sqlite3_context* context) {
  void* games = sqlite3_get_auxdata(context, kGamesOfStatement);
  if (games == nullptr) {
    auto made = std::make_unique<ReplayedGames>(sqlite3_context_db_handle(context));
    sqlite3_set_auxdata(context, kGamesOfStatement, made.release(),
                        [](void* old) { delete static_cast<ReplayedGames*>(old); });
    games = sqlite3_get_auxdata(context, kGamesOfStatement);
    // SQLite failed to store the games, and has deleted them.
    if (games == nullptr) throw std::bad_alloc();
  }
  return *static_cast<ReplayedGames*>(games);
}

GameId game_in(const SqlValue& value) { return GameId{integer_in(value)}; }

template <class Text>
SqlValue text_or_null(const Text& text) {
  return text ? SqlValue(*text) : SqlValue(nullptr);
}

SqlValue fen_at(sqlite3_context* context, const Arguments& arguments) {
  return text_or_null(games_of(context).fen_at(game_in(arguments[0]), integer_in(arguments[1])));
}

SqlValue san_moves(sqlite3_context* context, const Arguments& arguments) {
  return text_or_null(games_of(context).san_moves(game_in(arguments[0])));
}

SqlValue pgn(sqlite3_context* context, const Arguments& arguments) {
  return text_or_null(games_of(context).pgn(game_in(arguments[0])));
}

SqlValue tag(sqlite3_context* context, const Arguments& arguments) {
  for (GameTag& one : tags_of(games_of(context), game_in(arguments[0]))) {
    if (equal_ignoring_case(one.name, text_in(arguments[1]))) return std::move(one.value);
  }
  return nullptr;
}

SqlValue board(sqlite3_context*, const Arguments& arguments) {
  return drawing_of(position_in(arguments[0]).board(), {.look = BoardLook::Unicode});
}

SqlValue position_key(sqlite3_context*, const Arguments& arguments) {
  return static_cast<std::int64_t>(position_in(arguments[0]).key());
}

SqlValue material(sqlite3_context*, const Arguments& arguments) {
  const Board board = position_in(arguments[0]).board();
  std::string letters;
  for (const Color color : {Color::White, Color::Black}) {
    for (const Role role :
         {Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn}) {
      letters.append(static_cast<std::size_t>(board.of(color, role).count()),
                     letter_of(Piece(color, role)));
    }
  }
  return letters;
}

SqlValue is_legal_move(sqlite3_context*, const Arguments& arguments) {
  const Position position = position_in(arguments[0]);
  const std::string& text = text_in(arguments[1]);
  if (parse_uci(text, position)) return std::int64_t{1};
  const auto san = parse_san(text);
  return std::int64_t{san && resolve(*san, position).status == SanStatus::Legal};
}

SqlValue folded(sqlite3_context*, const Arguments& arguments) {
  return folded_name(text_in(arguments[0]));
}

SqlValue opening(sqlite3_context*, const Arguments& arguments) {
  const Opening* const found = known_openings().find(position_in(arguments[0]).key());
  if (found == nullptr) return nullptr;
  return fmt::format("{} {}", found->eco, found->name);
}

SqlValue matches(sqlite3_context* context, const Arguments& arguments) {
  const auto holds = games_of(context).matches(game_in(arguments[0]), text_in(arguments[1]));
  return holds ? SqlValue(std::int64_t{*holds}) : SqlValue(nullptr);
}

constexpr ScalarFunction kFunctions[] = {
    {"fen_at", 2, true, fen_at},
    {"san_moves", 1, true, san_moves},
    {"pgn", 1, true, pgn},
    {"tag", 2, true, tag},
    {"board", 1, false, board},
    {"position_key", 1, false, position_key},
    {"material", 1, false, material},
    {"is_legal", 2, false, is_legal_move},
    {"folded", 1, false, folded},
    {"opening", 1, false, opening},
    {"matches", 2, true, matches},
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
    set_sql_result(context, function.call(context, arguments));
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
  for (const TableFunction& table : kTables) add_table_function(database, table);
}

}  // namespace arbiter::sqlite
