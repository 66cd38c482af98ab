// A checksum for every page of a database file, below SQLite: written with the page, compared when
// it is read from the disk (README.md, "Pages").
#pragma once

#include <cstdint>
#include <vector>

#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

// The name of the layer that does it, for sqlite3_open_v2(). It looks for no checksums where
// SQLite leaves no room for them, and in files of other programs.
const char* checking_layer();

// Leaves room at the end of each page: from the first one on in an empty file, after a VACUUM in
// another.
void make_room_for_checksums(const Connection& connection);
bool has_room_for_checksums(const Connection& connection);

// The pages that did not match, by rising number.
std::vector<std::uint32_t> damaged_pages(const Connection& connection);

// By all connections of this process, from the files of databases themselves: what neither SQLite's
// caches nor the log had.
std::uint64_t bytes_read();

// Whether pages are compared when they are read.
enum class PageCheck { Compare, Skip };
PageCheck page_check(const Connection& connection);
// Pages that SQLite is using at the moment are not read again: of a transaction the first one.
void set_page_check(const Connection& connection, PageCheck check);

// Gives each page that does not match its checksum a new one; returns how many. Precondition: the
// connection is in a transaction that writes, and the log is empty, so that nobody else writes
// pages.
std::uint64_t renew_checksums(const Connection& connection);

// For as long as it lives, pages are not compared: those of a table that is about to be emptied.
class UncheckedPages {
 public:
  explicit UncheckedPages(const Connection& connection);
  UncheckedPages(const UncheckedPages&) = delete;
  UncheckedPages& operator=(const UncheckedPages&) = delete;
  ~UncheckedPages();

 private:
  const Connection& connection_;
  PageCheck before_;
};

}  // namespace arbiter::sqlite
