// SQLite, seen from here only: a connection, its statements, transactions and blobs.
//
// Where SQLite breaks under us (a full disk, a damaged page, a lock that does not
// go away) these throw IoError: "games.db: the disk is full". What a caller can
// answer, such as a file that cannot be opened, is a Result.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/access.h"
#include "lib/base/result.h"

struct sqlite3;
struct sqlite3_stmt;
struct sqlite3_blob;

namespace arbiter::sqlite {

class Connection;
class ReaderTraces;

// A prepared statement. Parameters count from 1 and columns from 0. Text and
// blobs that are bound must live until the next bind, reset or step that is the last. A
// bind or reset() ends a run; one left in the middle of its rows holds on to its moment of the
// file.
class Statement {
 public:
  template <std::integral T>
  Statement& bind(int parameter, T value) {
    return bind_integer(parameter, static_cast<std::int64_t>(value));
  }
  Statement& bind(int parameter, double value);
  Statement& bind(int parameter, std::string_view text);
  Statement& bind_blob(int parameter, std::span<const std::uint8_t> bytes);
  Statement& bind_null(int parameter);

  // The next row. False, and ready for another run, when there is none.
  bool step();
  // Runs a statement that gives no rows, and makes it ready for another run.
  void run();
  void reset();

  int columns() const;
  std::string_view name(int column) const;
  bool is_null(int column) const;
  std::int64_t integer(int column) const;
  double real(int column) const;
  // These live until the next step.
  std::string_view text(int column) const;
  std::span<const std::uint8_t> blob(int column) const;

 private:
  friend class Connection;
  Statement(const Connection& connection, sqlite3_stmt* statement);
  Statement& bind_integer(int parameter, std::int64_t value);
  void check(int code);  // throws where it is not SQLITE_OK
  void end_run();

  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };

  const Connection* connection_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

// A blob read or overwritten in part.
class Blob {
 public:
  std::size_t size() const;
  void read(std::size_t offset, std::span<std::uint8_t> into) const;
  void write(std::size_t offset, std::span<const std::uint8_t> bytes);
  // Goes to the same column of another row. False if there is none: then this blob
  // becomes unusable.
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
  // Instead of a path: in memory only; or in memory as far as SQLite's cache goes, and beyond that
  // in a file without a name, which is gone when the program ends, however it ends.
  static constexpr std::string_view kInMemory = ":memory:";
  static constexpr std::string_view kPrivate = ":private:";

  // Opens without looking at what is in the file. Waits up to ten seconds for locks. Who reads
  // cannot write, leaves no files behind that were not there, and reads a file in a folder that
  // nobody here can write as it lies there.
  static Result<std::unique_ptr<Connection>> open(const std::string& path, Access access);
  // Somebody else's connection, which stays theirs (the loadable extension).
  static std::unique_ptr<Connection> borrow(sqlite3* handle);

  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  // What messages call it.
  const std::string& path() const { return path_; }
  // Whether it can be opened once more, by path().
  bool is_file() const { return is_file_; }
  bool is_writable() const;
  // The size of the file, its log included, in bytes.
  std::uint64_t bytes() const;

  Statement prepare(std::string_view sql) const;
  // One or more statements that give no rows.
  void execute(const char* sql) const;
  // The first column of the first row of a query that has one.
  std::int64_t integer(std::string_view sql) const;

  // Nothing where there is no such row.
  std::optional<Blob> open_blob(const char* table, const char* column, std::int64_t row,
                                Access access = Access::Read) const;

  bool is_in_transaction() const;
  // Whether it is in a transaction that has written.
  bool is_writing() const;

  // The number of the row inserted last.
  std::int64_t last_row() const;
  // The rows changed by the last statement.
  std::int64_t changes() const;
  // The rows changed since the connection was opened.
  std::int64_t total_changes() const;

  sqlite3* handle() const { return handle_; }
  [[noreturn]] void fail() const;  // throws the IoError of the last call

 private:
  Connection(sqlite3* handle, std::string path, bool is_owner);

  sqlite3* handle_;
  std::string path_;
  bool is_file_;
  bool is_owner_;
  std::unique_ptr<ReaderTraces> traces_;  // gone after the handle
};

// BEGIN IMMEDIATE; rolled back where commit() was not reached.
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

// One moment of the file, for as long as this lives: several queries that
// belong together see the same games while another process imports. Inside
// another one or a transaction it does nothing.
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

// Up to `count`, for reading. None where the file cannot be opened a second time: a database in
// memory, a private one, somebody else's.
std::vector<std::unique_ptr<Connection>> more_connections(const Connection& connection,
                                                          unsigned count);

// `query` begins with ?, or is empty. No byte of the path means more than itself.
std::string uri_of(std::string_view path, std::string_view query);

}  // namespace arbiter::sqlite
