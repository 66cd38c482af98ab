// Which game, which source: numbers that mean nothing else.
#pragma once

#include <cstdint>

namespace arbiter {

enum class GameId : std::int64_t {};  // from 1, never used twice
enum class SourceId : std::uint32_t {};

constexpr std::int64_t number_of(GameId id) { return static_cast<std::int64_t>(id); }

}  // namespace arbiter
