// The error for damaged files.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "lib/base/result.h"

namespace arbiter {

// The error for damaged files, such as "games.db: it is damaged (the moves of game 17); run
// `arbiter verify` for details". Failures of locks, disks and memory are plain IoErrors instead.
class DamageError : public IoError {
 public:
  DamageError(std::string_view path, std::string fault,
              std::string_view advice = "run `arbiter verify` for details")
      : IoError(fmt::format("{}: it is damaged ({}); {}", path, fault, advice)),
        path_(path),
        fault_(std::move(fault)),
        advice_(advice) {}

  // Returns the damaged item, such as "the moves of game 17".
  const std::string& fault() const { return fault_; }

  // Returns the same error, prefixed with the item being read, as in "game 17: page 23 ...".
  DamageError while_reading(std::string_view what) const {
    return {path_, fmt::format("{}: {}", what, fault_), advice_};
  }

 private:
  std::string path_;
  std::string fault_;
  std::string advice_;
};

}  // namespace arbiter
