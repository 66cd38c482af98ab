#include <catch2/catch.hpp>
#include <string>

#include "lib/tags/claimed_end.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using enum TerminationForm;

TEST_CASE("the standard's words are distinguished from those of sites and from others",
          "[termination]") {
  struct Row {
    std::string value;
    TerminationForm form;
  };
  const Row row = GENERATE(values<Row>({
      {"abandoned", Standard},
      {"adjudication", Standard},
      {"death", Standard},
      {"emergency", Standard},
      {"normal", Standard},
      {"rules infraction", Standard},
      {"time forfeit", Standard},
      {"unterminated", Standard},
      {"Normal", Standard},
      {"Time forfeit", Standard},

      {"egor_tensin won by resignation", Platform},
      {"Game drawn by repetition", Platform},
      {"Meier won by resignation", Platform},
      {"Meier won - game abandoned", Platform},
      {"GUI adjudication", Platform},
      {"User adjudication - GUI crash", Platform},
      {"3-fold rep", Platform},
      {"illegal move", Platform},
      {"stalled connection", Platform},
      {"insufficient material", Platform},
      {"Unknown", Platform},
      {"bye", Platform},
      {"Walkover", Platform},
      {"no show", Platform},
      {"kampflos", Platform},

      {"bogus", Other},
      {"", Other},
      {"normal ", Other},
      {"Stockfish won by a pawn", Other},
  }));
  CAPTURE(row.value);
  REQUIRE(read_termination(row.value, {"egor_tensin", "Vladimir_VP"}).form == row.form);
}

TEST_CASE("a termination fits the results that it allows", "[termination]") {
  struct Row {
    std::string value;
    bool white, black, draw, unknown;
  };
  const Row row = GENERATE(values<Row>({
      {"normal", true, true, true, false},
      {"unterminated", false, false, false, true},
      {"Time forfeit", true, true, true, false},
      {"abandoned", true, true, true, true},
      {"death", true, true, true, true},
      {"adjudication", true, true, true, false},
      {"rules infraction", true, true, true, true},
      {"anna won by checkmate", true, false, false, false},
      {"bert won on time", false, true, false, false},
      {"Game drawn by agreement", false, false, true, false},
      {"3-fold rep", false, false, true, false},
      {"illegal move", true, true, true, true},
      {"GUI adjudication", true, true, true, false},
      {"bogus", true, true, true, true},
  }));
  CAPTURE(row.value);
  const TerminationReading reading = read_termination(row.value, {"anna", "bert"});
  REQUIRE(reading.fits(Outcome::WhiteWins) == row.white);
  REQUIRE(reading.fits(Outcome::BlackWins) == row.black);
  REQUIRE(reading.fits(Outcome::Draw) == row.draw);
  REQUIRE(reading.fits(Outcome::Unknown) == row.unknown);
}

}  // namespace
}  // namespace arbiter::testing
