#include "db/sqlite/games/database.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "db/model/damage.h"
#include "db/model/game_draft.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/file/page_checksums.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/schema.h"
#include "lib/io/byte_source.h"
#include "lib/io/output_file.h"

namespace arbiter::sqlite {
namespace {

namespace fs = std::filesystem;

// A new database file, which the destructor removes unless it is complete. A CreationLock is
// required, so that no other program writes to the file.
class NewFile {
 public:
  explicit NewFile(const std::string& path) : path_(ReplacedFile(path).path()) {
    std::error_code failure;
    is_incomplete_ = !fs::exists(path_, failure) && !failure;
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  ~NewFile() {
    if (is_incomplete_) remove_database(path_);
  }

  void set_complete() { is_incomplete_ = false; }

 private:
  std::string path_;
  bool is_incomplete_ = false;
};

constexpr std::int64_t kKeyVersion = 1;
constexpr std::int64_t kMoveCodeVersion = 1;

enum class Content { Ours, Nothing };

// Returns why the file cannot be opened; nothing if it can, or if SQLite must report the error.
std::optional<Error> fault_of_file(const std::string& path, Access access) {
  std::error_code failure;
  if (!fs::exists(path, failure) && !failure && access != Access::Create) {
    return Error{"no such file; create a database with `arbiter import`"};
  }
  // If there is a journal next to the file, SQLite restores the file from it.
  if (fs::exists(path + "-journal", failure)) return std::nullopt;
  if (starts_as_sqlite(path).value_or(true)) return std::nullopt;
  return Error{"not an Arbiter database; create one with `arbiter import`"};
}

// Returns the kind of content in the file, or the reason why it cannot be used.
Result<Content> content_of(const Connection& connection) {
  const std::int64_t application = connection.integer("PRAGMA application_id");
  const std::int64_t version = connection.integer("PRAGMA user_version");
  if (application == kApplicationId) {
    if (version >= kOldestSchema && version <= kSchemaVersion) return Content::Ours;
    if (version < kOldestSchema) return Error{"it is damaged: its schema version is unknown"};
    return Error{
        fmt::format("it was created by a newer Arbiter (schema version {}; this one supports "
                    "version {}); update Arbiter to use it",
                    version, kSchemaVersion)};
  }
  if (application == 0 && version == 0 &&
      connection.integer("SELECT count(*) FROM sqlite_master") == 0) {
    return Content::Nothing;
  }
  return Error{"it is a database of another program; left unchanged"};
}

constexpr std::string_view kMetaValue = "SELECT value FROM meta WHERE name = ?1";

std::int64_t meta_number(const Connection& connection, std::string_view name) {
  return connection.prepare(kMetaValue).find(name).value_or(0);
}

std::optional<Error> fault_of_versions(const Connection& connection) {
  if (meta_number(connection, "key_version") == kKeyVersion &&
      meta_number(connection, "move_code_version") == kMoveCodeVersion) {
    return std::nullopt;
  }
  return Error{
      "its moves or keys have a version that this Arbiter does not support; update Arbiter"};
}

// Creates the tables. Returns false if another program has already created them.
bool create(const Connection& connection) {
  // Both settings must precede the first page that is written.
  connection.execute("PRAGMA auto_vacuum = NONE; PRAGMA page_size = 16384");
  make_room_for_checksums(connection);
  connection.execute("PRAGMA journal_mode = WAL");
  Transaction transaction(connection);
  if (connection.integer("SELECT count(*) FROM sqlite_master") > 0) return false;
  const std::string identity = fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}",
                                           kApplicationId, kSchemaVersion);
  connection.execute(identity.c_str());
  create_schema(connection);
  transaction.commit();
  return true;
}

// The settings of a writer. With WAL and NORMAL, a power failure loses only the last commits.
// Deleted data are not overwritten with zeros, which would write each merged segment again.
constexpr const char* kWriterSettings =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = OFF;"
    "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -24576; PRAGMA journal_size_limit = 67108864";
constexpr const char* kReaderSettings = "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -4096";

// Rejects files whose pages lack the checksums required by their schema, because damage would go
// unnoticed.
std::optional<Error> fault_of_pages(const Connection& connection) {
  if (has_room_for_checksums(connection) || !connection.is_file() ||
      connection.integer("PRAGMA user_version") < kFirstCheckedSchema) {
    return std::nullopt;
  }
  return Error{
      "it is damaged: its pages have no checksums; restore a copy, or import the games again"};
}

enum class OldSchema { ReadOnly, Writable };

constexpr const char* kUpgradeFirst =
    "it was created by an older Arbiter and can only be read; run `arbiter upgrade` to write to it";

// Rejects files with foreign tables named like Arbiter's. Reading them could return anything and
// never finish.
std::optional<Error> obstacle_to_reading(const Connection& connection) {
  const auto faults = table_faults(connection);
  if (faults.empty()) return std::nullopt;
  return Error{fmt::format("it is damaged: {}; restore a copy, or import the games again",
                           to_string(faults.front()))};
}

// Rejects files of older schemas, and files with foreign objects, which could prevent writing.
// Recreates Arbiter's views if they were changed.
std::optional<Error> obstacle_to_writing(const Connection& connection) {
  if (connection.integer("PRAGMA user_version") != kSchemaVersion || !has_openings(connection)) {
    return Error{kUpgradeFirst};
  }
  const auto faults = schema_faults(connection);
  for (const SchemaFault& fault : faults) {
    if (fault.kind != SchemaFault::Kind::Foreign) continue;
    return Error{fmt::format("{}, so it can only be read; `arbiter upgrade --clean` removes it",
                             to_string(fault))};
  }
  if (faults.empty()) return std::nullopt;
  Transaction transaction(connection);
  renew_views(connection);
  transaction.commit();
  return std::nullopt;
}

// Checks the file, and creates its tables if `access` allows this.
std::optional<Error> make_ready(const Connection& connection, Access access, OldSchema old) {
  auto content = content_of(connection);
  if (content && *content == Content::Nothing && access == Access::Create) {
    if (create(connection)) return std::nullopt;
    content = content_of(connection);
  }
  if (!content) return Error{content.error()};
  if (*content == Content::Nothing) {
    return Error{"the database is empty; import games with `arbiter import`"};
  }
  if (auto error = fault_of_pages(connection)) return error;
  if (!connection.is_file()) return fault_of_versions(connection);
  if (auto error = obstacle_to_reading(connection)) return error;
  if (auto error = fault_of_versions(connection)) return error;
  if (access == Access::Read || old == OldSchema::Writable) return std::nullopt;
  return obstacle_to_writing(connection);
}

// Returns the error without the file name, which the caller adds.
Error without_path(const IoError& error, const std::string& path) {
  std::string_view message = error.what();
  if (message.starts_with(path + ": ")) message.remove_prefix(path.size() + 2);
  return Error{std::string(message)};
}

Result<std::unique_ptr<Connection>> try_to_open(const std::string& path, Access access,
                                                OldSchema old, PageCheck pages) {
  if (auto error = fault_of_file(path, access)) return std::move(*error);
  try {
    std::optional<CreationLock> lock;
    std::optional<NewFile> file;
    if (access == Access::Create && Connection::names_file(path)) {
      lock.emplace(path);
      file.emplace(path);
    }
    auto connection = Connection::open(path, access);
    if (!connection) return Error{connection.error()};
    set_page_check(**connection, pages);
    if (auto error = make_ready(**connection, access, old)) return std::move(*error);
    if (file) file->set_complete();
    lock.reset();
    (*connection)->execute(access == Access::Read ? kReaderSettings : kWriterSettings);
    return connection;
  } catch (const IoError& error) {
    return without_path(error, path);
  }
}

// The maximum number of retries if `compact` replaces the file while it is being opened.
constexpr int kMaxExchanges = 100;

// Retries if `compact` replaces the file meanwhile, because the old file would be empty.
Result<std::unique_ptr<Connection>> open_ready(const std::string& path, Access access,
                                               OldSchema old,
                                               PageCheck pages = PageCheck::Compare) {
  if (path.find("://") != std::string::npos) {
    return Error{"this command works on database files only"};
  }
  for (int attempt = 1;; ++attempt) {
    const auto before = identity_of(path);
    auto connection = try_to_open(path, access, old, pages);
    const bool is_exchanged = before && identity_of(path) != before;
    if (connection || !is_exchanged || attempt == kMaxExchanges) return connection;
  }
}

constexpr std::int64_t kGamesPerByte = 32;
constexpr std::int64_t kNamesPerByte = 16;
constexpr std::int64_t kMaxNames = std::int64_t{1} << 26;

std::int64_t max_number(const Connection& connection, std::int64_t per_byte, std::int64_t max) {
  return std::min(static_cast<std::int64_t>(connection.bytes()), max / per_byte) * per_byte;
}

// The query for the number of the last game. `meta` contains the number if the game itself was
// removed.
constexpr std::string_view kLastGame =
    "SELECT max((SELECT coalesce(max(id), 0) FROM game),"
    " (SELECT coalesce(max(value), 0) FROM meta WHERE name = 'last_game'))";

}  // namespace

Result<std::unique_ptr<Database>> Database::with(Result<std::unique_ptr<Connection>> connection) {
  if (!connection) return Error{connection.error()};
  return std::unique_ptr<Database>(new Database(*std::move(connection)));
}

Result<std::unique_ptr<Database>> Database::open(const std::string& path, Access access) {
  return with(open_ready(path, access, OldSchema::ReadOnly));
}

Result<std::unique_ptr<Database>> Database::open_to_upgrade(const std::string& path) {
  return with(open_ready(path, Access::Write, OldSchema::Writable));
}

Result<std::unique_ptr<Database>> Database::open_unchecked(const std::string& path, Access access) {
  return with(open_ready(path, access, OldSchema::Writable, PageCheck::Skip));
}

Result<std::unique_ptr<Database>> Database::borrow(sqlite3* handle) {
  auto connection = Connection::borrow(handle);
  try {
    if (auto error = make_ready(*connection, Access::Read, OldSchema::ReadOnly))
      return std::move(*error);
    return std::unique_ptr<Database>(new Database(std::move(connection)));
  } catch (const IoError& error) {
    return without_path(error, connection->path());
  }
}

std::int64_t Database::schema_version() const {
  return connection_->integer("PRAGMA user_version");
}

std::optional<std::uint32_t> Database::index_plies() const {
  Statement query = connection_->prepare(kMetaValue);
  query.bind(1, std::string_view("index_plies"));
  if (!query.step() || query.is_null(0)) return std::nullopt;
  return static_cast<std::uint32_t>(query.integer(0));
}

void Database::set_index_plies(std::uint32_t plies) {
  constexpr std::string_view kSet = "UPDATE meta SET value = ?1 WHERE name = 'index_plies'";
  connection_->prepare(kSet).bind(1, plies).run();
}

std::int64_t Database::last_game() const { return sqlite::last_game(*connection_); }

std::int64_t Database::game_count() const {
  ColumnReader columns(*connection_);
  std::int64_t count = 0;
  for (std::int64_t chunk = 0; chunk < columns.chunks(); ++chunk) {
    for (const std::uint8_t flags : columns.column<std::uint8_t>(chunk, GameColumn::Flags)) {
      if ((flags & kDeleted) == 0) ++count;
    }
  }
  return count;
}

std::int64_t max_game(const Connection& connection) {
  return max_number(connection, kGamesPerByte, kMaxGame);
}

std::int64_t max_name(const Connection& connection) {
  return max_number(connection, kNamesPerByte, kMaxNames);
}

std::int64_t last_game(const Connection& connection) {
  const std::int64_t last = connection.integer(kLastGame);
  if (last != 0) check_number(connection, "game", last, max_game(connection));
  return last;
}

void check_number(const Connection& connection, std::string_view what, std::int64_t number,
                  std::int64_t max) {
  if (number >= 1 && number <= max) return;
  throw DamageError(connection.path(), fmt::format("{} {}: its number is invalid", what, number));
}

}  // namespace arbiter::sqlite
