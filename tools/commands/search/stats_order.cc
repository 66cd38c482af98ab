#include "tools/commands/search/stats_order.h"

#include <algorithm>
#include <compare>
#include <iterator>
#include <optional>
#include <string>

#include "lib/base/text.h"
#include "tools/cli/options/option_helpers.h"

namespace arbiter {
namespace {

constexpr Choice<GroupKey> kKeys[] = {
    {"name", GroupKey::Name},
    {"games", GroupKey::Games},
    {"white-wins", GroupKey::WhiteWins},
    {"draws", GroupKey::Draws},
    {"black-wins", GroupKey::BlackWins},
    {"score", GroupKey::Score},
    {"plies", GroupKey::Plies},
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes the digits at the start of `text`, without the zeros before them.
std::string_view take_number(std::string_view& text) {
  const auto end = std::ranges::find_if_not(text, is_digit);
  std::string_view number = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(number.size());
  while (number.size() > 1 && number.front() == '0') number.remove_prefix(1);
  return number;
}

// Runs of digits by their value, everything else byte by byte.
std::weak_ordering compare_names(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const std::string_view one = take_number(a);
      const std::string_view other = take_number(b);
      if (one.size() != other.size()) return one.size() <=> other.size();
      if (one != other) return one <=> other;
      continue;
    }
    if (a.front() != b.front()) {
      return static_cast<unsigned char>(a.front()) <=> static_cast<unsigned char>(b.front());
    }
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.size() <=> b.size();
}

// Nothing if it is not known.
std::optional<double> number_of(const StatisticsRow& group, GroupKey key, GroupBy by) {
  const GameCount& count = group.count;
  const std::uint64_t finished = count.games - count.of(Outcome::Unknown);
  switch (key) {
    case GroupKey::WhiteWins:
      return static_cast<double>(count.of(Outcome::WhiteWins));
    case GroupKey::Draws:
      return static_cast<double>(count.of(Outcome::Draw));
    case GroupKey::BlackWins:
      return static_cast<double>(count.of(Outcome::BlackWins));
    case GroupKey::Plies:
      return count.mean_plies();
    case GroupKey::Score:
      if (by != GroupBy::Player) return count.white_score();
      if (finished == 0) return std::nullopt;
      return static_cast<double>(group.points_twice) / static_cast<double>(2 * finished);
    case GroupKey::Name:
    case GroupKey::Games:
      break;
  }
  return static_cast<double>(count.games);
}

// Whether `a` is before, equal to or after `b`, with what is not known last.
std::weak_ordering compare(const StatisticsRow& a, const StatisticsRow& b, GroupSort sort,
                           GroupBy by) {
  const auto directed = [sort](std::weak_ordering order) {
    return sort.direction == GroupDirection::Falling ? 0 <=> order : order;
  };
  if (sort.key == GroupKey::Name) {
    if (a.name.empty() || b.name.empty()) return a.name.empty() <=> b.name.empty();
    return directed(compare_names(a.name, b.name));
  }
  const auto one = number_of(a, sort.key, by);
  const auto other = number_of(b, sort.key, by);
  if (!one || !other) return !one.has_value() <=> !other.has_value();
  return directed(std::weak_order(*one, *other));
}

}  // namespace

std::vector<std::string> group_key_words() {
  std::vector<std::string> words;
  for (const auto& key : kKeys) {
    words.emplace_back(key.name);
    words.push_back("-" + words.back());
  }
  return words;
}

Result<GroupOrder> parse_group_order(std::string_view text) {
  GroupOrder order;
  while (true) {
    const std::size_t end = text.find(',');
    std::string_view word = trim(text.substr(0, end));
    GroupSort sort;
    if (word.starts_with('-')) {
      word.remove_prefix(1);
      sort.direction = GroupDirection::Falling;
    }
    const auto* key = std::ranges::find(kKeys, word, &Choice<GroupKey>::name);
    if (key == std::end(kKeys)) {
      std::vector<std::string_view> names;
      for (const auto& known : kKeys) names.push_back(known.name);
      return Error{not_a_choice(word, names)};
    }
    sort.key = key->value;
    order.push_back(sort);
    if (end == std::string_view::npos) return order;
    text.remove_prefix(end + 1);
  }
}

void sort_groups(std::vector<StatisticsRow>& groups, GroupBy by, const GroupOrder& order) {
  std::ranges::stable_sort(groups, [&order, by](const StatisticsRow& a, const StatisticsRow& b) {
    for (const GroupSort sort : order) {
      const auto result = compare(a, b, sort, by);
      if (result != 0) return result < 0;
    }
    return false;
  });
}

}  // namespace arbiter
