// Players of a list, as far as somebody asks for them, by FIDE id and by name.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "lib/tournament/player_list.h"

namespace arbiter {

// How a name was found.
enum class NameMatch : std::uint8_t {
  None,
  Name,      // the same words, folded
  Alias,     // the list says so
  Initials,  // one begins the other, or the words have another order: a guess
  Several,   // of players who could be meant
};

struct NamedPlayer {
  NameMatch match = NameMatch::None;
  const ListedPlayer* player = nullptr;  // unless None
  const ListedPlayer* other = nullptr;   // of Several, a second one
};

// Memory: about 500 bytes a player that is wanted and in the list.
class KnownPlayers {
 public:
  // What will be asked. To be called before the list is read.
  void want(std::uint32_t fide_id) { ids_.insert(fide_id); }
  void want(std::string_view name);

  bool is_wanted(const ListedPlayer& player) const;

  // Of two players with one id the first stays. Returns what contradicts a player added before.
  std::optional<std::string> add(ListedPlayer player);

  const ListedPlayer* with_id(std::uint32_t fide_id) const;
  NamedPlayer named(std::string_view name) const;

 private:
  struct Known {
    ListedPlayer player;
    std::string folded;
  };

  std::unordered_set<std::uint32_t> ids_;
  std::unordered_set<std::string> keys_;
  std::deque<Known> players_;
  std::unordered_map<std::uint32_t, const Known*> by_id_;
  std::unordered_map<std::string, const Known*> by_alias_;  // folded
  std::unordered_map<std::string, std::vector<const Known*>> by_key_;
};

}  // namespace arbiter
