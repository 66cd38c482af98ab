#include <catch2/catch.hpp>
#include <string>

#include "db/model/filter_text.h"
#include "db/model/game_filter.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// Returns the side whose results count: "White", "Black", or "" if the filter names no player.
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

TEST_CASE("games of a player can be restricted to a colour and a result") {
  struct Case {
    const char *filter, *white, *black;
    Outcome result;
    const char *side, *outcome;  // the result for the player
  };
  constexpr auto kOne = Outcome::WhiteWins;
  constexpr auto kNil = Outcome::BlackWins;
  const Case c = GENERATE(
      Case{"player = adler", "Adler, Nora", "Brandt, Ole", kOne, "White", "won"},
      Case{"player = adler", "Adler, Nora", "Brandt, Ole", kNil, "White", "lost"},
      Case{"player = adler", "Brandt, Ole", "Adler, Nora", kOne, "Black", "lost"},
      Case{"player = adler", "Brandt, Ole", "Adler, Nora", kNil, "Black", "won"},
      Case{"player = adler", "Brandt, Ole", "Adler, Nora", Outcome::Draw, "Black", "drawn"},
      Case{"player = adler", "Brandt, Ole", "Adler, Nora", Outcome::Unknown, "Black", ""},
      Case{"player = adler", "Adler, Nora", "Adler, Ole", kNil, "White", "lost"},
      Case{"player = adler and plies >= 0", "Brandt, Ole", "Adler, Nora", kNil, "Black", "won"},
      Case{"black = adler", "Brandt, Ole", "Adler, Nora", kNil, "Black", "won"},
      Case{"white = adler", "Adler, Nora", "Brandt, Ole", kNil, "White", "lost"},
      Case{"between = \"adler vs brandt\"", "Brandt, Ole", "Adler, Nora", kOne, "Black", "lost"},
      Case{"player = \"adler|carl\"", "Brandt, Ole", "Carl, Ida", kNil, "Black", "won"},
      Case{"player = brandt and player = adler", "Brandt, Ole", "Adler, Nora", kOne, "White",
           "won"});
  CAPTURE(c.filter, c.white, c.black);
  const GameFilter filter = *parse_filter(c.filter);
  GameView game;
  game[GameText::White] = c.white;
  game[GameText::Black] = c.black;
  game[GameNumber::Result] = number_of(c.result);
  const std::string side = c.side;
  const std::string outcome = c.outcome;
  CHECK(matches(as_white(filter), game) == (side == "White"));
  CHECK(matches(as_black(filter), game) == (side == "Black"));
  CHECK(matches(with_player_result(filter, Outcome::WhiteWins), game) == (outcome == "won"));
  CHECK(matches(with_player_result(filter, Outcome::BlackWins), game) == (outcome == "lost"));
  CHECK(matches(with_player_result(filter, Outcome::Draw), game) == (outcome == "drawn"));
}

TEST_CASE("the games of a player's side are printed as --where reads them") {
  const GameFilter filter = *parse_filter("player = \"Adler, N\" and eco = B");
  for (const GameFilter& some :
       {as_white(filter), as_black(filter), with_player_result(filter, Outcome::WhiteWins)}) {
    const auto again = parse_filter(to_string(some));
    CAPTURE(to_string(some));
    REQUIRE(again);
    CHECK(to_string(*again) == to_string(some));
  }
  CHECK(to_string(as_white(filter)) ==
        "player = \"Adler, N\" and eco = B and white = \"Adler, N\"");
}

}  // namespace arbiter::testing
