#include "tools/cli/matched_players.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/text.h"
#include "lib/tags/person_name.h"
#include "tools/cli/output/quantities.h"

namespace arbiter {
namespace {

constexpr std::size_t kMaxNamed = 5;

// Returns the different names of players that matching games must have.
std::vector<NamePattern> patterns_in(const GameFilter& filter) {
  std::vector<NamePattern> patterns;
  for_each_required_test(filter, [&patterns](const GameTest& test) {
    const auto* name = std::get_if<NameTest>(&test);
    const bool is_player =
        name != nullptr && (name->of == GameText::White || name->of == GameText::Black);
    if (!is_player || name->pattern.words().empty()) return;
    if (std::ranges::find(patterns, name->pattern) == patterns.end()) {
      patterns.push_back(name->pattern);
    }
  });
  return patterns;
}

template <class Visit>
void for_each_word(std::string_view folded, Visit visit) {
  const NameWords words = words_of(folded);
  std::ranges::for_each(words.family, visit);
  std::ranges::for_each(words.given, visit);
}

// Returns players with a word like one of the pattern.
std::vector<std::string> similar_players(const NamePattern& pattern, Storage& storage) {
  std::set<std::string, std::less<>> words;
  storage.players([&words](std::string_view folded) {
    for_each_word(folded, [&words](std::string_view word) {
      if (!words.contains(word)) words.emplace(word);
    });
    return false;
  });
  const std::vector<std::string_view> known(words.begin(), words.end());
  std::set<std::string, std::less<>> near;
  for_each_word(pattern.words(), [&](std::string_view word) {
    for (const std::string_view one : nearest_words(word, known, kMaxNamed)) near.emplace(one);
  });
  return storage.players([&near](std::string_view folded) {
    bool is_near = false;
    for_each_word(folded, [&](std::string_view word) { is_near = is_near || near.contains(word); });
    return is_near;
  });
}

std::string listed(std::span<const std::string> names) {
  const auto named = names.first(std::min(names.size(), kMaxNamed));
  return fmt::format("{}{}", fmt::join(named, "; "), named.size() < names.size() ? "; ..." : "");
}

}  // namespace

void print_matched_players(const GameFilter& filter, Storage& storage, Console& console) {
  if (console.is_quiet()) return;
  for (const NamePattern& pattern : patterns_in(filter)) {
    const auto players =
        storage.players([&](std::string_view folded) { return pattern.matches(folded); });
    if (players.size() == 1) continue;
    if (players.size() > 1) {
      console.say(fmt::format("{} match '{}': {}", counted(players.size(), "player"),
                              pattern.words(), listed(players)));
      continue;
    }
    const auto similar = similar_players(pattern, storage);
    console.say(fmt::format("no player matches '{}'{}", pattern.words(),
                            similar.empty() ? "" : "; similar names: " + listed(similar)));
  }
}

}  // namespace arbiter
