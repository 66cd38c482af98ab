// A checksum for every page of a database file, below SQLite: written with the page, compared when
// it is read from the disk (README.md, "Pages").
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
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

inline constexpr std::int32_t kApplicationId = 0x41726274;  // "Arbt"
// From this `user_version` on, every page has a checksum.
inline constexpr std::int32_t kFirstCheckedSchema = 2;

inline constexpr std::size_t kFileHeader = 100;  // bytes
inline constexpr std::size_t kChecksumBytes = 8;
inline constexpr std::size_t kMaxPageSize = 65536;

struct PageFormat {
  std::size_t page_size = 0;  // 0: it is not known that there is room for checksums
  // The file promises that they are right: it is one of ours, of a version that has them.
  bool is_checked = false;

  bool is_page(std::size_t bytes, std::int64_t offset) const {
    return page_size != 0 && bytes == page_size &&
           static_cast<std::uint64_t>(offset) % page_size == 0;
  }
  std::uint32_t page_at(std::int64_t offset) const {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(offset) / page_size + 1);
  }
};

// `header` are the first bytes of a database file, at least kFileHeader.
PageFormat format_of(std::span<const std::uint8_t> header);

// Both include the number of the page, so that a page in another's place does not match.
void write_checksum(std::span<std::uint8_t> page, std::uint32_t number);
bool matches_checksum(std::span<const std::uint8_t> page, std::uint32_t number);

}  // namespace arbiter::sqlite
