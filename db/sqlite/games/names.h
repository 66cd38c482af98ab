// The names of players, events, sites and openings, and their numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "db/sqlite/file/connection.h"
#include "lib/openings/opening_table.h"

namespace arbiter::sqlite {

enum class NameTable : std::uint8_t { Player, Event, Site, Source, Opening };

// Returns "player", "event", "site", "source" or "opening".
std::string_view to_string(NameTable table);

// Finds or adds names in a table, inside the caller's transaction. Caches up to a million names,
// about 100 bytes each. A cached name takes about 50 ns, a new one about 5 us.
class NameStore {
 public:
  // Precondition: the table contains players, events or sites.
  NameStore(const Connection& connection, NameTable table);

  // Returns the number of a UTF-8 name; 0 for an empty name.
  std::uint32_t id_of(std::string_view name);

  // Clears the cache. Must be called after a rollback, or if another process may have added names.
  void forget();

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const {
      return std::hash<std::string_view>()(name);
    }
  };

  std::uint32_t find_or_add(std::string_view name);

  const Connection& connection_;
  Statement find_;
  Statement add_;
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> ids_;
  bool has_all_;  // true if ids_ contains all names of the table
};

// Returns the rank of each name in alphabetical order of folded names, from 1. Equal names have the
// same rank, and missing names 0. Takes about 0.15 us for each name of the table. Precondition: the
// names are those of players, events or sites.
std::vector<std::uint32_t> places_of_names(const Connection& connection, NameTable table,
                                           std::span<const std::uint32_t> ids);

// The number of lower bits of `game.opening` and GameColumn::Opening that contain the ply. The
// upper bits contain the opening's row number.
inline constexpr unsigned kOpeningPlyBits = 8;
inline constexpr std::uint32_t kMaxOpeningPly = (1U << kOpeningPlyBits) - 1;
constexpr std::uint32_t opening_id_of(std::uint64_t number) {
  return static_cast<std::uint32_t>(number >> kOpeningPlyBits);
}
constexpr std::uint32_t opening_ply_of(std::uint64_t number) {
  return static_cast<std::uint32_t>(number & kMaxOpeningPly);
}

// Finds or adds openings by code and name, inside the caller's transaction.
class OpeningStore {
 public:
  explicit OpeningStore(const Connection& connection);

  // Returns the column value; 0 for no opening. A ply that exceeds the bits becomes the maximum.
  // Takes about 10 ns for a known opening.
  std::uint32_t number_of(const PlayedOpening& played);

  // Clears the cache. Must be called after a rollback, or if another process may have written.
  void forget() { ids_.clear(); }

 private:
  std::uint32_t find_or_add(const Opening& opening);

  const Connection& connection_;
  Statement find_;
  Statement add_;
  std::unordered_map<const Opening*, std::uint32_t> ids_;
};

// Throws IoError if the file has no openings for its games.
void require_openings(const Connection& connection);

// The openings of a file by their numbers.
class OpeningList {
 public:
  struct Row {
    std::uint16_t eco = 0;
    std::string name;
  };

  // Reads all openings. The list is empty if the table does not exist.
  explicit OpeningList(const Connection& connection);

  // Returns the opening of a column value; its name is empty if there is no opening.
  const Row& operator[](std::uint64_t number) const;

  // Returns the code of the ECO tag, otherwise that of the opening, otherwise 0.
  std::uint64_t code_of(std::uint64_t tag, std::uint64_t number) const {
    return tag != 0 ? tag : (*this)[number].eco;
  }

  const std::unordered_map<std::uint32_t, Row>& rows() const { return rows_; }

 private:
  std::unordered_map<std::uint32_t, Row> rows_;
  Row none_;
};

}  // namespace arbiter::sqlite
