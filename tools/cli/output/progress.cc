#include "tools/cli/output/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace arbiter {
namespace {

// Returns the time in whole seconds if it is short.
std::string waiting_text(double seconds) {
  if (seconds < 60) return fmt::format("{:.0f} s", std::ceil(seconds));
  return duration_text(Duration(seconds));
}

}  // namespace

std::string progress_text(const Work& work) {
  const double seconds = std::max(work.time.count(), 1e-3);
  const auto read = static_cast<double>(work.read_bytes);
  std::string text = fmt::format("{}, {} games/s, {}/s", counted(work.games, "game"),
                                 rate_text(static_cast<double>(work.games) / seconds),
                                 size_text(static_cast<std::uint64_t>(read / seconds)));
  if (!work.total_bytes || *work.total_bytes == 0) return text;
  const double share = std::min(read / static_cast<double>(*work.total_bytes), 1.0);
  text = fmt::format("{:.0f} %, {}", 100 * share, text);
  if (share > 0) text += fmt::format(", {} left", waiting_text(seconds / share - seconds));
  return text;
}

void Progress::show(const Work& work) {
  if (!console_.shows_status() || work.time < next_) return;
  next_ = work.time + Duration(0.1);
  std::string text = progress_text(work);
  const std::size_t width = console_.error_width();
  if (text.size() >= width) text.resize(width - 1);
  console_.show_status(text);
}

}  // namespace arbiter
