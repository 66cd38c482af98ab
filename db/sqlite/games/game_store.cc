#include "db/sqlite/games/game_store.h"

#include <fmt/format.h>

#include <cassert>
#include <optional>
#include <string_view>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/damage.h"
#include "db/model/game_reach.h"
#include "db/model/leb128.h"
#include "db/model/move_code.h"
#include "db/sqlite/games/chunk_indexes.h"
#include "db/sqlite/games/names.h"
#include "db/sqlite/games/schema.h"
#include "lib/chess/position.h"
#include "lib/diagnostics/catalogue.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kAddGame =
    "INSERT INTO game (id, white, black, event, site, round, date, white_elo, black_elo, eco,"
    " result, plies, ending, flags, start, source, offset, line, moves, opening)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, "
    "?19, ?20)";
constexpr std::string_view kAddFinding =
    "INSERT OR IGNORE INTO finding (game, ply, kind) VALUES (?1, ?2, ?3)";
constexpr std::string_view kFindKind = "SELECT id FROM finding_kind WHERE name = ?1";
constexpr std::string_view kAddKind = "INSERT INTO finding_kind (name, severity) VALUES (?1, ?2)";

std::optional<std::string_view> text_or_null(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

std::optional<std::uint16_t> elo_or_null(std::uint16_t elo) {
  return elo == 0 ? std::nullopt : std::optional(elo);
}

// The sources of consecutive games.
class SourceOfGame {
 public:
  explicit SourceOfGame(std::span<const SourceMark> marks) : marks_(marks) {}

  SourceId next() {
    while (games_ == marks_[mark_].batch_games) {
      ++mark_;
      games_ = 0;
      assert(mark_ < marks_.size());
    }
    ++games_;
    return marks_[mark_].source;
  }

 private:
  std::span<const SourceMark> marks_;
  std::size_t mark_ = 0;
  std::uint32_t games_ = 0;  // games of this mark so far
};

}  // namespace

GameStore::GameStore(const Connection& connection, unsigned jobs)
    : connection_(connection),
      jobs_(jobs),
      add_game_(connection.prepare(kAddGame)),
      add_finding_(connection.prepare(kAddFinding)),
      find_kind_(connection.prepare(kFindKind)),
      add_kind_(connection.prepare(kAddKind)) {}

void GameStore::forget() {
  players_.forget();
  events_.forget();
  sites_.forget();
  openings_.forget();
  kinds_.fill(0);
}

void GameStore::add(const DraftBatch& batch, GameId first, std::span<const SourceMark> marks) {
  ColumnWriter columns(connection_);
  ChunkIndexWriter indexes(connection_);
  std::vector<SealedText> texts;
  texts.reserve(batch.games.size());
  SourceOfGame sources(marks);
  GameId id = first;
  for (const GameDraft& game : batch.games) {
    const ColumnRow row = columns_of(batch, game, sources.next());
    add_row(batch, game, id, row);
    indexes.add(id, trace_of(batch.text(game.start), bytes_of(batch.text(game.moves))));
    columns.add(id, row);
    texts.push_back({batch.text(game.record),
                     seal_of({id, batch.text(game.round), static_cast<std::int64_t>(game.offset),
                              static_cast<std::int64_t>(game.line)})});
    add_findings(batch, game, id);
    id = GameId{number_of(id) + 1};
  }
  indexes.finish();
  columns.finish();
  texts_.add(first, texts, jobs_);
}

// Returns the columns of a game. Adds its names and its opening if they are new.
ColumnRow GameStore::columns_of(const DraftBatch& batch, const GameDraft& game, SourceId source) {
  ColumnRow row;
  row[GameColumn::White] = players_.id_of(batch.text(game.white));
  row[GameColumn::Black] = players_.id_of(batch.text(game.black));
  row[GameColumn::Event] = events_.id_of(batch.text(game.event));
  row[GameColumn::Site] = sites_.id_of(batch.text(game.site));
  row[GameColumn::Date] = game.date;
  row[GameColumn::WhiteElo] = game.white_elo;
  row[GameColumn::BlackElo] = game.black_elo;
  row[GameColumn::Eco] = game.eco;
  row[GameColumn::Plies] = game.plies;
  row[GameColumn::Result] = number_of(game.result);
  row[GameColumn::Ending] = static_cast<std::uint64_t>(game.ending);
  row[GameColumn::Flags] = game.flags;
  row[GameColumn::Source] = static_cast<std::uint64_t>(source);
  row[GameColumn::MovesHash] = game.moves_hash;
  row[GameColumn::Opening] = openings_.number_of(game.opening);
  return row;
}

void GameStore::add_row(const DraftBatch& batch, const GameDraft& game, GameId id,
                        const ColumnRow& columns) {
  using enum GameColumn;
  add_game_
      .bind_all(number_of(id), columns[White], columns[Black], columns[Event], columns[Site],
                text_or_null(batch.text(game.round)), columns[Date], elo_or_null(game.white_elo),
                elo_or_null(game.black_elo), columns[Eco], columns[Result], columns[Plies],
                columns[Ending], columns[Flags], text_or_null(batch.text(game.start)),
                columns[Source], game.offset, game.line, bytes_of(batch.text(game.moves)),
                columns[Opening])
      .run();
}

void GameStore::add_findings(const DraftBatch& batch, const GameDraft& game, GameId id) {
  for (const DraftFinding& finding :
       std::span(batch.findings).subspan(game.first_finding, game.findings)) {
    add_finding_.bind_all(number_of(id), finding.ply, kind_of(finding.code)).run();
  }
}

std::int64_t GameStore::kind_of(DiagnosticCode code) {
  std::int64_t& kind = kinds_[index_of(code)];
  if (kind != 0) return kind;
  const CatalogueEntry& entry = entry_of(code);
  if (const auto known = find_kind_.find(entry.id)) return kind = *known;
  add_kind_.bind_all(entry.id, to_string(entry.severity)).run();
  return kind = connection_.last_row();
}

namespace {

constexpr std::string_view kReadGame =
    "SELECT white.name, black.name, event.name, site.name, round, date, white_elo, black_elo, "
    "game.eco,"
    " plies, result, ending, flags, start, source.name, offset, line, {}, moves"
    " FROM game"
    " LEFT JOIN player AS white ON white.id = game.white"
    " LEFT JOIN player AS black ON black.id = game.black"
    " LEFT JOIN event ON event.id = game.event"
    " LEFT JOIN site ON site.id = game.site"
    " LEFT JOIN source ON source.id = game.source{}"
    " WHERE game.id = ?1 AND flags & 1 = 0";
constexpr std::string_view kNameless =
    "SELECT NULL, NULL, NULL, NULL, round, date, white_elo, black_elo, eco, plies, result, ending,"
    " flags, start, NULL, offset, line, 0, NULL, 0, moves FROM game WHERE id = ?1 AND flags & 1 = "
    "0";
// The parts of the query that depend on whether the file has openings.
constexpr std::string_view kOpening = "game.opening, opening.name, opening.eco";
constexpr std::string_view kJoinOpenings = " LEFT JOIN opening ON opening.id = game.opening >> 8";
static_assert(kOpeningPlyBits == 8);
constexpr std::string_view kNoOpening = "0, NULL, 0";

std::string game_query(const Connection& connection) {
  return has_openings(connection) ? fmt::format(kReadGame, kOpening, kJoinOpenings)
                                  : fmt::format(kReadGame, kNoOpening, "");
}

constexpr std::string_view kLine = "SELECT start, moves FROM game WHERE id = ?1 AND flags & 1 = 0";

std::optional<std::uint16_t> elo(const Statement& row, int column) {
  if (row.is_null(column)) return std::nullopt;
  return static_cast<std::uint16_t>(row.integer(column));
}

[[noreturn]] void fail_at(const std::string& file, GameId id, std::string_view part) {
  throw DamageError(file, fmt::format("the {} of game {}", part, number_of(id)));
}

// Returns the game in a row of kReadGame, without its moves.
StoredGame game_of(const Statement& row) {
  StoredGame game;
  game.white = row.text(0);
  game.black = row.text(1);
  game.event = row.text(2);
  game.site = row.text(3);
  game.round = row.text(4);
  game.date = static_cast<std::uint32_t>(row.integer(5));
  game.white_elo = elo(row, 6);
  game.black_elo = elo(row, 7);
  game.eco = static_cast<std::uint16_t>(row.integer(8));
  game.plies = static_cast<std::uint16_t>(row.integer(9));
  game.result = outcome_of(static_cast<unsigned>(row.integer(10)));
  game.ending = ending_of(static_cast<std::uint64_t>(row.integer(11)));
  game.flags = static_cast<std::uint8_t>(row.integer(12));
  game.start = row.text(13);
  game.source = row.text(14);
  game.offset = static_cast<std::uint64_t>(row.integer(15));
  game.line = static_cast<std::uint64_t>(row.integer(16));
  game.opening_ply =
      static_cast<std::uint16_t>(opening_ply_of(static_cast<std::uint64_t>(row.integer(17))));
  game.opening = row.text(18);
  game.opening_eco = static_cast<std::uint16_t>(row.integer(19));
  return game;
}

// The query for all rows. Version 1 has no openings.
constexpr std::string_view kReadRows =
    "SELECT id, white, black, event, site, date, white_elo, black_elo, eco, plies, result, ending,"
    " flags, source, {}, start, moves, round, offset, line FROM game ORDER BY id";

// The columns of kReadRows, from the second to the opening.
constexpr GameColumn kFacts[] = {GameColumn::White,    GameColumn::Black,  GameColumn::Event,
                                 GameColumn::Site,     GameColumn::Date,   GameColumn::WhiteElo,
                                 GameColumn::BlackElo, GameColumn::Eco,    GameColumn::Plies,
                                 GameColumn::Result,   GameColumn::Ending, GameColumn::Flags,
                                 GameColumn::Source,   GameColumn::Opening};

}  // namespace

GameReader::GameReader(const Connection& connection)
    : connection_(connection),
      game_(connection.prepare(game_query(connection))),
      nameless_(connection.prepare(kNameless)),
      line_(connection.prepare(kLine)),
      texts_(connection) {}

std::optional<StoredGame> GameReader::game(GameId id) { return game_from(game_, id); }

std::optional<StoredGame> GameReader::nameless_game(GameId id) { return game_from(nameless_, id); }

std::optional<StoredGame> GameReader::game_from(Statement& row, GameId id) try {
  if (!row.bind(1, number_of(id)).step()) return std::nullopt;
  StoredGame game = game_of(row);
  game.id = id;
  game.moves = moves_of(id, game.start, row.blob(20));
  row.reset();
  return game;
} catch (const DamageError& error) {
  throw error.while_reading(fmt::format("game {}", number_of(id)));
}

std::optional<StoredGame> GameReader::heading(GameId id) try {
  if (!game_.bind(1, number_of(id)).step()) return std::nullopt;
  StoredGame game = game_of(game_);
  game.id = id;
  game_.reset();
  return game;
} catch (const DamageError& error) {
  throw error.while_reading(fmt::format("game {}", number_of(id)));
}

std::optional<GameReader::Line> GameReader::line(GameId id) try {
  if (!line_.bind(1, number_of(id)).step()) return std::nullopt;
  Line line;
  line.start = line_.text(0);
  line.moves = moves_of(id, line.start, line_.blob(1));
  line_.reset();
  return line;
} catch (const DamageError& error) {
  throw error.while_reading(fmt::format("game {}", number_of(id)));
}

std::vector<Move> GameReader::moves_of(GameId id, const std::string& start,
                                       std::span<const std::uint8_t> bytes) const {
  std::vector<Move> moves;
  if (bytes.empty()) return moves;
  const auto setup = parse_start(start);
  if (!setup) fail_at(connection_.path(), id, "initial position");
  if (!unpack_moves(bytes, Position(*setup), moves)) fail_at(connection_.path(), id, "moves");
  return moves;
}

GameRows::GameRows(const Connection& connection)
    : query_(connection.prepare(
          fmt::format(kReadRows, has_openings(connection) ? "opening" : "NULL"))) {}

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

}  // namespace arbiter::sqlite
