#include <fmt/format.h>

#include "lib/base/text.h"
#include "lib/chess/playable.h"
#include "lib/notation/fen.h"

namespace arbiter {

Result<Position> parse_position(std::string_view text) {
  const std::string_view fen = trim(text);
  if (fen == "startpos") return Position();
  const auto parsed = parse_fen(fen);
  if (const auto* error = std::get_if<FenError>(&parsed)) return Error{error->message};
  const Setup& setup = std::get_if<ParsedFen>(&parsed)->setup;
  if (is_playable(setup)) return Position(setup);
  const SetupFault fault = faults_of(setup).front();
  return Error{fmt::format("the position cannot be played: {} (Laws {})", to_string(fault),
                           article_of(fault))};
}

}  // namespace arbiter
