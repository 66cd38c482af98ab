// The openings of games, and their numbers, while games are added.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "db/sqlite/file/connection.h"
#include "lib/openings/opening_table.h"

namespace arbiter::sqlite {

// What `game.opening` and its column say: the opening's row, and how deep its position stands.
inline constexpr unsigned kOpeningPlyBits = 8;
inline constexpr std::uint32_t kMostOpeningPly = (1U << kOpeningPlyBits) - 1;
constexpr std::uint32_t opening_id_of(std::uint64_t number) {
  return static_cast<std::uint32_t>(number >> kOpeningPlyBits);
}
constexpr std::uint32_t opening_ply_of(std::uint64_t number) {
  return static_cast<std::uint32_t>(number & kMostOpeningPly);
}

// Finds or adds openings by code and name, inside the caller's transaction.
class OpeningStore {
 public:
  explicit OpeningStore(const Connection& connection);

  // 0 for no opening; of a ply too great for it the greatest. About 10 ns for an opening that was
  // asked for before.
  std::uint32_t number_of(const PlayedOpening& played);

  // The transaction was rolled back, or another process has written.
  void forget() { ids_.clear(); }

 private:
  std::uint32_t find_or_add(const Opening& opening);

  const Connection& connection_;
  Statement find_;
  Statement add_;
  std::unordered_map<const Opening*, std::uint32_t> ids_;
};

}  // namespace arbiter::sqlite
