#include "db/sqlite/games/row_seal.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>

namespace arbiter::sqlite {

std::uint64_t seal_of(const SealedRow& row) {
  const std::array<std::int64_t, 3> numbers = {number_of(row.id), row.offset, row.line};
  const std::uint64_t seed = XXH3_64bits(numbers.data(), sizeof numbers);
  return XXH3_64bits_withSeed(row.round.data(), row.round.size(), seed);
}

}  // namespace arbiter::sqlite
