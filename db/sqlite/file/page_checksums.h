// Checksums of the pages of a database file, in a layer below SQLite (README.md, "Pages"). They are
// written with the page, and compared when it is read from the disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

// Returns the name of the layer, for sqlite3_open_v2(). It ignores files of other programs, and
// pages without space for a checksum.
const char* checking_layer();

// Reserves space at the end of each page: at once in an empty file, after a VACUUM in another.
void make_room_for_checksums(const Connection& connection);
bool has_room_for_checksums(const Connection& connection);

// Returns the pages that did not match, in ascending order.
std::vector<std::uint32_t> damaged_pages(const Connection& connection);

// Returns the bytes that this process has read from database files, without those from SQLite's
// caches and logs.
std::uint64_t bytes_read();

// Whether pages are compared when they are read.
enum class PageCheck { Compare, Skip };
PageCheck page_check(const Connection& connection);
// Sets the check. Pages that SQLite is using at the moment are not read again.
void set_page_check(const Connection& connection, PageCheck check);

// Writes a new checksum to each page that does not match, and returns the number of these pages.
// Precondition: the connection is in a write transaction and the log is empty, so that no other
// program writes pages.
std::uint64_t renew_checksums(const Connection& connection);

// Disables the comparison while it lives, for tables that are about to be emptied.
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
  std::size_t page_size = 0;  // 0: without space for checksums, as far as known
  // True if the checksums must match: the file is an Arbiter file of a version with checksums.
  bool is_checked = false;

  bool is_page(std::size_t bytes, std::int64_t offset) const {
    return page_size != 0 && bytes == page_size &&
           static_cast<std::uint64_t>(offset) % page_size == 0;
  }
  std::uint32_t page_at(std::int64_t offset) const {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(offset) / page_size + 1);
  }
};

// Reads the format from the first bytes of a database file, at least kFileHeader.
PageFormat format_of(std::span<const std::uint8_t> header);

// Both include the page number, so that a page in the wrong place does not match.
void write_checksum(std::span<std::uint8_t> page, std::uint32_t number);
bool matches_checksum(std::span<const std::uint8_t> page, std::uint32_t number);

}  // namespace arbiter::sqlite
