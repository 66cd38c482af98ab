// Persons: player names of a database, merged by users or by folding.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "db/model/storage.h"
#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

struct PersonChange {
  // A change of the person of a name. 0 means the person of the folded name.
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

// Returns whether any change was made, so that `player.person` must be read.
bool has_person_changes(const Connection& connection);

// Returns all changes in order, except unreadable ones.
std::vector<PersonChange> person_changes(const Connection& connection);

// Merges the names into one person, inside the caller's transaction. `names` contains all numbers
// of the names. Returns nothing if nothing changes.
std::optional<PersonChange> merge_persons(const Connection& connection,
                                          std::span<const std::uint32_t> names,
                                          const std::string& why);
// Detaches the names from their person. Each name returns to the person of its folded name.
std::optional<PersonChange> split_persons(const Connection& connection,
                                          std::span<const std::uint32_t> names,
                                          const std::string& why);
// Undoes the last change. Returns nothing if there is none.
std::optional<PersonChange> undo_person_change(const Connection& connection);

// Groups of names that have the same name_key() or the same person.
class FoldedNames {
 public:
  // Reads all names of `table`, which is player, event or site. `connection` must outlive the
  // groups.
  FoldedNames(const Connection& connection, std::string_view table);

  // Returns the lowest name number in the group of a name, or 0 for number 0 (no name).
  std::uint64_t group_of(std::uint64_t id) const;

  void count(std::uint64_t id, std::uint64_t games) { counts_[id] += games; }
  // Returns the most frequent spelling of each counted group, or the alphabetically first of these.
  // Reads the names, in about 1 us each.
  std::unordered_map<std::uint64_t, std::string> spellings() const;

 private:
  void join_persons();

  const Connection& connection_;
  std::string table_;
  // The group of each name that is not the first of its group.
  std::unordered_map<std::uint64_t, std::uint64_t> groups_;
  std::unordered_map<std::uint64_t, std::uint64_t> counts_;  // counts by name
};

struct PersonName {
  std::uint32_t id = 0;
  std::string name = {};
  std::string folded = {};
  std::uint64_t games = 0;  // a game between two names of the person counts twice
};

struct Person {
  std::vector<PersonName> names = {};  // sorted by frequency, descending, and then by name
  std::uint64_t games = 0;

  const std::string& name() const { return names.front().name; }
};

// Returns the persons with games, sorted by frequency, descending, and then by name. Reads the
// players and their games, in 0.3 us per game.
std::vector<Person> persons_of(const Connection& connection);

// Returns the persons with an accepted name, sorted, each under the first of these names. Reads the
// names of all players, in 0.1 us each.
std::vector<std::string> player_names(const Connection& connection,
                                      const Storage::AcceptsName& accepts);

// Returns the number of the first game that these names played against each other, or nothing.
// Reads the players of all games.
std::optional<std::int64_t> game_between(const Connection& connection,
                                         std::span<const std::uint32_t> names,
                                         std::span<const std::uint32_t> others);

}  // namespace arbiter::sqlite
