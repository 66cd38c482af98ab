#include "lib/export/movetext_sink.h"

#include <cmath>

#include "lib/base/numbers.h"
#include "lib/pgn/comment_parts.h"

namespace arbiter {

namespace {

void add_time(std::string_view value, std::optional<ClockTime>& time) {
  if (time) return;
  if (const auto reading = read_clock(value)) time = reading->time;
}

// Reads "0.35,18" and "#-3", without the depth.
void add_evaluation(std::string_view value, CommentValues& values) {
  if (values.evaluation || values.mate) return;
  value = value.substr(0, value.find(','));
  if (value.starts_with('#')) {
    values.mate = parse_signed_number<std::int32_t>(value.substr(1));
    return;
  }
  const auto pawns = parse_signed_number<double>(value);
  if (pawns && std::isfinite(*pawns)) values.evaluation = pawns;
}

}  // namespace

void add_values(std::string_view comment, CommentValues& values) {
  if (comment.find("[%") == std::string_view::npos) return;
  CommentParts parts(comment);
  for (CommentPart part; parts.next(part);) {
    if (!part.is_command) continue;
    const CommandKind kind = command_kind(part.name);
    if (kind == CommandKind::TimeLeft) add_time(part.value, values.clock);
    if (kind == CommandKind::Elapsed) add_time(part.value, values.elapsed);
    if (kind == CommandKind::Evaluation) add_evaluation(part.value, values);
  }
}

}  // namespace arbiter
