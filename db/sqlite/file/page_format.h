// What the first page of a file says about all of them, and their checksums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace arbiter::sqlite {

inline constexpr std::size_t kFileHeader = 100;  // bytes
inline constexpr std::size_t kChecksumBytes = 8;
inline constexpr std::size_t kLargestPage = 65536;

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
