#include "lib/validate/start_checks.h"

#include <fmt/format.h>

#include "lib/chess/position.h"
#include "lib/notation/san.h"

namespace arbiter {
namespace {

constexpr std::size_t kEvidence = 8;      // moves behind the first illegal one
constexpr std::size_t kMovesByBoth = 10;  // from here on a game with reversed colours counts (7.3)

bool is_legal_throughout(std::span<const San> line, const Setup& start) {
  Position position(start);
  for (const San& san : line) {
    const SanResolution resolution = resolve(san, position);
    if (resolution.status != SanStatus::Legal) return false;
    position.play(resolution.move);
  }
  return true;
}

}  // namespace

std::optional<AlteredStart> altered_start(std::span<const San> line, std::size_t legal) {
  if (line.size() < legal + kEvidence) return std::nullopt;
  for (const AlteredStart& start : altered_starts()) {
    if (is_legal_throughout(line, start.setup)) return start;
  }
  return std::nullopt;
}

StartVerdict verdict_on(const AlteredStart& start, std::size_t plies) {
  if (!start.exchanged.empty()) {
    return {DiagnosticCode::WrongInitialPosition,
            fmt::format("the game is legal to its end if it began with {}{}", start.exchanged,
                        start.black_begins ? ", and with a move of Black" : ""),
            "if that is found during the game, it is cancelled and a new one played"};
  }
  const std::size_t moves = plies / 2;
  return {DiagnosticCode::BlackBegan,
          "the game is legal to its end if Black made the first move, but by Laws 1.2 White begins",
          moves < kMovesByBoth ? fmt::format("with {} moves by each player it is discontinued and "
                                             "a new game played with the correct colours",
                                             moves)
                               : fmt::format("after {} moves by each player it continues", moves)};
}

}  // namespace arbiter
