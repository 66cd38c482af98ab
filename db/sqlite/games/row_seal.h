// What a row of `game` says and nothing else repeats: a number over it stands with the game's text,
// so that a change of either shows.
#pragma once

#include <cstdint>
#include <string_view>

#include "db/model/ids.h"

namespace arbiter::sqlite {

struct SealedRow {
  GameId id{};
  std::string_view round;
  std::int64_t offset = 0;
  std::int64_t line = 0;
};

// XXH3 with 64 bits; those of several games are added. The numbers are in files and never change.
std::uint64_t seal_of(const SealedRow& row);

}  // namespace arbiter::sqlite
