// Which names are one person, where a user has said so.
//
// Names that are folded the same are one person anyway. Beyond that, names with the same number in
// `player.person` are. Every change is kept in `meta` with its reason, and can be undone; games
// are never touched.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

struct PersonChange {
  // A name that got another person; 0: none but that of its folded name.
  struct Move {
    std::uint32_t name = 0;
    std::uint32_t before = 0;
    std::uint32_t after = 0;
  };

  std::uint32_t number = 0;  // from 1
  std::string what = {};     // "merge" or "split"
  std::string why = {};
  std::vector<Move> moves = {};
};

// Whether any change was made: if not, `player.person` need not be read.
bool has_person_changes(const Connection& connection);

// From the first to the last. What cannot be read is left out.
std::vector<PersonChange> person_changes(const Connection& connection);

// Each inside the caller's transaction. `names` are all numbers of the names concerned. Nothing is
// changed where nothing is to be done: then they return nothing.
std::optional<PersonChange> merge_persons(const Connection& connection,
                                          std::span<const std::uint32_t> names,
                                          const std::string& why);
// Takes the names out of their person, each to be the person of its folded name.
std::optional<PersonChange> split_persons(const Connection& connection,
                                          std::span<const std::uint32_t> names,
                                          const std::string& why);
// Takes the last change back; nothing if there is none.
std::optional<PersonChange> undo_person_change(const Connection& connection);

}  // namespace arbiter::sqlite
