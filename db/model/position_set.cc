#include "db/model/position_set.h"

#include <algorithm>

namespace arbiter {

PositionSet::PositionSet(const std::vector<PositionKey>& keys) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    entries_.push_back({keys[i], i});
    upper_.set(static_cast<std::uint64_t>(keys[i]) >> kOtherBits);
  }
  std::ranges::stable_sort(entries_, {}, &Entry::key);
  const auto rest = std::ranges::unique(entries_, {}, &Entry::key);
  entries_.erase(rest.begin(), rest.end());
}

std::optional<std::size_t> PositionSet::look_up(PositionKey key) const {
  const auto found = std::ranges::lower_bound(entries_, key, {}, &Entry::key);
  if (found == entries_.end() || found->key != key) return std::nullopt;
  return found->index;
}

std::vector<PositionKey> PositionSet::keys() const {
  std::vector<PositionKey> keys;
  for (const Entry& entry : entries_) keys.push_back(entry.key);
  return keys;
}

}  // namespace arbiter
