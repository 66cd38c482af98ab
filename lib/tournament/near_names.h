// Indexes that find similar names without comparing all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/tournament/tournament.h"

namespace arbiter {

// An index of folded names, numbered from 0 in the order of add(). Memory: about 1.5 kB per name.
//
//     NearNames names;
//     names.add("adler, nora");
//     names.within_edits("adlre, nora");  // {0}
class NearNames {
 public:
  static constexpr std::size_t kMaxEdits = 2;

  void add(std::string folded);

  // Returns the numbers of the names whose edit_distance() is at most kMaxEdits, in ascending
  // order. Not thread-safe. Costs about 80 lookups.
  std::vector<std::uint32_t> within_edits(std::string_view folded) const;

 private:
  std::vector<std::string> names_;
  // Hashes of each name's prefix with up to kMaxEdits bytes deleted, sorted on demand.
  mutable std::vector<std::pair<std::uint64_t, std::uint32_t>> variants_;
  mutable bool is_sorted_ = true;
};

// The player names of a report. All names are folded.
class NamesInReport {
 public:
  explicit NamesInReport(std::span<const Player> players);

  // Returns whether the name may be that of the player, in full or abbreviated.
  bool may_be(const std::string& name, PlayerIndex player) const;

  // Returns the players who may have this name, in order.
  std::vector<PlayerIndex> bearers_of(const std::string& name) const;

  // Returns the players with a similar name: misspelled, or with other given names.
  std::set<PlayerIndex> similar_to(const std::string& name) const;

 private:
  std::set<PlayerIndex> relatives_of(const std::string& name) const;

  std::vector<std::string> folded_;
  NearNames spellings_;
  std::map<std::string, std::vector<PlayerIndex>> by_family_;
};

}  // namespace arbiter
