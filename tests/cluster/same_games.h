// Games with the same moves, and the expected results of a cluster that has them.
#pragma once

#include <string>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

inline constexpr int kSameGames = 200;

// Writes a file with games of that year, enough for sums. Returns its path.
std::string same_games(int year);

// The tree of the first position as CSV.
std::string tree_of(const std::string& store);

// The results of a database in a file.
class ExpectedAnswers {
 public:
  // `files` are imported.
  explicit ExpectedAnswers(const std::vector<std::string>& files);

  // Fails the running test if the cluster is damaged, or if its games or its tree differ.
  void check(const std::string& cluster) const;

 private:
  std::string tree_;
  std::string exported_;
};

}  // namespace arbiter::testing
