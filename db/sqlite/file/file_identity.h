// What the header of a database file says of it.
#pragma once

#include <cstdint>

namespace arbiter::sqlite {

inline constexpr std::int32_t kApplicationId = 0x41726274;  // "Arbt"
// From this `user_version` on, every page has a checksum.
inline constexpr std::int32_t kFirstCheckedSchema = 2;

}  // namespace arbiter::sqlite
