// Small types shared by all stores.
#pragma once

#include <cstdint>

namespace arbiter {

enum class GameId : std::int64_t {};  // from 1, never reused
enum class SourceId : std::uint32_t {};

constexpr std::int64_t number_of(GameId id) { return static_cast<std::int64_t>(id); }
constexpr std::uint32_t number_of(SourceId id) { return static_cast<std::uint32_t>(id); }

// The purpose of opening a store. Create is like Write, but creates a missing store.
enum class Access : std::uint8_t { Read, Write, Create };

}  // namespace arbiter
