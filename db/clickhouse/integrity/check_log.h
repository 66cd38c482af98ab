// The results of a check.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "db/model/storage.h"

namespace arbiter::clickhouse {

class CheckLog {
 public:
  explicit CheckLog(IntegrityListener& listener) : listener_(listener) {}

  void report(IntegrityPart part, std::string what, std::optional<GameId> game = {}) {
    ++totals_.faults;
    listener_.on_fault({part, game, std::move(what)});
  }
  void progress() { listener_.on_progress(totals_.games); }
  IntegrityTotals& totals() { return totals_; }

 private:
  IntegrityListener& listener_;
  IntegrityTotals totals_;
};

}  // namespace arbiter::clickhouse
