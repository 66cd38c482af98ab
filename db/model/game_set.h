// A set of games, one bit each.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "db/model/ids.h"

namespace arbiter::db::model {

class GameSet {
 public:
  // None of the games 1 to `last`.
  explicit GameSet(std::int64_t last = 0) : words_(static_cast<std::size_t>(last / 64 + 1)) {}

  void insert(GameId game) { words_[word(game)] |= bit(game); }
  void erase(GameId game) { words_[word(game)] &= ~bit(game); }
  bool contains(GameId game) const {
    return word(game) < words_.size() && (words_[word(game)] & bit(game)) != 0;
  }
  std::uint64_t size() const {
    std::uint64_t count = 0;
    for (const std::uint64_t bits : words_)
      count += static_cast<std::uint64_t>(std::popcount(bits));
    return count;
  }

  // Takes out what is not in `other`.
  void keep_only(const GameSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      words_[i] &= i < other.words_.size() ? other.words_[i] : 0;
    }
  }

  // Takes out what is in `other`.
  void remove(const GameSet& other) {
    for (std::size_t i = 0; i < words_.size() && i < other.words_.size(); ++i) {
      words_[i] &= ~other.words_[i];
    }
  }

  // Adds what is in `other`.
  void add(const GameSet& other) {
    if (words_.size() < other.words_.size()) words_.resize(other.words_.size());
    for (std::size_t i = 0; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
  }

  // Calls `visit(GameId)` by rising number until it returns false.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t bits = words_[i]; bits != 0; bits &= bits - 1) {
        const auto number = static_cast<std::int64_t>(i * 64) + std::countr_zero(bits);
        if (!visit(GameId{number})) return;
      }
    }
  }

 private:
  static std::size_t word(GameId game) { return static_cast<std::size_t>(number_of(game)) / 64; }
  static std::uint64_t bit(GameId game) { return std::uint64_t{1} << (number_of(game) % 64); }

  std::vector<std::uint64_t> words_;
};

}  // namespace arbiter::db::model
