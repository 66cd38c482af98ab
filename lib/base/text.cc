#include "lib/base/text.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace arbiter {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n\f\v";

// A rank for sorting, smaller is nearer; nothing if the words are not near.
std::optional<std::size_t> nearness(std::string_view word, std::string_view other) {
  const std::size_t longer = std::max(word.size(), other.size());
  const std::size_t distance = edit_distance(word, other);
  if (distance <= std::max<std::size_t>(1, longer / 3)) return distance;
  const std::size_t common = std::min(word.size(), other.size());
  if (common >= 3 && word.substr(0, common) == other.substr(0, common)) return distance;
  return std::nullopt;
}

}  // namespace

std::string to_small(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = to_small(c);
  return small;
}

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kWhiteSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kWhiteSpace) - first + 1);
}

bool equal_ignoring_case(std::string_view left, std::string_view right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char a, char b) { return to_small(a) == to_small(b); });
}

std::size_t edit_distance(std::string_view left, std::string_view right) {
  // Three rows of the usual table: the one before the last, the last, this one.
  std::vector<std::size_t> before(right.size() + 1), above(right.size() + 1), row(right.size() + 1);
  for (std::size_t j = 0; j <= right.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= left.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const std::size_t change = left[i - 1] == right[j - 1] ? 0 : 1;
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + change});
      const bool swapped =
          i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[right.size()];
}

std::vector<std::string_view> nearest_words(std::string_view word,
                                            std::span<const std::string_view> words,
                                            std::size_t limit) {
  std::vector<std::pair<std::size_t, std::string_view>> near;
  for (const std::string_view other : words)
    if (const auto rank = nearness(word, other)) near.emplace_back(*rank, other);
  std::stable_sort(near.begin(), near.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string_view> nearest;
  for (const auto& [rank, other] : near) {
    if (nearest.size() == limit) break;
    nearest.push_back(other);
  }
  return nearest;
}

}  // namespace arbiter
