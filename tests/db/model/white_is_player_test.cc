#include <catch2/catch.hpp>
#include <string>

#include "db/model/filter_text.h"
#include "db/model/game_filter.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// The side from which the game counts: "White", "Black" or "" if the filter names no player.
std::string side_of(const std::string& filter, const std::string& white, const std::string& black) {
  const auto condition = white_is_player(*parse_filter(filter));
  if (!condition) return "";
  GameView game;
  game[GameText::White] = white;
  game[GameText::Black] = black;
  return matches(*condition, game) ? "White" : "Black";
}

}  // namespace

TEST_CASE("a filter that names a player counts games from his side") {
  struct Case {
    const char *filter, *white, *black, *side;
  };
  const Case c =
      GENERATE(Case{"player = adler", "Adler, Nora", "Brandt, Ole", "White"},
               Case{"player = adler", "Brandt, Ole", "Adler, Nora", "Black"},
               Case{"player = adler", "Adler, Nora", "Adler, Ole", "White"},
               Case{"player = \"adler|carl\"", "Brandt, Ole", "Carl, Ida", "Black"},
               Case{"white = adler", "Adler, Nora", "Brandt, Ole", "White"},
               Case{"black = adler", "Brandt, Ole", "Adler, Nora", "Black"},
               Case{"eco = B and player = adler", "Brandt, Ole", "Adler, Nora", "Black"},
               Case{"player = brandt and player = adler", "Brandt, Ole", "Adler, Nora", "White"},
               Case{"player = adler and black = adler", "Brandt, Ole", "Adler, Nora", "Black"},
               Case{"between = \"adler vs brandt\"", "Brandt, Ole", "Adler, Nora", "Black"},
               Case{"between = \"adler vs brandt\"", "Adler, Nora", "Brandt, Ole", "White"},
               Case{"white = adler or black = adler", "Brandt, Ole", "Adler, Nora", "Black"},
               Case{"player = adler or eco = B", "Brandt, Ole", "Adler, Nora", ""},
               Case{"not player = adler", "Brandt, Ole", "Carl, Ida", ""},
               Case{"event = open and elo > 2000", "Brandt, Ole", "Adler, Nora", ""});
  CAPTURE(c.filter, c.white, c.black);
  CHECK(side_of(c.filter, c.white, c.black) == c.side);
}

}  // namespace arbiter::testing
