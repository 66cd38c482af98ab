#include "db/sqlite/file/connection.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <atomic>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "db/model/damage.h"
#include "db/model/query_stop.h"
#include "db/sqlite/file/page_checksums.h"
#include "lib/base/result.h"
#include "lib/io/byte_source.h"
#include "lib/os/file.h"
#include "lib/os/process.h"

struct sqlite3;

namespace arbiter::sqlite {
namespace {

struct Meaning {
  int code;
  std::string_view sentence;
};

// Messages by primary error code. For other codes, SQLite's message is used.
constexpr Meaning kMeanings[] = {
    {SQLITE_FULL,
     "the disk is full; free disk space and repeat the command; completed changes are kept"},
    {SQLITE_BUSY, "another program is writing to it; try again when it has finished"},
    {SQLITE_LOCKED, "another part of this program is using it"},
    {SQLITE_READONLY, "it is read-only; change its permissions, or work on a copy"},
    {SQLITE_CANTOPEN,
     "it or the log next to it cannot be opened; make its folder writable, or work on a copy"},
    {SQLITE_PERM, "its permissions forbid it"},
    {SQLITE_AUTH, "not allowed here"},
    {SQLITE_TOOBIG, "a text or blob is larger than SQLite allows"},
    {SQLITE_INTERRUPT, "interrupted"},
};

std::string with_system_reason(std::string_view sentence, sqlite3* handle) {
  const int error_number = sqlite3_system_errno(handle);
  if (error_number == 0) return std::string(sentence);
  return fmt::format("{} ({})", sentence, reason_of_errno(error_number));
}

bool has_too_many_files(sqlite3* handle) {
  const int error_number = sqlite3_system_errno(handle);
  return error_number == EMFILE || error_number == ENFILE;
}

// Returns the error of the last call on `handle` and what to do next, without the file name, such
// as "the disk is full; nothing of this step was kept".
std::string failure_of(sqlite3* handle) {
  if (sqlite3_extended_errcode(handle) == SQLITE_READONLY_ROLLBACK) {
    return "a program was killed while writing to it; run `arbiter upgrade`, which rolls back its "
           "last changes";
  }
  if (sqlite3_extended_errcode(handle) == SQLITE_READONLY_DBMOVED) {
    return "another program has replaced it; repeat the command";
  }
  const int code = sqlite3_errcode(handle) & 0xff;
  if (code == SQLITE_CANTOPEN && has_too_many_files(handle)) {
    return "too many open files; raise the limit with `ulimit -n`";
  }
  for (const Meaning& meaning : kMeanings) {
    if (meaning.code == code) return std::string(meaning.sentence);
  }
  const std::string_view words = sqlite3_errmsg(handle);
  switch (code) {
    case SQLITE_IOERR:
      if (sqlite3_extended_errcode(handle) == SQLITE_IOERR_DATA)
        return "it is damaged (a page does not match its checksum)";
      return with_system_reason("the disk could not be read or written", handle);
    case SQLITE_CORRUPT:
      return fmt::format("it is damaged ({}); run `arbiter verify` for details", words);
    case SQLITE_NOTADB:
      return "it is not a database, or its first page is damaged";
    default:
      return std::string(words);
  }
}

namespace fs = std::filesystem;

// The timeout and the poll interval of a lock in milliseconds. The interval is short, because long
// merges leave gaps of only a few milliseconds for other writers.
constexpr int kBusyTimeout = 10'000;
constexpr int kBusyPollInterval = 1;

// Returns the name of a private database for messages. SQLite uses the same folder for its
// temporary files.
std::string private_name() {
  return fmt::format("the temporary database in {} (TMPDIR sets the folder)", temporary_folder());
}

// Returns the path of the file with all links resolved.
std::string real_path(const std::string& path) {
  std::error_code failure;
  const fs::path real = fs::weakly_canonical(path, failure);
  return failure ? path : real.string();
}

}  // namespace

std::string folder_of(const std::string& path) {
  const std::string folder = fs::path(real_path(path)).parent_path().string();
  return folder.empty() ? "." : folder;
}

namespace {

// Returns why SQLite cannot create a log next to the file, if it cannot.
std::optional<Error> obstacle_to_log(const std::string& path) {
  const std::string folder = folder_of(path);
  if (!has_right(folder, FileRight::Exist)) {
    return Error{fmt::format("its folder {}: {}", folder, reason_of_errno(errno))};
  }
  if (has_right(folder, FileRight::CreateFiles)) return std::nullopt;
  return Error{fmt::format("its folder is read-only ({}), but SQLite needs a log file next to it",
                           reason_of_errno(errno))};
}

// Returns why the path cannot be opened, if it cannot.
std::optional<Error> obstacle(const std::string& path, Access access) {
  const auto file = state_of_file(path);
  if (!file) {
    if (errno == ENOENT && access == Access::Create) return obstacle_to_log(path);
    return Error{reason_of_errno(errno)};
  }
  if (file->is_folder()) return Error{reason_of_errno(EISDIR)};
  if (!file->is_regular()) return Error{"not a regular file"};
  if (const auto fault = fault_as_standard_output(identity_of(path))) return Error{*fault};
  if (!has_right(path, FileRight::Read)) return Error{reason_of_errno(errno)};
  if (access != Access::Read && !has_right(path, FileRight::Write)) {
    return Error{fmt::format("it is read-only ({})", reason_of_errno(errno))};
  }
  return access == Access::Read ? std::nullopt : obstacle_to_log(path);
}

bool has_bytes(const std::string& path) {
  const auto file = state_of_file(path);
  return file && file->bytes > 0;
}

// The size of the log index (`-shm`) that a reader creates.
constexpr std::size_t kLogIndexBytes = std::size_t{32} * 1024;

// How a reader can read a database.
enum class Reading {
  WithLog,    // the file and its log
  Frozen,     // only the file, because files next to it cannot be created and its log is empty
  Impossible  // not at all, because the log has changes that cannot be read while the disk is full
};

Reading reading_of(const std::string& path) {
  const std::string folder = folder_of(path);
  const bool has_log = has_bytes(real_path(path) + "-wal");
  if (!has_right(folder, FileRight::CreateFiles)) {
    return has_log ? Reading::WithLog : Reading::Frozen;
  }
  // Another program that has the database open has already created the log index.
  if (has_bytes(real_path(path) + "-shm") || !is_full(folder, kLogIndexBytes))
    return Reading::WithLog;
  return has_log ? Reading::Impossible : Reading::Frozen;
}

int flags_of(Access access, bool is_file) {
  const int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI;
  if (access == Access::Read && is_file) return flags | SQLITE_OPEN_READONLY;
  return flags | SQLITE_OPEN_READWRITE | (access == Access::Create ? SQLITE_OPEN_CREATE : 0);
}

constexpr std::string_view kDamagedPageAdvice =
    "restore a copy, or save the readable games with `arbiter export --recover`; `arbiter verify` "
    "lists what is lost, or reports that another program wrote to it";

std::string pages_text(const std::vector<std::uint32_t>& damaged) {
  if (damaged.empty()) return "a page does not match its checksum";
  return fmt::format("page {} does not match its checksum", damaged.back());
}

// Disables executable content of the file: triggers, views or indexes with side effects, and ways
// to bypass SQLite's own checks.
void distrust(sqlite3* handle) {
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
  sqlite3_exec(handle, "PRAGMA cell_size_check = ON", nullptr, nullptr, nullptr);
}

std::atomic<int> open_files = 0;
std::atomic<bool> interrupts_all = false;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

constexpr int kStepsAtOnce = 1000;  // number of steps of SQLite's virtual machine, about 10 ns each

int wait_for_lock(void* /*unused*/, int looks) {
  if (interrupts_all || WaitInterruption::is_interrupted()) return 0;
  std::this_thread::sleep_for(std::chrono::milliseconds(kBusyPollInterval));
  return looks < kBusyTimeout / kBusyPollInterval ? 1 : 0;
}

}  // namespace

// A guard that removes the log (`-wal`, `-shm`) that a reader leaves next to a database. Created
// before the reader opens the file, and destroyed after it is closed. Logs left by terminated
// programs are not changed.
class ReaderTraces {
 public:
  // Records the state of the files. `path` must not be a link.
  explicit ReaderTraces(const std::string& path)
      : uri_(uri_of(path, "")), log_name_(path + "-wal"), before_(log()) {}

  ReaderTraces(const ReaderTraces&) = delete;
  ReaderTraces& operator=(const ReaderTraces&) = delete;

  // Opens and closes a writing connection, because SQLite removes the log when the last connection
  // is closed.
  ~ReaderTraces() {
    const Log after = log();
    if (after.bytes < 0 || (before_.bytes > 0 && after == before_)) return;
    sqlite3* handle = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI;
    if (sqlite3_open_v2(uri_.c_str(), &handle, flags, checking_layer()) == SQLITE_OK) {
      sqlite3_exec(handle, "PRAGMA user_version", nullptr, nullptr, nullptr);
    }
    sqlite3_close(handle);
  }

 private:
  struct Log {
    std::int64_t bytes = -1;    // -1 if the file does not exist
    std::int64_t modified = 0;  // in nanoseconds
    friend bool operator==(const Log&, const Log&) = default;
  };

  Log log() const {
    const auto file = state_of_file(log_name_);
    if (!file) return {};
    return {static_cast<std::int64_t>(file->bytes), file->modified};
  }

  // Allocated early, because memory may be exhausted when the destructor runs.
  std::string uri_;
  std::string log_name_;
  Log before_;
};

bool Connection::names_file(const std::string& path) {
  return path != kInMemory && path != kPrivate;
}

bool Connection::is_any_file_open() { return open_files > 0; }

void Connection::interrupt_all() { interrupts_all = true; }

bool Connection::is_interrupted() { return interrupts_all; }

int Connection::is_to_be_stopped(void* connection) {
  const auto& deadline = static_cast<const Connection*>(connection)->deadline_;
  const bool is_late = deadline && std::chrono::steady_clock::now() >= *deadline;
  return interrupts_all || is_late || QueryStop::is_requested() ? 1 : 0;
}

Connection::OpenFile::OpenFile() { ++open_files; }

Connection::OpenFile::~OpenFile() { --open_files; }

Result<std::unique_ptr<Connection>> Connection::open(const std::string& path, Access access) {
  const bool is_file = names_file(path);
  if (is_file) {
    if (auto error = obstacle(path, access)) return std::move(*error);
  }
  const bool is_read = is_file && access == Access::Read;
  const Reading reading = is_read ? reading_of(path) : Reading::WithLog;
  if (reading == Reading::Impossible) {
    return Error{
        "the disk is full, and its log has changes that need space to be read; free disk "
        "space and repeat the command"};
  }
  const bool frozen = reading == Reading::Frozen;
  std::unique_ptr<ReaderTraces> traces;
  if (is_read && !frozen) traces = std::make_unique<ReaderTraces>(real_path(path));
  const std::string_view query = frozen ? "?mode=ro&immutable=1" : is_read ? "?mode=ro" : "";
  const std::string name = is_file ? uri_of(path, query) : path == kPrivate ? std::string() : path;
  // The object is created first, so that the handle always has an owner.
  std::unique_ptr<Connection> connection(
      new Connection(nullptr, path == kPrivate ? private_name() : path, true));
  connection->is_file_ = is_file;
  if (is_file) connection->open_file_.emplace();
  connection->traces_ = std::move(traces);
  const int code = sqlite3_open_v2(name.c_str(), &connection->handle_, flags_of(access, is_file),
                                   checking_layer());
  sqlite3* const handle = connection->handle_;
  if (handle == nullptr || code == SQLITE_NOMEM) throw std::bad_alloc();
  if (code != SQLITE_OK) return Error{failure_of(handle)};
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_handler(handle, wait_for_lock, nullptr);
  sqlite3_progress_handler(handle, kStepsAtOnce, is_to_be_stopped, connection.get());
  distrust(handle);
  if (access == Access::Read) connection->execute("PRAGMA query_only = ON");
  return connection;
}

std::unique_ptr<Connection> Connection::borrow(sqlite3* handle) {
  const char* path = sqlite3_db_filename(handle, "main");
  return std::unique_ptr<Connection>(new Connection(handle, path == nullptr ? "" : path, false));
}

Connection::Connection(sqlite3* handle, std::string path, bool is_owner)
    : handle_(handle), path_(std::move(path)), is_file_(!path_.empty()), is_owner_(is_owner) {}

Connection::~Connection() {
  // The handle stays open until its statements are destroyed.
  if (is_owner_) sqlite3_close_v2(handle_);
}

std::uint64_t Connection::bytes() const {
  return static_cast<std::uint64_t>(integer("PRAGMA page_count") * integer("PRAGMA page_size"));
}

bool Connection::is_writable() const { return sqlite3_db_readonly(handle_, "main") == 0; }

Statement Connection::prepare(std::string_view sql) const {
  sqlite3_stmt* statement = nullptr;
  const int size = static_cast<int>(sql.size());
  if (sqlite3_prepare_v3(handle_, sql.data(), size, SQLITE_PREPARE_PERSISTENT, &statement,
                         nullptr) != SQLITE_OK) {
    fail();
  }
  return {*this, statement};
}

void Connection::execute(const char* sql) const {
  if (sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

std::int64_t Connection::integer(std::string_view sql) const {
  Statement query = prepare(sql);
  if (!query.step()) throw IoError(fmt::format("{}: the query returned no row: {}", path_, sql));
  return query.integer(0);
}

bool Connection::is_in_transaction() const { return sqlite3_get_autocommit(handle_) == 0; }

std::int64_t Connection::last_row() const { return sqlite3_last_insert_rowid(handle_); }

std::int64_t Connection::changes() const { return sqlite3_changes64(handle_); }

std::int64_t Connection::total_changes() const { return sqlite3_total_changes64(handle_); }

bool Connection::is_writing() const {
  return sqlite3_txn_state(handle_, "main") == SQLITE_TXN_WRITE;
}

bool Connection::is_locked_out() const { return (sqlite3_errcode(handle_) & 0xff) == SQLITE_BUSY; }

void Connection::fail() const {
  if (sqlite3_extended_errcode(handle_) == SQLITE_IOERR_DATA) {
    throw DamageError(path_, pages_text(damaged_pages(*this)), kDamagedPageAdvice);
  }
  const int code = sqlite3_errcode(handle_) & 0xff;
  if (code == SQLITE_NOMEM) throw std::bad_alloc();
  if (code == SQLITE_INTERRUPT && interrupts_all) throw Interrupted();
  if (code == SQLITE_BUSY && (interrupts_all || WaitInterruption::is_interrupted())) {
    throw Interrupted();
  }
  if (code == SQLITE_CORRUPT) {
    throw DamageError(path_, sqlite3_errmsg(handle_), "run `arbiter verify` for details");
  }
  throw IoError(fmt::format("{}: {}", path_, failure_of(handle_)));
}

Transaction::Transaction(const Connection& connection) : connection_(connection) {
  connection_.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  // After some failures, SQLite has already rolled back, and this call has no effect.
  if (is_open_) sqlite3_exec(connection_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  connection_.execute("COMMIT");
  is_open_ = false;
}

ReadSnapshot::ReadSnapshot(const Connection& connection)
    : connection_(connection), is_outermost_(!connection.is_in_transaction()) {
  if (!is_outermost_) return;
  connection_.execute("BEGIN");
  try {
    connection_.integer(
        "SELECT count(*) FROM sqlite_master");  // the snapshot begins with the first read
  } catch (...) {
    sqlite3_exec(connection_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
    throw;
  }
}

ReadSnapshot::~ReadSnapshot() {
  if (is_outermost_) sqlite3_exec(connection_.handle(), "COMMIT", nullptr, nullptr, nullptr);
}

std::vector<std::unique_ptr<Connection>> more_connections(const Connection& connection,
                                                          unsigned count) {
  std::vector<std::unique_ptr<Connection>> opened;
  for (unsigned i = 0; connection.is_file() && i < count; ++i) {
    auto one = Connection::open(connection.path(), Access::Read);
    if (!one) break;
    (*one)->execute("BEGIN");  // each query alone would lock the file and look up its size
    opened.push_back(*std::move(one));
  }
  return opened;
}

std::string uri_of(std::string_view path, std::string_view query) {
  std::string uri = path.starts_with('/') ? "file://" : "file:";
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#') {
      uri += fmt::format("%{:02x}", static_cast<unsigned>(c));
    } else {
      uri += c;
    }
  }
  return uri.append(query);
}

}  // namespace arbiter::sqlite

namespace arbiter::sqlite {

Statement::Statement(const Connection& connection, sqlite3_stmt* statement)
    : connection_(&connection), statement_(statement) {}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void Statement::check(int code) {
  if (code != SQLITE_OK) connection_->fail();
}

// Resets a statement before its last row, because parameters cannot be bound while it runs.
void Statement::end_run() {
  if (sqlite3_stmt_busy(statement_.get()) != 0) sqlite3_reset(statement_.get());
}

Statement& Statement::bind_integer(int parameter, std::int64_t value) {
  end_run();
  check(sqlite3_bind_int64(statement_.get(), parameter, value));
  return *this;
}

Statement& Statement::bind(int parameter, double value) {
  end_run();
  check(sqlite3_bind_double(statement_.get(), parameter, value));
  return *this;
}

Statement& Statement::bind(int parameter, std::string_view text) {
  // A null pointer would bind NULL instead of an empty text.
  const char* data = text.data() == nullptr ? "" : text.data();
  end_run();
  check(sqlite3_bind_text64(statement_.get(), parameter, data, text.size(), SQLITE_STATIC,
                            SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind(int parameter, std::span<const std::uint8_t> bytes) {
  const void* data = bytes.data() == nullptr ? static_cast<const void*>("") : bytes.data();
  end_run();
  check(sqlite3_bind_blob64(statement_.get(), parameter, data, bytes.size(), SQLITE_STATIC));
  return *this;
}

Statement& Statement::bind_null(int parameter) {
  end_run();
  check(sqlite3_bind_null(statement_.get(), parameter));
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) {
    sqlite3_reset(statement_.get());
    return false;
  }
  try {
    connection_->fail();
  } catch (...) {
    sqlite3_reset(statement_.get());  // also resets the error
    throw;
  }
}

void Statement::run() {
  while (step()) {
  }
}

void Statement::reset() { sqlite3_reset(statement_.get()); }

int Statement::columns() const { return sqlite3_column_count(statement_.get()); }

std::string_view Statement::name(int column) const {
  return sqlite3_column_name(statement_.get(), column);
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }

std::string_view Statement::text(int column) const {
  const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (data == nullptr) return {};
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::span<const std::uint8_t> Statement::blob(int column) const {
  const auto* data =
      static_cast<const std::uint8_t*>(sqlite3_column_blob(statement_.get(), column));
  if (data == nullptr) return {};
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::optional<Blob> Connection::open_blob(const char* table, const char* column, std::int64_t row,
                                          Access access) const {
  sqlite3_blob* blob = nullptr;
  const int is_writable = access == Access::Read ? 0 : 1;
  const int code = sqlite3_blob_open(handle_, "main", table, column, row, is_writable, &blob);
  if (code == SQLITE_OK) return Blob(*this, blob);
  sqlite3_blob_close(blob);
  const std::string_view words = sqlite3_errmsg(handle_);
  if (code == SQLITE_ERROR && words.starts_with("no such rowid")) return std::nullopt;
  fail();
}

Blob::Blob(const Connection& connection, sqlite3_blob* blob)
    : connection_(&connection), blob_(blob) {}

void Blob::Close::operator()(sqlite3_blob* blob) const { sqlite3_blob_close(blob); }

std::size_t Blob::size() const { return static_cast<std::size_t>(sqlite3_blob_bytes(blob_.get())); }

void Blob::read(std::size_t offset, std::span<std::uint8_t> into) const {
  assert(offset + into.size() <= size());
  if (sqlite3_blob_read(blob_.get(), into.data(), static_cast<int>(into.size()),
                        static_cast<int>(offset)) != SQLITE_OK) {
    connection_->fail();
  }
}

void Blob::write(std::size_t offset, std::span<const std::uint8_t> bytes) {
  assert(offset + bytes.size() <= size());
  if (sqlite3_blob_write(blob_.get(), bytes.data(), static_cast<int>(bytes.size()),
                         static_cast<int>(offset)) != SQLITE_OK) {
    connection_->fail();
  }
}

bool Blob::reopen(std::int64_t row) {
  const int code = sqlite3_blob_reopen(blob_.get(), row);
  if (code == SQLITE_OK) return true;
  if (code == SQLITE_ERROR) return false;
  connection_->fail();
}

namespace {

constexpr std::chrono::seconds kTimeout{10};
constexpr std::chrono::milliseconds kPollInterval{10};

sqlite3_file* file_of(const Connection& connection) {
  sqlite3_file* file = nullptr;
  sqlite3_file_control(connection.handle(), "main", SQLITE_FCNTL_FILE_POINTER, &file);
  return file;
}

// Locks the file. Exclusive mode uses no shared memory, and a lock that excludes all others.
void lock_out_others(const Connection& connection) {
  connection.execute("PRAGMA locking_mode = EXCLUSIVE");
  const auto end = std::chrono::steady_clock::now() + kTimeout;
  for (;;) {
    const int code = sqlite3_exec(connection.handle(), "SELECT count(*) FROM sqlite_master",
                                  nullptr, nullptr, nullptr);
    if (code == SQLITE_OK) return;
    if (!connection.is_locked_out()) connection.fail();
    if (std::chrono::steady_clock::now() >= end) {
      throw IoError(connection.path() +
                    ": another program has it open; close that program and try again (the file is "
                    "unchanged)");
    }
    std::this_thread::sleep_for(kPollInterval);
  }
}

std::vector<std::string> hand_on(const ReplacedFile& target, const std::string& copy) {
  const int file = open_file(copy, OpenMode::ReadAndWrite);
  if (file < 0) throw IoError(copy + ": " + reason_of_errno(errno));
  std::vector<std::string> losses = target.copy_attributes_to(file);
  close_file(file);
  return losses;
}

[[noreturn]] void fail_in_use(const Connection& connection) {
  throw IoError(connection.path() +
                ": another program is using it; try again when it has finished");
}

}  // namespace

void sync_file(const Connection& connection) {
  sqlite3_file* const file = file_of(connection);
  if (file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) != SQLITE_OK) {
    throw IoError(connection.path() + ": the disk could not be written");
  }
}

std::vector<std::string> take_place(UnfinishedFile& copy, const ReplacedFile& made,
                                    const ReplacedFile& target) {
  const auto connection = Connection::open(target.path(), Access::Write);
  if (!connection) throw IoError(target.path() + ": " + connection.error());
  lock_out_others(**connection);
  if (target.has_changed() || made.has_changed() || has_log(target.path())) {
    throw IoError(target.path() +
                  ": another program wrote to it; try again (the file is unchanged)");
  }
  std::vector<std::string> losses = hand_on(target, copy.name());
  // The empty log belongs to the old file, and must be removed before the new file appears.
  for (const char* ending : {"-wal", "-shm"}) remove_file((target.path() + ending).c_str());
  sync_folder(target.folder());
  if (!copy.rename_to(target.path())) {
    throw IoError(target.path() + ": " + reason_of_errno(errno));
  }
  sync_folder(target.folder());
  // Programs that wait for a lock on the old file then find it empty.
  sqlite3_file* const old = file_of(**connection);
  old->pMethods->xTruncate(old, 0);
  return losses;
}

SoleWriter::SoleWriter(const Connection& connection) {
  if (connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") != 0) fail_in_use(connection);
  transaction_.emplace(connection);
  if (has_log(sqlite3_db_filename(connection.handle(), "main"))) fail_in_use(connection);
}

bool has_log(const std::string& path) {
  std::error_code failure;
  const auto size = std::filesystem::file_size(path + "-wal", failure);
  return !failure && size > 0;
}

CreationLock::CreationLock(const std::string& path) : lock_(folder_of(path)) {}

void remove_database(const std::string& path) {
  remove_file(path.c_str());
  for (const char* ending : kSqliteCompanions) remove_file((path + ending).c_str());
}

}  // namespace arbiter::sqlite
