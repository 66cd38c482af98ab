// Names of players, events and sites, and their numbers, while games are added.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

enum class NameTable : std::uint8_t { Player, Event, Site };

// Finds or adds names, inside the caller's transaction. Keeps up to a million names
// in memory (some 100 bytes each): such a one costs about 50 ns, a new one about 5 us.
class NameStore {
 public:
  NameStore(const Connection& connection, NameTable table);

  // 0 for an empty name. `name` is UTF-8.
  std::uint32_t id_of(std::string_view name);

  // The transaction was rolled back, or another process has added names: from
  // now on nothing is taken from memory that is not read again.
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
  bool has_all_;  // what is not in ids_ is not in the table
};

}  // namespace arbiter::sqlite
