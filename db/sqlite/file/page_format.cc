#include "db/sqlite/file/page_format.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <bit>
#include <cstring>

#include "db/sqlite/file/file_identity.h"

namespace arbiter::sqlite {
namespace {

std::uint32_t number_at(std::span<const std::uint8_t> header, std::size_t offset) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | header[offset + i];
  return number;
}

std::uint64_t checksum_of(std::span<const std::uint8_t> page, std::uint32_t number) {
  return XXH3_64bits_withSeed(page.data(), page.size() - kChecksumBytes, number);
}

}  // namespace

PageFormat format_of(std::span<const std::uint8_t> header) {
  if (std::memcmp(header.data(), "SQLite format 3", 16) != 0) return {};
  if (header[20] != kChecksumBytes) return {};
  std::size_t size = static_cast<std::size_t>(header[16] << 8 | header[17]);
  if (size == 1) size = kLargestPage;
  if (size < 512 || !std::has_single_bit(size)) return {};
  const bool is_ours = number_at(header, 68) == kApplicationId;
  return {.page_size = size,
          .is_checked = is_ours && number_at(header, 60) >= std::uint32_t{kFirstCheckedSchema}};
}

void write_checksum(std::span<std::uint8_t> page, std::uint32_t number) {
  const std::uint64_t checksum = checksum_of(page, number);
  std::memcpy(page.last<kChecksumBytes>().data(), &checksum, kChecksumBytes);
}

bool matches_checksum(std::span<const std::uint8_t> page, std::uint32_t number) {
  const std::uint64_t checksum = checksum_of(page, number);
  return std::memcmp(page.last<kChecksumBytes>().data(), &checksum, kChecksumBytes) == 0;
}

}  // namespace arbiter::sqlite
