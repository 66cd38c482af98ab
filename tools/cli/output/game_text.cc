#include "tools/cli/output/game_text.h"

#include <fmt/format.h>

#include "lib/diagnostics/catalogue.h"
#include "tools/cli/output/utf8.h"

namespace arbiter {

std::string_view to_string(DrawClaim claim) {
  constexpr std::string_view names[] = {"threefold-ahead", "threefold", "fifty-ahead", "fifty"};
  return names[static_cast<std::size_t>(claim)];
}

std::string ending_text(const GameSummary& game) {
  if (!game.is_checked) return "a variant whose moves are not checked";
  if (game.end) {
    std::string text =
        fmt::format("{} ({})", to_string(game.end->reason), article_of(game.end->reason));
    if (game.end->ply < game.plies) text += fmt::format(" at ply {}", game.end->ply);
    return text;
  }
  if (game.stop && !game.is_replayed) {
    return fmt::format("not replayed beyond ply {}: {}", game.plies, entry_of(game.stop->code).id);
  }
  if (game.stop) {
    return fmt::format("no legal game beyond ply {}: {}", game.plies, entry_of(game.stop->code).id);
  }
  if (!game.is_complete) return "not replayed: its initial position cannot be played";
  return "not decided on the board";
}

std::string claim_text(const GameSummary& game) {
  if (!game.first_claim) return {};
  const auto [claim, ply] = *game.first_claim;
  const bool repetition = claim == DrawClaim::Threefold || claim == DrawClaim::ThreefoldAhead;
  const bool ahead = claim == DrawClaim::ThreefoldAhead || claim == DrawClaim::FiftyAhead;
  return fmt::format("a draw by {} could be claimed after ply {}{}",
                     repetition ? "repetition" : "the 50-move rule", ply,
                     ahead ? " with the next move" : "");
}

std::string shown_name(std::string_view name) {
  std::string storage;
  return name.empty() ? "?" : std::string(as_shown(name, storage));
}

}  // namespace arbiter
