#include "lib/tournament/near_names.h"

#include <algorithm>
#include <functional>

#include "lib/base/text.h"

namespace arbiter {
namespace {

// The beginnings of this length of two names within two edits are equal after at most two bytes of
// each were deleted. A longer beginning finds fewer other names, and costs more variants.
constexpr std::size_t kBeginning = 12;

// Calls `use` with the hash of the beginning without each choice of up to two bytes.
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

}  // namespace arbiter
