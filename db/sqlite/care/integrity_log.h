// Where the parts of check_integrity() say what they have found.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "db/sqlite/care/integrity.h"

namespace arbiter::sqlite {

class IntegrityLog {
 public:
  IntegrityLog(IntegrityListener& listener, IntegrityTotals& totals)
      : listener_(listener), totals_(totals) {}

  IntegrityTotals& totals() { return totals_; }

  void say(IntegrityPart part, std::string what) { tell({part, std::nullopt, std::move(what)}); }
  void say(IntegrityPart part, GameId game, std::string what) {
    tell({part, game, std::move(what)});
  }
  void on_progress() { listener_.on_progress(totals_.games + totals_.deleted); }

 private:
  void tell(const IntegrityFault& fault) {
    ++totals_.faults;
    listener_.on_fault(fault);
  }

  IntegrityListener& listener_;
  IntegrityTotals& totals_;
};

}  // namespace arbiter::sqlite
