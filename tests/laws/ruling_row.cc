#include "tests/laws/ruling_row.h"

#include <algorithm>
#include <catch2/catch.hpp>

namespace arbiter::testing {

std::string result_of(const Ruling& ruling) {
  switch (ruling.state) {
    case RulingState::GoesOn:
      return "goes on";
    case RulingState::Cancelled:
      return "cancelled";
    case RulingState::Undetermined:
      return "undetermined";
    case RulingState::BothLost:
      return "0-0";
    case RulingState::Over:
      break;
  }
  return std::string(to_string(ruling.outcome));
}

Result<Ruling> ruling_on(const RulingRow& row) {
  const TestGame game = play_out(row.fen, row.moves);
  Incident incident{.event = row.event, .by = row.by, .rules = row.rules};
  if (!row.intended.empty()) {
    incident.intended = play_out(row.fen, row.moves + " " + row.intended).moves.back();
  }
  return adjudicate({game.first, game.moves, game.last()}, chances_of(game.last()), incident);
}

void check(const RulingRow& row) {
  CAPTURE(row.fen, row.moves, row.result, row.article, row.intended);
  const auto ruling = ruling_on(row);
  if (row.result == "error") {
    CHECK_FALSE(ruling.has_value());
    return;
  }
  REQUIRE(ruling.has_value());
  CAPTURE(ruling->reason);
  CHECK(result_of(*ruling) == row.result);
  CHECK(ruling->article == row.article);
  CHECK_FALSE(ruling->reason.empty());
}

bool has_note(const Ruling& ruling, std::string_view words) {
  return std::ranges::any_of(ruling.notes, [words](const std::string& note) {
    return note.find(words) != std::string::npos;
  });
}

}  // namespace arbiter::testing
