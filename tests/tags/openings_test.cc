#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/openings/opening_table.h"
#include "tests/laws/test_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using testing::play_out;
using testing::TestGame;

// Returns the FEN without its counters. It is equal for positions that are the same under the Laws.
std::string place_of(const Position& position) {
  std::string fen = fen_of(position);
  fen.resize(fen.rfind(' ', fen.rfind(' ') - 1));
  return fen;
}

std::string numbered_sans(const TestGame& game) {
  std::string text;
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    if (ply != 0) text += ' ';
    if (ply % 2 == 0) text += fmt::format("{}. ", ply / 2 + 1);
    text += san_of(game.moves[ply], game.positions[ply]);
  }
  return text;
}

std::string opening_in(std::string_view sans) {
  const TestGame game = play_out("startpos", sans);
  const Opening* opening = known_openings().of_moves(game.moves, game.positions.front()).opening;
  return opening ? fmt::format("{} {}", opening->eco, opening->name) : "";
}

TEST_CASE("every opening is written in SAN, with numbers, and is found by its position",
          "[openings]") {
  for (const Opening& opening : known_openings().openings()) {
    CAPTURE(opening.moves);
    const TestGame game = play_out("startpos", opening.moves);
    CHECK(numbered_sans(game) == opening.moves);
    CHECK(known_openings().find(game.last().key()) == &opening);
    CHECK(known_openings().of_moves(game.moves, game.positions.front()).opening == &opening);
  }
}

TEST_CASE("no position has two openings", "[openings]") {
  std::map<std::string, std::string_view> places;
  for (const Opening& opening : known_openings().openings()) {
    const TestGame game = play_out("startpos", opening.moves);
    const auto [place, is_new] = places.emplace(place_of(game.last()), opening.moves);
    CAPTURE(opening.moves, place->second);
    CHECK(is_new);
  }
}

TEST_CASE("the codes ascend through the openings, and none is missing", "[openings]") {
  std::set<std::string_view> codes;
  std::string_view last;
  for (const Opening& opening : known_openings().openings()) {
    CAPTURE(opening.moves, opening.eco);
    CHECK(is_eco_code(opening.eco));
    CHECK(opening.eco.size() == 3);
    CHECK(last <= opening.eco);
    codes.insert(last = opening.eco);
  }
  CHECK(codes.size() == 500);
}

TEST_CASE("every first move has a name", "[openings]") {
  const Position start;
  for (const Move move : legal_moves(start)) {
    Position position = start;
    position.play(move);
    CAPTURE(san_of(move, start));
    CHECK(known_openings().find(position.key()) != nullptr);
  }
  CHECK(known_openings().find(start.key()) == nullptr);
}

TEST_CASE("a name has at most one colon, after its family, and no superfluous blank",
          "[openings]") {
  for (const Opening& opening : known_openings().openings()) {
    CAPTURE(opening.name);
    const std::string_view name = opening.name;
    CHECK(is_utf8(name));
    CHECK(trim(name) == name);
    CHECK(name.find("  ") == std::string_view::npos);
    CHECK(name.find(':') == name.rfind(':'));
  }
}

TEST_CASE("an opening is recognized in any move order", "[openings]") {
  struct Row {
    std::string sans;
    std::string opening;
  };
  const Row row = GENERATE(values<Row>({
      {"Nf3 c5 e4", "B27 Sicilian Defense"},
      {"Nc3 d5 e4 e6 d4", "C10 French Defense: Paulsen Variation"},
      {"d4 e6 e4 d5", "C00 French Defense"},
      {"c4 Nf6 d4 g6 Nc3 d5", "D80 Grünfeld Defense"},
      {"Nf3 d5 d4 Nf6 c4 e6 Nc3 c6", "D43 Semi-Slav Defense"},
      {"e4 Nc6 Nf3 e5 Bb5", "C60 Ruy Lopez"},
      {"e4 c5 Nc3 Nc6 Nf3 d6 d4 cxd4 Nxd4 Nf6", "B56 Sicilian Defense: Classical Variation"},
      {"Nf3 Nf6 c4 g6 Nc3 Bg7 e4 O-O d4 d6 Be2", "E91 King's Indian Defense: Orthodox Variation"},
  }));
  CAPTURE(row.sans);
  CHECK(opening_in(row.sans) == row.opening);
}

TEST_CASE("positions where our names agreed less with ECO tags have those of the public table",
          "[openings]") {
  const auto [sans, opening] = GENERATE(table<std::string, std::string>({
      {"Nf3 Nf6 g3", "A05 Zukertort Opening"},
      {"d4 f5 c4 Nf6 g3 e6 Bg2 d5", "A90 Dutch Defense: Classical Variation"},
      {"d4 Nf6 c4 e6 Nc3 Bb4 Qc2 O-O", "E32 Nimzo-Indian Defense: Classical Variation"},
  }));
  CAPTURE(sans);
  CHECK(opening_in(sans) == opening);
}

TEST_CASE("the last named position of a game counts", "[openings]") {
  CHECK(opening_in("e4 e5 Nf3 Nc6 h4 h5 Rh3") == "C44 King's Knight Opening: Normal Variation");
  CHECK(opening_in("e4 e5 Nf3 Nf6 Ng1 Ng8") == "C20 King's Pawn Game");
  CHECK(opening_in("").empty());
}

TEST_CASE("a game from another initial position has an opening once it meets one", "[openings]") {
  const auto after_e4 =
      play_out("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "c5");
  const Opening* sicilian =
      known_openings().of_moves(after_e4.moves, after_e4.positions.front()).opening;
  REQUIRE(sicilian);
  CHECK(sicilian->name == "Sicilian Defense");
  const Opening* first = known_openings().of_moves({}, after_e4.positions.front()).opening;
  REQUIRE(first);
  CHECK(first->name == "King's Pawn Game");
  const auto ending = play_out("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4 Kd7");
  CHECK(known_openings().of_moves(ending.moves, ending.positions.front()).opening == nullptr);
}

TEST_CASE("well-known games have their well-known openings", "[openings]") {
  struct Row {
    std::string game;
    std::string sans;
    std::string opening;
  };
  const Row row = GENERATE(values<Row>({
      {"Anderssen - Kieseritzky, London 1851", "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3",
       "C33 King's Gambit Accepted: Bishop's Gambit, Bryan Countergambit"},
      {"Anderssen - Dufresne, Berlin 1852",
       "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6",
       "C52 Italian Game: Evans Gambit, Dufresne Defense"},
      {"Morphy - Duke Karl and Count Isouard, Paris 1858",
       "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7", "C41 Philidor Defense"},
      {"Lasker - Bauer, Amsterdam 1889", "f4 d5 e3 Nf6 b3 e6 Bb2 Be7 Bd3 b6",
       "A03 Bird Opening: Dutch Variation"},
      {"Capablanca - Marshall, New York 1918",
       "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5 exd5 Nxd5 Nxe5",
       "C89 Ruy Lopez: Marshall Attack"},
      {"Samisch - Nimzowitsch, Copenhagen 1923",
       "d4 Nf6 c4 e6 Nf3 b6 g3 Bb7 Bg2 Be7 Nc3 O-O O-O d5 Ne5 c6",
       "E18 Queen's Indian Defense: Classical Variation, Traditional Variation, Nimzowitsch Line"},
      {"Alekhine - Nimzowitsch, San Remo 1930", "e4 e6 d4 d5 Nc3 Bb4 e5 c5 Bd2 Ne7 Nb5 Bxd2+",
       "C17 French Defense: Winawer Variation, Bogoljubow Variation"},
      {"Botvinnik - Capablanca, AVRO 1938",
       "d4 Nf6 c4 e6 Nc3 Bb4 e3 d5 a3 Bxc3+ bxc3 c5 cxd5 exd5 Bd3 O-O Ne2 b6 O-O Ba6",
       "E49 Nimzo-Indian Defense: Normal Variation, Botvinnik System"},
      {"D. Byrne - Fischer, New York 1956",
       "Nf3 Nf6 c4 g6 Nc3 Bg7 d4 O-O Bf4 d5 Qb3 dxc4 Qxc4 c6 e4 Nbd7",
       "D92 Grünfeld Defense: Three Knights Variation, Hungarian Attack"},
      {"Fischer - Spassky, Reykjavik 1972, game 6",
       "c4 e6 Nf3 d5 d4 Nf6 Nc3 Be7 Bg5 O-O e3 h6 Bh4 b6 cxd5 Nxd5 Bxe7 Qxe7 Nxd5 exd5 Rc1 Be6",
       "D59 Queen's Gambit Declined: Tartakower Defense"},
      {"Karpov - Kasparov, Moscow 1985, game 16",
       "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6 Nb5 d6 c4 Nf6 N1c3 a6 Na3 d5",
       "B44 Sicilian Defense: Taimanov Variation, Gary Gambit"},
      {"Deep Blue - Kasparov, New York 1997, game 6",
       "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Ng5 Ngf6 Bd3 e6 N1f3 h6 Nxe6",
       "B17 Caro-Kann Defense: Karpov Variation, Modern Variation"},
      {"Kasparov - Topalov, Wijk aan Zee 1999",
       "e4 d6 d4 Nf6 Nc3 g6 Be3 Bg7 Qd2 c6 f3 b5 Nge2 Nbd7", "B07 Pirc Defense"},
      {"Kasparov - Kramnik, London 2000, game 3",
       "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6 Bxc6 dxc6 dxe5 Nf5 Qxd8+ Kxd8 Nc3 Bd7",
       "C67 Ruy Lopez: Berlin Defense, Berlin Wall"},
  }));
  CAPTURE(row.game);
  CHECK(opening_in(row.sans) == row.opening);
}

}  // namespace
}  // namespace arbiter::testing
