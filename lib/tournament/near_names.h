// Indexes of names that find similar spellings without comparing all of them.
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

// Folded names by their number, from 0 in the order of add(). Memory: about 1.5 kB per name.
//
//     NearNames names;
//     names.add("adler, nora");
//     names.within_edits("adlre, nora");  // {0}
class NearNames {
 public:
  static constexpr std::size_t kMaxEdits = 2;

  void add(std::string folded);

  // Returns the numbers of the names whose edit_distance() is at most kMaxEdits, in ascending
  // order. Must not be called at the same time on several threads. Costs about 80 look-ups.
  std::vector<std::uint32_t> within_edits(std::string_view folded) const;

 private:
  std::vector<std::string> names_;
  // The hashes of each name's beginning without up to kMaxEdits of its bytes, sorted when needed.
  mutable std::vector<std::pair<std::uint64_t, std::uint32_t>> variants_;
  mutable bool is_sorted_ = true;
};

// The names of the players of a report. All arguments are folded names.
class NamesInReport {
 public:
  explicit NamesInReport(std::span<const Player> players);

  // Returns whether the name may be that of the player, as written or shortened.
  bool may_be(const std::string& name, PlayerIndex player) const;

  // Returns the players of whom the name may be, in order.
  std::vector<PlayerIndex> bearers_of(const std::string& name) const;

  // Returns the players who have the name, with a slip or other given names.
  std::set<PlayerIndex> similar_to(const std::string& name) const;

 private:
  std::set<PlayerIndex> relatives_of(const std::string& name) const;

  std::vector<std::string> folded_;
  NearNames spellings_;
  std::map<std::string, std::vector<PlayerIndex>> by_family_;
};

}  // namespace arbiter
