#include "db/store/open_storage.h"

#include <fmt/format.h>

#include <utility>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster_storage.h"
#include "db/clickhouse/wire/address.h"
#include "db/clickhouse/writing/cluster_archive.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/sqlite_archive.h"
#include "db/sqlite/sqlite_storage.h"
#include "lib/io/file_kind.h"

namespace arbiter {

using namespace clickhouse;

using namespace sqlite;
namespace {

constexpr std::string_view kSchemeLetters = "abcdefghijklmnopqrstuvwxyz0123456789+-.";

// "clickhouse" of "clickhouse://host/games".
std::optional<std::string> scheme_of(const std::string& name) {
  const std::size_t end = name.find_first_not_of(kSchemeLetters);
  if (end == 0 || end == std::string::npos || name.compare(end, 3, "://") != 0) return std::nullopt;
  return name.substr(0, end);
}

// A new file knows how much of it is indexed from its first game on.
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

// `fault` is what keeps it from being opened as usual.
Result<std::unique_ptr<Storage>> open_damaged(const std::string& path,
                                              const StorageOptions& options,
                                              const std::string& fault) {
  auto database = Database::open_unchecked(path, options.access);
  if (!database) return Error{fault};
  auto storage =
      std::make_unique<SqliteStorage>(*std::move(database), options.access, options.jobs);
  storage->check_from_now_on(fault.substr(0, fault.find(';')));
  return std::unique_ptr<Storage>(std::move(storage));
}

Result<std::unique_ptr<Storage>> open_file(const std::string& path, const StorageOptions& options) {
  auto database = Database::open(path, options.access);
  if (!database && options.damage == DamageAtOpening::LeaveToCheck) {
    return open_damaged(path, options, database.error());
  }
  if (!database) return Error{database.error()};
  if (options.index_plies) {
    if (auto error = limit_index(**database, *options.index_plies)) return std::move(*error);
  }
  return std::unique_ptr<Storage>(
      std::make_unique<SqliteStorage>(*std::move(database), options.access, options.jobs));
}

Result<std::unique_ptr<Storage>> open_cluster(const std::string& name,
                                              const StorageOptions& options) {
  const auto address = parse_address(name);
  if (!address) return Error{address.error()};
  auto cluster = connect(*address);
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

}  // namespace arbiter
