// The progress line of a run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tools/cli/output/console.h"
#include "tools/cli/output/quantities.h"

namespace arbiter {

struct Work {
  std::uint64_t read_bytes = 0;              // on disk
  std::optional<std::uint64_t> total_bytes;  // unknown for a pipe
  std::uint64_t games = 0;
  Duration time{};
};

// "43 %, 64,512 games, 120 thousand games/s, 92.1 MB/s, 3 s left": without
// share and time left where the total is unknown.
std::string progress_text(const Work& work);

// Shows it a few times a second, from the time on when a person starts to wait.
class Progress {
 public:
  explicit Progress(Console& console) : console_(console) {}

  void show(const Work& work);

 private:
  Console& console_;
  Duration next_{0.3};
};

}  // namespace arbiter
