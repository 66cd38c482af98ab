// Some games of many, chosen at random while they pass.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/cli/output/namespaces.h"

namespace arbiter::commands {

// Every set of `size` games is as likely as any other (reservoir sampling, Algorithm R). The same
// games and the same seed give the same sample on every machine. Memory: that of `size` games.
class GameSample {
 public:
  GameSample(std::uint64_t size, std::uint64_t seed) : size_(size), random_(seed) {}

  void add(std::string_view game) {
    const std::uint64_t number = seen_++;
    if (chosen_.size() < size_) {
      chosen_.emplace_back(number, game);
      return;
    }
    const std::uint64_t place = below(seen_);
    if (place < size_) chosen_[static_cast<std::size_t>(place)] = {number, std::string(game)};
  }

  // In the order in which they were added.
  void for_each(const std::function<void(std::string_view)>& visit) {
    std::ranges::sort(chosen_, {}, &std::pair<std::uint64_t, std::string>::first);
    for (const auto& [number, game] : chosen_) visit(game);
  }

 private:
  // The distributions of the standard library differ from one to the other.
  std::uint64_t below(std::uint64_t limit) {
    const std::uint64_t most = UINT64_MAX - UINT64_MAX % limit;
    std::uint64_t value = random_();
    while (value >= most) value = random_();
    return value % limit;
  }

  std::uint64_t size_;
  std::mt19937_64 random_;
  std::uint64_t seen_ = 0;
  std::vector<std::pair<std::uint64_t, std::string>> chosen_;  // by number
};

}  // namespace arbiter::commands
