// The only wrapper of SQLite: connections, statements, transactions and blobs.
//
// All functions throw IoError if SQLite fails (a full disk, a damaged page, a lock that is not
// released), as in "games.db: the disk is full". Failures that a caller can handle, such as a file
// that cannot be opened, are a Result.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/ids.h"
#include "lib/base/result.h"
#include "lib/io/output_file.h"
#include "lib/os/file.h"

struct sqlite3;
struct sqlite3_stmt;
struct sqlite3_blob;

namespace arbiter::sqlite {

class Connection;
class ReaderTraces;

// A prepared statement. Parameters count from 1, and columns from 0. Bound strings and blobs must
// live until the next bind, reset or last step. Binding or reset() ends a run. A statement that has
// not reached its last row keeps its read snapshot.
class Statement {
 public:
  template <std::integral T>
  Statement& bind(int parameter, T value) {
    return bind_integer(parameter, static_cast<std::int64_t>(value));
  }
  template <class T>
  Statement& bind(int parameter, const std::optional<T>& value) {
    return value ? bind(parameter, *value) : bind_null(parameter);
  }
  Statement& bind(int parameter, double value);
  Statement& bind(int parameter, std::string_view text);
  Statement& bind(int parameter, std::span<const std::uint8_t> bytes);
  Statement& bind_null(int parameter);
  // Binds the values to the parameters, starting at 1.
  template <class... T>
  Statement& bind_all(const T&... values) {
    int parameter = 0;
    (bind(++parameter, values), ...);
    return *this;
  }

  // Runs a query, and returns the first column of the first row; nothing if there are no rows.
  template <class... T>
  std::optional<std::int64_t> find(const T&... values) {
    bind_all(values...);
    if (!step()) return std::nullopt;
    const std::int64_t found = integer(0);
    reset();
    return found;
  }

  // Moves to the next row. Returns false if there are no more rows; the statement is then ready for
  // another run.
  bool step();
  // Runs a statement that returns no rows. The statement is then ready for another run.
  void run();
  void reset();

  int columns() const;
  std::string_view name(int column) const;
  bool is_null(int column) const;
  std::int64_t integer(int column) const;
  double real(int column) const;
  // Return views that are valid until the next step.
  std::string_view text(int column) const;
  std::span<const std::uint8_t> blob(int column) const;

 private:
  friend class Connection;
  Statement(const Connection& connection, sqlite3_stmt* statement);
  Statement& bind_integer(int parameter, std::int64_t value);
  void check(int code);  // throws unless `code` is SQLITE_OK
  void end_run();

  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };

  const Connection* connection_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

// A blob in the file, with random access for reading and overwriting.
class Blob {
 public:
  std::size_t size() const;
  void read(std::size_t offset, std::span<std::uint8_t> into) const;
  void write(std::size_t offset, std::span<const std::uint8_t> bytes);
  // Moves to the same column of another row. Returns false if the row does not exist; the blob is
  // then unusable.
  bool reopen(std::int64_t row);

 private:
  friend class Connection;
  Blob(const Connection& connection, sqlite3_blob* blob);

  struct Close {
    void operator()(sqlite3_blob* blob) const;
  };

  const Connection* connection_;
  std::unique_ptr<sqlite3_blob, Close> blob_;
};

class Connection {
 public:
  // Special names instead of a path. kInMemory is an in-memory database. The private
  // database kPrivate spills from SQLite's cache into an unnamed file, and disappears with the
  // program.
  static constexpr std::string_view kInMemory = ":memory:";
  static constexpr std::string_view kPrivate = ":private:";

  // Checks for a path, as opposed to a special name such as ":memory:".
  static bool names_file(const std::string& path);

  // Returns whether any file is open. If the program ends without closing it, a log remains next to
  // the file. Safe in signal handlers.
  static bool is_any_file_open();
  // Interrupts the current and all later queries and changes of all connections, which throw
  // Interrupted. Commits and rollbacks are completed. Safe in signal handlers.
  static void interrupt_all();
  static bool is_interrupted();

  // Opens a file without checking its contents. Waits up to ten seconds for locks. A reader cannot
  // write, and leaves no new files. In a folder that is not writable, a reader reads the file
  // without its log.
  static Result<std::unique_ptr<Connection>> open(const std::string& path, Access access);
  // Wraps a connection owned by the caller, such as that of the loadable extension.
  static std::unique_ptr<Connection> borrow(sqlite3* handle);

  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  // Returns the name of the file for messages.
  const std::string& path() const { return path_; }
  bool is_file() const { return is_file_; }
  bool is_writable() const;
  // Returns the size of the database in bytes, including pages that are still in the WAL.
  std::uint64_t bytes() const;

  Statement prepare(std::string_view sql) const;
  // Runs one or more statements that return no rows.
  void execute(const char* sql) const;
  // Returns the first column of the first row. Precondition: the query returns a row.
  std::int64_t integer(std::string_view sql) const;

  // Opens a blob; returns nothing if the row does not exist.
  std::optional<Blob> open_blob(const char* table, const char* column, std::int64_t row,
                                Access access = Access::Read) const;

  bool is_in_transaction() const;
  // Returns whether the connection is in a transaction that has written.
  bool is_writing() const;

  // Returns the row id of the last inserted row.
  std::int64_t last_row() const;
  // Returns the number of rows changed by the last statement.
  std::int64_t changes() const;
  // Returns the number of rows changed since the connection was opened.
  std::int64_t total_changes() const;

  // Sets a time after which queries and changes of this connection are interrupted; nothing means
  // never.
  void set_deadline(std::optional<std::chrono::steady_clock::time_point> deadline) const {
    deadline_ = deadline;
  }

  sqlite3* handle() const { return handle_; }
  // Returns whether the last call failed because another program has locked the file.
  bool is_locked_out() const;
  [[noreturn]] void fail() const;  // throws an IoError for the last call

 private:
  class OpenFile {
   public:
    OpenFile();
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    ~OpenFile();
  };

  Connection(sqlite3* handle, std::string path, bool is_owner);

  static int is_to_be_stopped(void* connection);

  std::optional<OpenFile> open_file_;  // destroyed after the traces
  sqlite3* handle_;
  std::string path_;
  bool is_file_;
  bool is_owner_;
  mutable std::optional<std::chrono::steady_clock::time_point> deadline_;
  std::unique_ptr<ReaderTraces> traces_;  // destroyed after the handle
};

// A transaction that begins with BEGIN IMMEDIATE. The destructor rolls it back unless commit() was
// called.
class Transaction {
 public:
  explicit Transaction(const Connection& connection);
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();

  void commit();

 private:
  const Connection& connection_;
  bool is_open_ = true;
};

// A read snapshot. During its lifetime all queries see the same games, even if another process
// imports. It has no effect inside a transaction or another snapshot.
class ReadSnapshot {
 public:
  explicit ReadSnapshot(const Connection& connection);
  ReadSnapshot(const ReadSnapshot&) = delete;
  ReadSnapshot& operator=(const ReadSnapshot&) = delete;
  ~ReadSnapshot();

 private:
  const Connection& connection_;
  bool is_outermost_;
};

// Opens up to `count` more connections, each in a read transaction until it is closed. Returns none
// if the file cannot be opened again, as for in-memory or private databases and borrowed
// connections.
std::vector<std::unique_ptr<Connection>> more_connections(const Connection& connection,
                                                          unsigned count);

// Returns the SQLite URI of a path. `query` is empty or begins with "?". All bytes of the path are
// taken literally.
std::string uri_of(std::string_view path, std::string_view query);

// Returns the folder of the file with all links resolved, where SQLite puts the log.
std::string folder_of(const std::string& path);

// Syncs the whole file to disk.
void sync_file(const Connection& connection);

// Replaces `target` with `copy`. Waits up to ten seconds until no program has `target` open, locks
// all others out, and prevents them from writing to the old file. Returns the attributes that were
// lost, like ReplacedFile::copy_attributes_to(). Throws IoError, without any change, if another
// program does not close the file. It also throws if the file or the copy has changed since
// `target` and `made` were created. Precondition: `copy` is synced and closed.
std::vector<std::string> take_place(UnfinishedFile& copy, const ReplacedFile& made,
                                    const ReplacedFile& target);

// A transaction that begins with an empty log. During its lifetime, no other program changes the
// file. The destructor rolls it back. Throws IoError if other programs keep using the log.
class SoleWriter {
 public:
  explicit SoleWriter(const Connection& connection);

 private:
  std::optional<Transaction> transaction_;
};

// Returns whether the log of the file at `path` is not empty. Precondition: `path` is not a link.
bool has_log(const std::string& path);

// A lock on the folder of `path`, so that only one program at a time creates tables. A lock on the
// file itself is impossible, because closing it would release SQLite's locks. Has no effect if the
// folder cannot be locked.
class CreationLock {
 public:
  explicit CreationLock(const std::string& path);

 private:
  FolderLock lock_;
};

// Removes a database file with its log. Precondition: the caller has a CreationLock, and no other
// program has the file open.
void remove_database(const std::string& path);

}  // namespace arbiter::sqlite
