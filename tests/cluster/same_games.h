// Games with the same moves, and the expected results of a cluster that contains them.
#pragma once

#include <string>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

inline constexpr int kSameGames = 200;

// Writes a file with games of `year`, enough for position sums. Returns its path.
std::string same_games(int year);

// Returns the tree of the initial position as CSV.
std::string tree_of(const std::string& store);

// Results of a database in a file, to compare with a cluster.
class ExpectedAnswers {
 public:
  // Imports `files`.
  explicit ExpectedAnswers(const std::vector<std::string>& files);

  // Fails the running test if the cluster is damaged, or if its games or tree differ.
  void check(const std::string& cluster) const;

 private:
  std::string tree_;
  std::string exported_;
};

}  // namespace arbiter::testing
