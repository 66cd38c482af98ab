// A set of games, one bit per game.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "db/model/ids.h"

namespace arbiter {

// A range of games, including both ends.
struct GameSpan {
  GameId first{1};
  GameId last{0};
};

class GameSet {
 public:
  // Creates an empty set with space for the games 1 to `last`.
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

  // Returns the range from the first to the last game.
  GameSpan span() const {
    GameSpan span;
    for (std::size_t i = words_.size(); i-- > 0 && number_of(span.last) == 0;) {
      if (words_[i] != 0) span.last = game(i, 63 - std::countl_zero(words_[i]));
    }
    for_each([&](GameId first) {
      span.first = first;
      return false;
    });
    return span;
  }

  void keep_only(const GameSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      words_[i] &= i < other.words_.size() ? other.words_[i] : 0;
    }
  }

  void remove(const GameSet& other) {
    for (std::size_t i = 0; i < words_.size() && i < other.words_.size(); ++i) {
      words_[i] &= ~other.words_[i];
    }
  }

  void add(const GameSet& other) {
    if (words_.size() < other.words_.size()) words_.resize(other.words_.size());
    for (std::size_t i = 0; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
  }

  // Calls `visit(GameId)` in ascending order until it returns false.
  template <class Visit>
  void for_each(Visit visit) const {
    for_each_in({GameId{0}, game(words_.size(), 0)}, visit);
  }

  // Calls `visit(GameId)` for the games of a range, in ascending order, until it returns false.
  template <class Visit>
  void for_each_in(GameSpan range, Visit visit) const {
    std::uint64_t skipped = bit(range.first) - 1;
    for (std::size_t i = word(range.first); i < words_.size(); ++i) {
      for (std::uint64_t bits = words_[i] & ~skipped; bits != 0; bits &= bits - 1) {
        const GameId found = game(i, std::countr_zero(bits));
        if (found > range.last || !visit(found)) return;
      }
      skipped = 0;
    }
  }

 private:
  static std::size_t word(GameId game) { return static_cast<std::size_t>(number_of(game)) / 64; }
  static GameId game(std::size_t word, int bit) {
    return GameId{static_cast<std::int64_t>(word * 64) + bit};
  }
  static std::uint64_t bit(GameId game) { return std::uint64_t{1} << (number_of(game) % 64); }

  std::vector<std::uint64_t> words_;
};

}  // namespace arbiter
