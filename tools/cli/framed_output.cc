#include "tools/cli/framed_output.h"

#include <utility>

namespace arbiter {

FramedOutput::FramedOutput(GamesOutput output, const GameShape& shape, const FormatOptions& format)
    : output_(std::move(output)), frame_(shape) {
  if (format.is_unique) unique_.emplace();
}

void FramedOutput::begin() {
  if (!std::exchange(has_begun_, true) && !frame_.begin().empty()) output_.write(frame_.begin());
}

void FramedOutput::write(std::string_view games) {
  if (games.empty()) return;
  begin();
  games = frame_.next(games);
  output_.write(unique_ ? unique_->of(games) : games);
}

std::optional<Error> FramedOutput::finish(InputsRead inputs) {
  begin();
  if (!frame_.end().empty()) output_.write(frame_.end());
  return output_.finish(inputs);
}

}  // namespace arbiter
