// Some games of many, chosen at random while they pass.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

// Every set of `size` games is as likely as any other (reservoir sampling, Algorithm R). The same
// games and the same seed give the same sample on every machine. Memory: that of `size` games.
class GameSample {
 public:
  GameSample(std::uint64_t size, std::uint64_t seed) : size_(size), random_(seed) {}

  // `set_aside`: pieces of its text that could not be kept as moves.
  void add(std::string_view game, std::uint64_t set_aside) {
    const std::uint64_t number = seen_++;
    if (chosen_.size() < size_) {
      chosen_.push_back({number, std::string(game), set_aside});
      return;
    }
    const std::uint64_t place = below(seen_);
    if (place < size_) {
      chosen_[static_cast<std::size_t>(place)] = {number, std::string(game), set_aside};
    }
  }

  // In the order in which they were added.
  void for_each(const std::function<void(std::string_view, std::uint64_t)>& visit) {
    std::ranges::sort(chosen_, {}, &Chosen::number);
    for (const Chosen& game : chosen_) visit(game.text, game.set_aside);
  }

 private:
  struct Chosen {
    std::uint64_t number;
    std::string text;
    std::uint64_t set_aside;
  };

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
  std::vector<Chosen> chosen_;
};

}  // namespace arbiter
