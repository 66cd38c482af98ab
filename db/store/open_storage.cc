#include "db/store/open_storage.h"

#include <fmt/format.h>

#include <utility>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster_storage.h"
#include "db/clickhouse/wire/endpoint.h"
#include "db/sqlite/care/copied_games.h"
#include "db/sqlite/care/deduplication.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_store.h"
#include "db/sqlite/games/sqlite_archive.h"
#include "db/sqlite/query/sqlite_reader.h"
#include "db/sqlite/sqlite_storage.h"
#include "lib/io/byte_source.h"

namespace arbiter {

using namespace clickhouse;

using namespace sqlite;
namespace {

constexpr std::string_view kSchemeLetters = "abcdefghijklmnopqrstuvwxyz0123456789+-.";

// Returns the scheme of a name, such as "clickhouse" for "clickhouse://host/games".
std::optional<std::string> scheme_of(const std::string& name) {
  const std::size_t end = name.find_first_not_of(kSchemeLetters);
  if (end == 0 || end == std::string::npos || name.compare(end, 3, "://") != 0) return std::nullopt;
  return name.substr(0, end);
}

// Sets the maximum ply of the index before the first game. Fails if the file already has a
// different one.
std::optional<Error> limit_index(Database& database, std::uint32_t plies) {
  if (database.last_game() == 0) {
    database.set_index_plies(plies);
  } else if (const auto indexed = database.index_plies(); indexed != plies) {
    return Error{
        fmt::format("it is indexed {}; --index-plies is for a new database",
                    indexed ? fmt::format("up to ply {}", *indexed) : std::string("at every ply"))};
  }
  return std::nullopt;
}

Result<std::unique_ptr<Storage>> open_file(const std::string& path, const StorageOptions& options) {
  auto database = Database::open(path, options.access);
  const std::string fault = database ? std::string() : database.error();
  const bool is_damaged = !database && options.damage == DamageAtOpening::LeaveToCheck;
  if (is_damaged) database = Database::open_unchecked(path, options.access);
  if (!database) return Error{fault};
  if (options.index_plies) {
    if (auto error = limit_index(**database, *options.index_plies)) return std::move(*error);
  }
  auto storage =
      std::make_unique<SqliteStorage>(*std::move(database), options.access, options.jobs);
  if (is_damaged) storage->check_from_now_on(fault.substr(0, fault.find(';')));
  return std::unique_ptr<Storage>(std::move(storage));
}

Result<std::unique_ptr<Storage>> open_cluster(const std::string& name,
                                              const StorageOptions& options) {
  const auto address = parse_address(name);
  if (!address) return Error{address.error()};
  auto cluster = connect(*address, options.access);
  if (!cluster) return Error{cluster.error()};
  if (options.index_plies && options.index_plies != (*cluster)->layout().index_plies) {
    return Error{"--index-plies is for `arbiter cluster init`"};
  }
  if (options.is_partial) (*cluster)->set_missing_shards(MissingShards::Skip);
  return std::unique_ptr<Storage>(
      std::make_unique<ClusterStorage>(*std::move(cluster), options.jobs));
}

Result<std::unique_ptr<GameArchive>> open_any_archive(const std::string& name) {
  if (is_cluster_name(name)) return clickhouse::open_archive(name);
  auto database = Database::open(name, Access::Read);
  if (!database) return Error{database.error()};
  return std::unique_ptr<GameArchive>(std::make_unique<SqliteArchive>(*std::move(database)));
}

}  // namespace

Result<std::unique_ptr<Storage>> open_storage(const std::string& name,
                                              const StorageOptions& options) {
  if (is_cluster_name(name)) return open_cluster(name, options);
  if (const auto scheme = scheme_of(name)) {
    return Error{fmt::format("unknown kind of database '{}' (a database is a file)", *scheme)};
  }
  return open_file(name, options);
}

Result<std::unique_ptr<Storage>> open_private_storage(const StorageOptions& options) {
  StorageOptions created = options;
  created.access = Access::Create;
  return open_file(std::string(Connection::kPrivate), created);
}

DatabaseOpener database_opener() { return {.is_database = is_storage, .open = open_any_archive}; }

bool is_cluster(const std::string& name) { return is_cluster_name(name); }

bool is_storage(const std::string& path) { return is_cluster_name(path) || is_sqlite_file(path); }

using namespace sqlite;
namespace {

class FileDuplicates final : public StoreDuplicates {
 public:
  FileDuplicates(std::unique_ptr<Database> database, Access access)
      : database_(std::move(database)), moment_(begin(access)), games_(database_->connection()) {}

  void find(const GameFilter& among, const DuplicateVisit& visit,
            const DuplicateProgress& progress) override {
    const GameSet games = SqliteReader(*database_).select(among);
    find_duplicates(*database_, games, visit, progress);
  }

  std::optional<StoredGame> heading(GameId id) override { return games_.heading(id); }

  bool erase(const ChosenGames& chosen) override {
    GameSet games(database_->last_game());
    for (const GameId game : chosen.games) games.insert(game);
    delete_games(*database_, games);
    transaction_->commit();
    return true;
  }

 private:
  // Starts a transaction. It must precede the snapshot.
  const Connection& begin(Access access) {
    if (access != Access::Read) transaction_.emplace(database_->connection());
    return database_->connection();
  }

  std::unique_ptr<Database> database_;
  std::optional<Transaction> transaction_;
  ReadSnapshot moment_;
  GameReader games_;
};

class CopyDuplicates final : public StoreDuplicates {
 public:
  CopyDuplicates(std::shared_ptr<Storage> storage, unsigned jobs)
      : storage_(std::move(storage)), jobs_(jobs) {}

  void find(const GameFilter& among, const DuplicateVisit& visit,
            const DuplicateProgress& progress) override {
    copy_.emplace(*storage_, CopiedGames::Plan{.filter = among, .jobs = jobs_},
                  [&](double share) { progress("copying the games to compare", share); });
    games_.emplace(copy_->database().connection());
    const auto visit_originals = [&](DuplicateGroup group) {
      group.kept = copy_->original(group.kept);
      for (DuplicateGame& other : group.others) other.game = copy_->original(other.game);
      visit(group);
    };
    find_duplicates(copy_->database(), copy_->all(), visit_originals, progress);
  }

  std::optional<StoredGame> heading(GameId id) override {
    const auto copy = copy_->copy_of(id);
    auto game = copy ? games_->heading(*copy) : std::nullopt;
    if (game) game->id = id;
    return game;
  }

  bool erase(const ChosenGames& chosen) override { return storage_->erase(chosen); }

 private:
  std::shared_ptr<Storage> storage_;
  unsigned jobs_;
  std::optional<CopiedGames> copy_;
  std::optional<GameReader> games_;  // reads games of the copy
};

}  // namespace

std::unique_ptr<StoreDuplicates> duplicates_in_file(std::unique_ptr<Database> database,
                                                    Access access) {
  return std::make_unique<FileDuplicates>(std::move(database), access);
}

std::unique_ptr<StoreDuplicates> duplicates_in_copy(std::shared_ptr<Storage> storage,
                                                    unsigned jobs) {
  return std::make_unique<CopyDuplicates>(std::move(storage), jobs);
}

Result<std::unique_ptr<StoreDuplicates>> open_duplicates(const std::string& name,
                                                         const StorageOptions& options) {
  if (is_cluster(name)) {
    auto storage = open_storage(name, options);
    if (!storage) return Error{storage.error()};
    return duplicates_in_copy(*std::move(storage), options.jobs);
  }
  auto database = Database::open(name, options.access);
  if (!database) return Error{database.error()};
  return duplicates_in_file(*std::move(database), options.access);
}

}  // namespace arbiter
