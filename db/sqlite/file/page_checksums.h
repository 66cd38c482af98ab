// Checksums of database pages, in an SQLite VFS (README.md, "Pages"). They are written with each
// page, and verified when it is read from disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

// Returns the name of the VFS for sqlite3_open_v2(). It ignores files of other programs, and pages
// without space for a checksum.
const char* checking_layer();

// Reserves space at the end of each page. Takes effect at once in an empty file, and after a VACUUM
// in others.
void make_room_for_checksums(const Connection& connection);
bool has_room_for_checksums(const Connection& connection);

// Returns the mismatched pages in ascending order.
std::vector<std::uint32_t> damaged_pages(const Connection& connection);

// Returns the number of bytes that this process has read from database files, except those from
// SQLite's caches and logs.
std::uint64_t bytes_read();

enum class PageCheck { Compare, Skip };
PageCheck page_check(const Connection& connection);
// Sets whether checksums are verified. Pages already in SQLite's cache are not read again.
void set_page_check(const Connection& connection, PageCheck check);

// Writes a new checksum to each mismatched page. Returns the number of these pages. Precondition:
// the connection is in a write transaction and the log is empty, so that no other program writes
// pages.
std::uint64_t renew_checksums(const Connection& connection);

// A scope without checksum verification, for tables that are about to be emptied.
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
// The first `user_version` in which every page has a checksum.
inline constexpr std::int32_t kFirstCheckedSchema = 2;

inline constexpr std::size_t kFileHeader = 100;  // in bytes
inline constexpr std::size_t kChecksumBytes = 8;
inline constexpr std::size_t kMaxPageSize = 65536;

struct PageFormat {
  std::size_t page_size = 0;  // 0 unless the pages have space for checksums
  // True if checksums must match, because the file is an Arbiter file of a version with checksums.
  bool is_checked = false;

  bool is_page(std::size_t bytes, std::int64_t offset) const {
    return page_size != 0 && bytes == page_size &&
           static_cast<std::uint64_t>(offset) % page_size == 0;
  }
  std::uint32_t page_at(std::int64_t offset) const {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(offset) / page_size + 1);
  }
};

// Reads the format from the first bytes of a database file. Precondition: `header` has at least
// kFileHeader bytes.
PageFormat format_of(std::span<const std::uint8_t> header);

// The checksum includes the page number, so that a misplaced page does not match.
void write_checksum(std::span<std::uint8_t> page, std::uint32_t number);
bool matches_checksum(std::span<const std::uint8_t> page, std::uint32_t number);

}  // namespace arbiter::sqlite
