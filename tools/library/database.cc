#include "db/sqlite/games/database.h"

#include <algorithm>
#include <cerrno>
#include <functional>

#include "db/import/importer.h"
#include "db/model/column_values.h"
#include "db/model/filter_text.h"
#include "db/model/game_statistics.h"
#include "db/model/opening_tree.h"
#include "db/model/storage.h"
#include "db/sqlite/sql/sql_script.h"
#include "db/store/open_storage.h"
#include "db/stream/exporter.h"
#include "lib/base/result.h"
#include "lib/laws/date.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"
#include "lib/os/file.h"
#include "tools/library/members.h"

namespace arbiter::api {
namespace {

GameFilter filter_of_text(const std::string& where) {
  if (where.empty()) return {};
  auto filter = parse_filter(where);
  if (!filter) throw Error("invalid filter '" + where + "': " + filter.error());
  return *std::move(filter);
}

PositionQuery query_of(const Position& position) {
  return {position.implementation().position, Rights::Exact};
}

FindQuery query_of(const Query& query) {
  FindQuery find{
      .filter = filter_of_text(query.where), .offset = query.offset, .limit = query.limit};
  if (query.position) find.position = query_of(*query.position);
  return find;
}

FoundGame found_game(const StreamedGame& streamed) {
  const StoredGame& stored = streamed.game;
  FoundGame game;
  game.id = static_cast<std::uint64_t>(number_of(stored.id));
  game.white = stored.white;
  game.black = stored.black;
  game.event = stored.event;
  game.site = stored.site;
  game.round = stored.round;
  game.date = date_text(stored.date);
  game.result = to_string(stored.result);
  game.white_elo = stored.white_elo;
  game.black_elo = stored.black_elo;
  if (const std::uint16_t eco = eco_of(stored); eco != 0) game.eco = eco_text(eco);
  game.opening = stored.opening;
  game.ending = to_string(stored.ending);
  game.plies = stored.plies;
  game.ply = streamed.ply;
  for (const arbiter::Move move : stored.moves) game.moves.push_back(move.bits());
  game.start = stored.start;
  return game;
}

GroupRow group_row(const std::string& name, const GameCount& count) {
  return {.name = name,
          .games = count.games,
          .white = count.of(Outcome::WhiteWins),
          .draws = count.of(Outcome::Draw),
          .black = count.of(Outcome::BlackWins),
          .plies = count.mean_plies()};
}

SqlValue library_value(const sqlite::SqlValue& value) {
  if (const auto* blob = std::get_if<sqlite::SqlBlob>(&value)) return SqlBytes{blob->bytes};
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return nullptr;
}

sqlite::SqlValue database_value(const SqlValue& value) {
  if (const auto* bytes = std::get_if<SqlBytes>(&value)) return sqlite::SqlBlob{bytes->bytes};
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return nullptr;
}

// A collector of the rows of the last statement.
class RowCollector final : public sqlite::SqlListener {
 public:
  void on_columns(std::span<const std::string> names) override {
    found = {.columns = {names.begin(), names.end()}, .rows = {}};
  }
  void on_row(std::span<const sqlite::SqlValue> values) override {
    std::vector<SqlValue>& row = found.rows.emplace_back();
    for (const sqlite::SqlValue& value : values) row.push_back(library_value(value));
  }

  SqlRows found;
};

class ImportNotes final : public ImportListener {
 public:
  void on_source_status(SourceStatus, const std::string&, const SourceRecord&) override {}
  void on_failure(const std::string& name, const std::string& why) override {
    failures.push_back(name + ": " + why);
  }
  void on_file_finding(DiagnosticCode) override {}
  bool on_progress(const ImportProgress&) override { return true; }

  std::vector<std::string> failures;
};

// Runs `work`. Converts its only exception type to Error.
template <class Work>
auto guarded(Work work) {
  try {
    return work();
  } catch (const IoError& error) {
    throw Error(error.what());
  }
}

}  // namespace

class Database::Implementation {
 public:
  std::string name;
  Open open;
  std::unique_ptr<Storage> storage;
};

Database::Database(const std::string& name, Open open) {
  guarded([&] {
    const Access access = open == Open::Read ? Access::Read : Access::Create;
    auto storage = open_storage(name, {.access = access});
    if (!storage) {
      throw Error(name + ": " + storage.error(), {.file = name},
                  is_cluster(name) || has_right(name, FileRight::Read) ? 0 : errno);
    }
    implementation_ =
        std::make_unique<Implementation>(Implementation{name, open, *std::move(storage)});
  });
}
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;

std::vector<TreeRow> Database::tree(const Position& position, const std::string& where) {
  return guarded([&] {
    const TreeNode node = implementation_->storage->tree(
        {.root = query_of(position), .filter = filter_of_text(where)});
    const arbiter::Position& now = position.implementation().position;
    std::vector<TreeRow> rows;
    for (const TreeMove& move : node.moves) {
      const auto games = [&](Outcome outcome) {
        return move.sums.games[static_cast<std::size_t>(outcome)];
      };
      rows.push_back({
          .san = move.move ? san_of(*move.move, now) : std::string(),
          .uci = move.move ? uci_of(*move.move, now) : std::string(),
          .games = move.sums.all_games(),
          .white = games(Outcome::WhiteWins),
          .draws = games(Outcome::Draw),
          .black = games(Outcome::BlackWins),
          .elo = mean_elo(move.sums, now.turn()),
      });
    }
    return rows;
  });
}

std::vector<FoundGame> Database::find(const Query& query) {
  return guarded([&] {
    std::vector<FoundGame> games;
    implementation_->storage->stream(
        query_of(query), {.has_records = false, .receive = [&](const StreamedBatch& batch) {
                            for (const auto& streamed : batch.games) {
                              games.push_back(found_game(streamed));
                            }
                          }});
    return games;
  });
}

std::uint64_t Database::count(const Query& query) {
  return guarded([&] { return implementation_->storage->count(query_of(query)); });
}

Games Database::games(const Query& query, const ReadOptions& options) const {
  return read_games(
      [name = implementation_->name, find = query_of(query)](const UseBytes& use) {
        guarded([&] {
          const auto storage = open_storage(name, {.access = Access::Read});
          if (!storage) throw Error(name + ": " + storage.error(), {.file = name});
          StoredText text(**storage, find, 1);
          use(text, name);
        });
      },
      options);
}

std::vector<GroupRow> Database::stats(const std::string& by, const std::string& where) {
  return guarded([&] {
    const GameFilter filter = filter_of_text(where);
    if (by.empty()) return std::vector{group_row("", implementation_->storage->totals(filter).all)};
    const auto* const grouping = std::ranges::find(kGroupings, by, &Grouping::name);
    if (grouping == std::end(kGroupings)) throw Error("unknown group '" + by + "'");
    std::vector<GroupRow> rows;
    for (const StatisticsRow& row : implementation_->storage->groups(filter, grouping->by)) {
      rows.push_back(group_row(row.name, row.count));
    }
    return rows;
  });
}

SqlRows Database::sql(std::string_view statements,
                      const std::vector<std::pair<std::string, SqlValue>>& parameters) {
  return guarded([&] {
    const std::string& name = implementation_->name;
    if (is_cluster(name)) throw Error(name + ": SQL needs a database file");
    const auto file = sqlite::Database::open(name, Access::Read);
    if (!file) throw Error(name + ": " + file.error(), {.file = name});
    std::vector<sqlite::SqlParameter> values;
    for (const auto& [parameter, value] : parameters) {
      values.push_back({parameter, database_value(value)});
    }
    RowCollector rows;
    const auto fault = sqlite::run_guarded_script((*file)->connection(), sqlite::SqlRights::Read,
                                                  {.text = statements, .parameters = values}, rows);
    if (fault) throw Error(name + ": " + *fault, {.file = name});
    return std::move(rows.found);
  });
}

Imported Database::import_files(const std::vector<std::string>& paths, unsigned threads) {
  if (implementation_->open == Open::Read) {
    const std::string& name = implementation_->name;
    throw Error(name + ": the database was opened for reading; open it for writing to import games",
                {.file = name});
  }
  return guarded([&] {
    ImportNotes notes;
    ImportOptions options;
    options.jobs = std::max(threads, 1u);
    options.validator.today = today();
    options.databases = database_opener();
    const ImportEnd end = Importer(*implementation_->storage, options, notes).run(paths);
    return Imported{end.games, std::move(notes.failures)};
  });
}

}  // namespace arbiter::api
