#include "db/model/stored_game.h"

#include <fmt/format.h>

#include "db/model/damage.h"
#include "lib/chess/setup.h"
#include "lib/notation/fen.h"

namespace arbiter {

std::uint16_t eco_of(const StoredGame& game) { return game.eco != 0 ? game.eco : game.opening_eco; }

RecordColumns columns_of(const StoredGame& game) {
  return {.white = game.white,
          .black = game.black,
          .event = game.event,
          .site = game.site,
          .round = game.round,
          .start = game.start,
          .date = game.date,
          .white_elo = game.white_elo.value_or(std::uint16_t{0}),
          .black_elo = game.black_elo.value_or(std::uint16_t{0}),
          .eco = game.eco,
          .result = game.result};
}

std::optional<Setup> parse_start(const std::string& start) {
  if (start.empty()) return initial_setup();
  const auto parsed = parse_fen(start);
  const auto* fen = std::get_if<ParsedFen>(&parsed);
  if (fen == nullptr || !is_playable(fen->setup)) return std::nullopt;
  return fen->setup;
}

Setup first_setup(const StoredGame& game) {
  const auto setup = parse_start(game.start);
  if (!setup) {
    throw DamageError("the database",
                      fmt::format("the initial position of game {}", number_of(game.id)));
  }
  return *setup;
}

}  // namespace arbiter
