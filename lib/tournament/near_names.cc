#include "lib/tournament/near_names.h"

#include <algorithm>
#include <array>
#include <functional>

#include "lib/base/text.h"
#include "lib/tags/name_form.h"
#include "lib/tags/person_name.h"

namespace arbiter {
namespace {

// If two names are within two edits, their prefixes of this length are equal after deleting at most
// two bytes of each. Longer prefixes give fewer false candidates, but more variants.
constexpr std::size_t kBeginning = 12;

// Calls `use` with the hash of each variant of the prefix with up to two bytes deleted.
template <class Use>
void for_each_variant(std::string_view folded, Use use) {
  const std::string beginning(folded.substr(0, kBeginning));
  const std::hash<std::string> hash;
  use(hash(beginning));
  for (std::size_t i = 0; i < beginning.size(); ++i) {
    std::string shorter = beginning;
    shorter.erase(i, 1);
    use(hash(shorter));
    for (std::size_t j = i; j < shorter.size(); ++j) {
      std::string shortest = shorter;
      shortest.erase(j, 1);
      use(hash(shortest));
    }
  }
}

std::string family_part(const std::string& folded) { return folded.substr(0, folded.find(", ")); }

// Returns keys that are shared by names of one family.
std::array<std::string, 2> family_keys(const std::string& folded) {
  const NameWords words = words_of(folded);
  return {family_part(folded), words.family.empty() ? "" : PersonPattern(words).family_key()};
}

}  // namespace

void NearNames::add(std::string folded) {
  const auto number = static_cast<std::uint32_t>(names_.size());
  for_each_variant(folded, [&](std::uint64_t hash) { variants_.emplace_back(hash, number); });
  names_.push_back(std::move(folded));
  is_sorted_ = false;
}

std::vector<std::uint32_t> NearNames::within_edits(std::string_view folded) const {
  if (!std::exchange(is_sorted_, true)) std::ranges::sort(variants_);
  std::vector<std::uint32_t> near;
  for_each_variant(folded, [&](std::uint64_t hash) {
    auto at = std::ranges::lower_bound(variants_, std::pair(hash, std::uint32_t{0}));
    for (; at != variants_.end() && at->first == hash; ++at) near.push_back(at->second);
  });
  std::ranges::sort(near);
  near.erase(std::ranges::unique(near).begin(), near.end());
  std::erase_if(near, [&](std::uint32_t number) {
    const std::string& name = names_[number];
    const std::size_t longer = std::max(name.size(), folded.size());
    return longer - std::min(name.size(), folded.size()) > kMaxEdits ||
           edit_distance(folded, name) > kMaxEdits;
  });
  return near;
}

NamesInReport::NamesInReport(std::span<const Player> players) {
  for (PlayerIndex i = 0; i < players.size(); ++i) {
    folded_.push_back(folded_name(players[i].name));
    spellings_.add(folded_[i]);
    for (std::string& key : family_keys(folded_[i])) by_family_[std::move(key)].push_back(i);
  }
}

bool NamesInReport::may_be(const std::string& name, PlayerIndex player) const {
  const std::string& listed = folded_[player];
  const bool is_family = name.find(' ') == std::string::npos && listed.starts_with(name + ",");
  return !name.empty() && (is_family || names_agree(name, listed));
}

// Returns the players who may have the same family name.
std::set<PlayerIndex> NamesInReport::relatives_of(const std::string& name) const {
  std::set<PlayerIndex> relatives;
  for (const std::string& key : family_keys(name)) {
    const auto found = key.empty() ? by_family_.end() : by_family_.find(key);
    if (found != by_family_.end()) relatives.insert(found->second.begin(), found->second.end());
  }
  return relatives;
}

std::vector<PlayerIndex> NamesInReport::bearers_of(const std::string& name) const {
  std::vector<PlayerIndex> bearers;
  for (const PlayerIndex one : relatives_of(name)) {
    if (may_be(name, one)) bearers.push_back(one);
  }
  return bearers;
}

std::set<PlayerIndex> NamesInReport::similar_to(const std::string& name) const {
  const auto near = spellings_.within_edits(name);
  std::set<PlayerIndex> similar(near.begin(), near.end());
  for (const PlayerIndex one : relatives_of(name)) {
    const bool is_family = !name.empty() && family_part(name) == family_part(folded_[one]);
    if (is_family || may_be(name, one)) similar.insert(one);
  }
  return similar;
}

}  // namespace arbiter
