// The results of a check.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "db/model/storage.h"

namespace arbiter::clickhouse {

class CheckLog {
 public:
  explicit CheckLog(IntegrityListener& listener) : listener_(listener) {}

  void report(IntegrityPart part, std::string what, std::optional<GameId> game = {}) {
    ++totals_.faults;
    if (game) games_.push_back(static_cast<std::uint64_t>(number_of(*game)));
    listener_.on_fault({part, game, std::move(what)});
  }
  // The games that were reported.
  const std::vector<std::uint64_t>& games() const { return games_; }
  void progress() { listener_.on_progress(totals_.games); }
  IntegrityTotals& totals() { return totals_; }

 private:
  IntegrityListener& listener_;
  IntegrityTotals totals_;
  std::vector<std::uint64_t> games_;
};

}  // namespace arbiter::clickhouse
