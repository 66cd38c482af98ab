#include "lib/openings/book_maker.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "lib/openings/book_position.h"

namespace arbiter {
namespace {

// Sums are added up when so many have come, and as many as there were before.
constexpr std::size_t kLeastMerged = std::size_t{1} << 20;

constexpr std::uint64_t kMostWeight = std::numeric_limits<std::uint16_t>::max();

}  // namespace

bool BookMaker::add(const BookGame& game) {
  BookPosition position(game.start);
  if (!position.is_usual()) return false;
  keys_.clear();
  const std::size_t plies = std::min(game.moves.size(), options_.plies);
  for (const Move move : game.moves.first(plies)) {
    const std::uint64_t key = position.key();
    if (std::ranges::find(keys_, key) == keys_.end()) {
      keys_.push_back(key);
      const bool is_white = position.position().turn() == Color::White;
      const unsigned points = is_white ? game.white_points : game.black_points;
      sums_.push_back({.key = key, .games = 1, .points = points, .move = book_move_of(move)});
    }
    position.play(move);
  }
  if (sums_.size() >= 2 * std::max(sorted_, kLeastMerged)) merge();
  return true;
}

void BookMaker::merge() {
  std::ranges::sort(sums_, {}, [](const Sums& sums) { return std::tuple(sums.key, sums.move); });
  std::size_t count = 0;
  for (const Sums& sums : sums_) {
    if (count > 0 && sums_[count - 1].key == sums.key && sums_[count - 1].move == sums.move) {
      sums_[count - 1].games += sums.games;
      sums_[count - 1].points += sums.points;
    } else {
      sums_[count++] = sums;
    }
  }
  sums_.resize(count);
  sorted_ = count;
}

std::vector<BookEntry> BookMaker::finish() {
  merge();
  std::vector<BookEntry> book;
  for (std::size_t begin = 0; begin < sums_.size();) {
    std::size_t end = begin + 1;
    while (end < sums_.size() && sums_[end].key == sums_[begin].key) ++end;
    add_position(std::span(sums_).subspan(begin, end - begin), book);
    begin = end;
  }
  return book;
}

void BookMaker::add_position(std::span<const Sums> moves, std::vector<BookEntry>& book) const {
  const auto weight_of = [this](const Sums& sums) -> std::uint64_t {
    if (sums.games < options_.least_games) return 0;
    return options_.weight == BookWeight::Score ? sums.points : sums.games;
  };
  std::uint64_t greatest = 0;
  for (const Sums& sums : moves) greatest = std::max(greatest, weight_of(sums));
  const std::size_t before = book.size();
  for (const Sums& sums : moves) {
    std::uint64_t weight = weight_of(sums);
    if (greatest > kMostWeight) {
      weight = (weight * kMostWeight + greatest - 1) / greatest;  // none becomes nothing
    }
    if (weight == 0) continue;
    book.push_back({sums.key, sums.move, static_cast<std::uint16_t>(weight), 0});
  }
  std::ranges::stable_sort(book.begin() + static_cast<std::ptrdiff_t>(before), book.end(),
                           std::ranges::greater(), &BookEntry::weight);
}

}  // namespace arbiter
