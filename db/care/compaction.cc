#include "db/care/compaction.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/games/file_limits.h"
#include "db/games/game_columns.h"
#include "db/games/game_text.h"
#include "db/games/row_seal.h"
#include "db/index/index_rebuild.h"
#include "db/index/position_index.h"
#include "db/index/segment.h"
#include "db/model/game_draft.h"
#include "db/model/game_set.h"
#include "db/model/name_folding.h"

namespace arbiter::db::care {
namespace {

constexpr std::string_view kDeletedGames = "SELECT id FROM game WHERE flags & 1";
constexpr std::string_view kDropGames = "DELETE FROM game WHERE flags & 1";
constexpr const char* kDropFindings = "DELETE FROM finding WHERE game NOT IN (SELECT id FROM game)";
constexpr std::string_view kStretches = "SELECT first_game, games FROM game_text";
constexpr std::string_view kDropStretch = "DELETE FROM game_text WHERE first_game = ?1";
constexpr const char* kDropSources =
    "DELETE FROM source WHERE is_forgotten AND id NOT IN (SELECT source FROM game);"
    "DELETE FROM meta WHERE name LIKE 'source %'"
    " AND substr(name, 8) + 0 NOT IN (SELECT id FROM source)";
constexpr std::string_view kSealedRow = "SELECT round, offset, line FROM game WHERE id = ?1";
constexpr std::string_view kKeepLastGame =
    "INSERT OR REPLACE INTO meta (name, value) VALUES ('last_game', ?1)";

constexpr std::string_view kDropNames[] = {
    "DELETE FROM player WHERE id NOT IN (SELECT white FROM game UNION SELECT black FROM game)",
    "DELETE FROM event WHERE id NOT IN (SELECT event FROM game)",
    "DELETE FROM site WHERE id NOT IN (SELECT site FROM game)",
};

struct FoldedSql {
  std::string_view read, write;
};
constexpr FoldedSql kFolded[] = {
    {"SELECT id, name, folded FROM player", "UPDATE player SET folded = ?2 WHERE id = ?1"},
    {"SELECT id, name, folded FROM event", "UPDATE event SET folded = ?2 WHERE id = ?1"},
    {"SELECT id, name, folded FROM site", "UPDATE site SET folded = ?2 WHERE id = ?1"},
};

// VACUUM copies the file: on disk, however large it is.
constexpr const char* kGiveSpaceBack = "PRAGMA temp_store = FILE; VACUUM";

std::uint64_t bytes_of(const Connection& connection) {
  return static_cast<std::uint64_t>(connection.integer("PRAGMA page_count") *
                                    connection.integer("PRAGMA page_size"));
}

GameSet deleted_games(const Database& database) {
  GameSet games(database.last_game());
  Statement query = database.connection().prepare(kDeletedGames);
  while (query.step()) {
    const std::int64_t id = query.integer(0);
    check_number(database.connection(), "game", id, database.last_game());
    games.insert(GameId{id});
  }
  return games;
}

// The texts of some games that lie together.
struct TextStretch {
  GameId first{};
  std::int64_t games = 0;

  GameId game(std::int64_t place) const { return GameId{number_of(first) + place}; }
};

std::vector<TextStretch> stretches_with(const Connection& connection, const GameSet& games) {
  std::vector<TextStretch> stretches;
  Statement query = connection.prepare(kStretches);
  while (query.step()) {
    const TextStretch stretch{GameId{query.integer(0)}, query.integer(1)};
    check_number(connection, "the texts of game", number_of(stretch.first), most_games(connection));
    check_number(connection, "the count of texts", stretch.games, kMostRecords);
    for (std::int64_t i = 0; i < stretch.games; ++i) {
      if (!games.contains(stretch.game(i))) continue;
      stretches.push_back(stretch);
      break;
    }
  }
  return stretches;
}

std::uint64_t seal_of_row(Statement& row, GameId game) {
  if (!row.bind(1, number_of(game)).step()) return 0;
  const std::uint64_t seal = seal_of({game, row.text(0), row.integer(1), row.integer(2)});
  row.reset();
  return seal;
}

void drop_texts(const Connection& connection, const GameSet& games) {
  GameTextReader reader(connection);
  GameTextWriter writer(connection);
  Statement drop = connection.prepare(kDropStretch);
  Statement row = connection.prepare(kSealedRow);
  for (const TextStretch& stretch : stretches_with(connection, games)) {
    std::vector<std::string> records;
    std::vector<SealedText> texts;
    bool is_empty = true;
    for (std::int64_t i = 0; i < stretch.games; ++i) {
      const bool is_gone = games.contains(stretch.game(i));
      records.emplace_back(is_gone ? std::string_view() : reader.record(stretch.game(i)));
      texts.push_back({{}, is_gone ? 0 : seal_of_row(row, stretch.game(i))});
      is_empty = is_empty && is_gone;
    }
    drop.bind(1, number_of(stretch.first)).run();
    for (std::size_t i = 0; i < texts.size(); ++i) texts[i].record = records[i];
    if (!is_empty) writer.add(stretch.first, texts, 1);
  }
}

// As of games that were never there.
void drop_facts(const Connection& connection, const GameSet& games) {
  ColumnWriter columns(connection);
  games.for_each([&](GameId game) {
    for (std::size_t i = 0; i < kGameColumns; ++i) columns.set(game, static_cast<GameColumn>(i), 0);
    columns.set(game, GameColumn::Flags, kDeleted);
    return true;
  });
  columns.finish();
}

std::uint64_t drop_names(const Connection& connection) {
  std::uint64_t count = 0;
  for (const std::string_view sql : kDropNames) {
    connection.prepare(sql).run();
    count += static_cast<std::uint64_t>(connection.changes());
  }
  return count;
}

void drop_games(const Database& database, CompactionResult& result) {
  const Connection& connection = database.connection();
  const GameSet games = deleted_games(database);
  result.games = games.size();
  if (result.games == 0) return;
  connection.prepare(kKeepLastGame).bind(1, database.last_game()).run();
  drop_texts(connection, games);
  drop_facts(connection, games);
  connection.prepare(kDropGames).run();
  connection.execute(kDropFindings);
  connection.execute(kDropSources);
  result.names = drop_names(connection);
}

void fold_names(const Connection& connection) {
  for (const FoldedSql& sql : kFolded) {
    Statement read = connection.prepare(sql.read);
    Statement write = connection.prepare(sql.write);
    while (read.step()) {
      const std::string folded = folded_name(read.text(1));
      if (folded != read.text(2)) write.bind(1, read.integer(0)).bind(2, folded).run();
    }
  }
}

std::uint64_t segments_of(const Connection& connection) {
  return static_cast<std::uint64_t>(
      connection.integer("SELECT count(*) FROM segment WHERE NOT is_subtracted"));
}

void make_index_one(const Database& database, const CompactionOptions& options,
                    CompactionResult& result) {
  const Connection& connection = database.connection();
  result.segments = segments_of(connection);
  if (options.derived == Derived::Rebuild || !is_index_sound(connection)) {
    rebuild_index(database, options.jobs);
    result.was_rebuilt = true;
  }
  ColumnReader columns(connection);
  PositionIndexWriter(connection).merge_all(columns);
}

}  // namespace

CompactionResult compact_database(const Database& database, const CompactionOptions& options) {
  const Connection& connection = database.connection();
  CompactionResult result;
  {
    Transaction transaction(connection);
    result.bytes_before = bytes_of(connection);
    if (options.derived == Derived::Rebuild) {
      rebuild_columns(database, options.jobs);
      fold_names(connection);
      renew_seals(connection);
    }
    drop_games(database, result);
    make_index_one(database, options, result);
    transaction.commit();
  }
  if (connection.integer("PRAGMA freelist_count") > 0) connection.execute(kGiveSpaceBack);
  result.bytes_after = bytes_of(connection);
  return result;
}

}  // namespace arbiter::db::care
