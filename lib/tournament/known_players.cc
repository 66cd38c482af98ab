#include "lib/tournament/known_players.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lib/tags/person_name.h"

namespace arbiter {
namespace {

// Names that could agree have one of these in common: the family name, or of a name without a comma
// the words that could be it.
std::vector<std::string> keys_of(std::string_view folded) {
  const NameWords words = words_of(folded);
  if (!words.family.empty()) return {PersonPattern(words).family_key()};
  std::vector<std::string> keys;
  std::string joined;
  for (const std::string_view word : words.given) {
    keys.push_back(NameWord(word).key());
    joined += word;
  }
  if (words.given.size() > 1) keys.push_back(NameWord(joined).key());
  return keys;
}

}  // namespace

void KnownPlayers::want(std::string_view name) {
  for (std::string& key : keys_of(folded_name(name))) keys_.insert(std::move(key));
}

bool KnownPlayers::is_wanted(const ListedPlayer& player) const {
  if (player.fide_id != 0 && ids_.contains(player.fide_id)) return true;
  if (keys_.empty()) return false;
  const auto is_wanted_name = [this](std::string_view name) {
    return std::ranges::any_of(keys_of(folded_name(name)),
                               [this](const std::string& key) { return keys_.contains(key); });
  };
  return is_wanted_name(player.name) || std::ranges::any_of(player.aliases, is_wanted_name);
}

std::optional<std::string> KnownPlayers::add(ListedPlayer player) {
  std::string folded = folded_name(player.name);
  if (const ListedPlayer* known = with_id(player.fide_id)) {
    if (folded_name(known->name) == folded) return {};
    return fmt::format("FIDE id {} is that of \"{}\" in line {}", player.fide_id, known->name,
                       known->line);
  }
  players_.push_back({std::move(player), std::move(folded)});
  const Known& added = players_.back();
  if (added.player.fide_id != 0) by_id_.emplace(added.player.fide_id, &added);
  for (std::string& key : keys_of(added.folded)) by_key_[std::move(key)].push_back(&added);
  std::optional<std::string> contradiction;
  for (const std::string& alias : added.player.aliases) {
    const auto [at, is_new] = by_alias_.try_emplace(folded_name(alias), &added);
    if (is_new || at->second == &added) continue;
    contradiction = fmt::format("\"{}\" is an alias of \"{}\" in line {}", alias,
                                at->second->player.name, at->second->player.line);
  }
  return contradiction;
}

const ListedPlayer* KnownPlayers::with_id(std::uint32_t fide_id) const {
  const auto at = fide_id == 0 ? by_id_.end() : by_id_.find(fide_id);
  return at == by_id_.end() ? nullptr : &at->second->player;
}

NamedPlayer KnownPlayers::named(std::string_view name) const {
  const std::string folded = folded_name(name);
  NamedPlayer best;
  const auto take = [&best](const Known& known, NameMatch match) {
    if (best.player == &known.player) return;
    if (best.player == nullptr) {
      best = {match, &known.player, nullptr};
    } else if (best.match != NameMatch::Several) {
      best = {NameMatch::Several, best.player, &known.player};
    }
  };
  const auto for_each_near = [&](auto visit) {
    for (const std::string& key : keys_of(folded)) {
      const auto at = by_key_.find(key);
      if (at == by_key_.end()) continue;
      for (const Known* known : at->second) visit(*known);
    }
  };
  for_each_near([&](const Known& known) {
    if (known.folded == folded) take(known, NameMatch::Name);
  });
  if (const auto at = by_alias_.find(folded); at != by_alias_.end()) {
    take(*at->second, NameMatch::Alias);
  }
  if (best.player != nullptr) return best;
  for_each_near([&](const Known& known) {
    if (names_agree(folded, known.folded)) take(known, NameMatch::Initials);
  });
  return best;
}

}  // namespace arbiter
