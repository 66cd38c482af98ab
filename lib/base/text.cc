#include "lib/base/text.h"

#include <fmt/format.h>

#include <optional>

namespace arbiter {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n\f\v";

// Returns a rank and a distance for sorting; nothing for words that are not close. Closest are
// words of which `word` is a part, as "elo" is of "white_elo". Last are words with its first part
// only.
std::optional<std::pair<int, std::size_t>> nearness(std::string_view word, std::string_view other) {
  const std::size_t longer = std::max(word.size(), other.size());
  const std::size_t distance = edit_distance(word, other);
  if (word.size() >= 3 && has_part(other, word)) return std::pair(0, distance);
  if (distance <= std::max<std::size_t>(1, longer / 3)) return std::pair(1, distance);
  const std::size_t common = std::min(word.size(), other.size());
  if (common >= 3 && word.substr(0, common) == other.substr(0, common)) {
    return std::pair(1, distance);
  }
  const std::string_view first = word.substr(0, word.find_first_of("-_"));
  if (first.size() >= 4 && has_part(other, first)) return std::pair(2, distance);
  return std::nullopt;
}

}  // namespace

bool has_part(std::string_view word, std::string_view part) {
  constexpr std::string_view kBetween = "-_";
  for (std::size_t at = word.find(part); at != word.npos; at = word.find(part, at + 1)) {
    const std::size_t end = at + part.size();
    const bool begins = at == 0 || kBetween.find(word[at - 1]) != kBetween.npos;
    if (begins && (end == word.size() || kBetween.find(word[end]) != kBetween.npos)) return true;
  }
  return false;
}

std::string to_small(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = to_small(c);
  return small;
}

bool is_listed(std::string_view word, std::string_view list) {
  if (word.find('|') != word.npos) return false;
  for (std::size_t at = list.find(word); at != list.npos; at = list.find(word, at + 1)) {
    const std::string_view rest = list.substr(at + word.size());
    if ((at == 0 || list[at - 1] == '|') && (rest.empty() || rest[0] == '|')) return !list.empty();
  }
  return false;
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

std::vector<std::string_view> nearest_words(std::string_view word,
                                            std::span<const std::string_view> words,
                                            std::size_t limit) {
  std::vector<std::pair<std::pair<int, std::size_t>, std::string_view>> near;
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

namespace {

// Returns a number with three digits, such as 950, 12.3 or 4.56.
std::string three_digits(double number) {
  const int decimals = number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f}", number, decimals);
}

}  // namespace

std::string with_commas(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t from_end = 3; from_end < digits.size(); from_end += 4) {
    digits.insert(digits.size() - from_end, 1, ',');
  }
  return digits;
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  if (number == 1) return fmt::format("1 {}", one);
  if (!many.empty()) return fmt::format("{} {}", with_commas(number), many);
  return fmt::format("{} {}s", with_commas(number), one);
}

std::string duration_text(Duration time) {
  const double seconds = time.count();
  if (seconds < 0.00995) return fmt::format("{:.1f} ms", seconds * 1000);
  if (seconds < 0.9995) return fmt::format("{:.0f} ms", seconds * 1000);
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

std::string rate_text(double per_second) {
  if (per_second < 999.5) return fmt::format("{:.0f}", per_second);
  if (per_second < 999.5e3) return three_digits(per_second / 1e3) + " thousand";
  if (per_second < 999.5e6) return three_digits(per_second / 1e6) + " million";
  return three_digits(per_second / 1e9) + " billion";
}

std::string size_text(std::uint64_t bytes) {
  const auto size = static_cast<double>(bytes);
  if (size < 1e3) return counted(bytes, "byte");
  if (size < 999.5e3) return three_digits(size / 1e3) + " kB";
  if (size < 999.5e6) return three_digits(size / 1e6) + " MB";
  return three_digits(size / 1e9) + " GB";
}

}  // namespace arbiter
