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

// "43 %, 64,512 games, 120 thousand games/s, 92.1 MB/s, 3 s left": if the total is unknown, without
// percentage and time left.
std::string progress_text(const Work& work);

// Updates the progress line a few times a second, once the run takes noticeable time.
class Progress {
 public:
  explicit Progress(Console& console) : console_(console) {}

  void show(const Work& work);

 private:
  Console& console_;
  Duration next_{0.3};
};

}  // namespace arbiter
