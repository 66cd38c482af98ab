// Names of players, events or sites that searches take for the same one (name_folding.h), and names
// of players that a user has merged (person_changes.h).
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

class FoldedNames {
 public:
  // Reads all names of `table`: player, event or site.
  FoldedNames(const Connection& connection, std::string_view table);

  // The least number of a name that is the same; 0 of 0.
  std::uint64_t group_of(std::uint64_t id) const;

  // The spelling that was counted most often in the group; of several the first.
  void count(std::uint64_t id);
  std::uint64_t spelling_of(std::uint64_t group) const;

 private:
  struct Spelling {
    std::uint64_t id = 0;
    std::uint64_t games = 0;
  };
  void join_persons(const Connection& connection);

  std::unordered_map<std::uint64_t, std::uint64_t> groups_;  // of names that are not the first ones
  std::unordered_map<std::uint64_t, std::uint64_t> counts_;
  std::unordered_map<std::uint64_t, Spelling> most_;  // by group
};

}  // namespace arbiter::sqlite
