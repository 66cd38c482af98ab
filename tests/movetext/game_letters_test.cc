#include "lib/movetext/game_letters.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/diagnostics/sink.h"
#include "lib/notation/fen.h"
#include "lib/pgn/reader.h"
#include "tests/pgn/padded_text.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

constexpr const char* kUsual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

GameLetters letters_of(const std::string& movetext, const std::string& fen = kUsual) {
  const PaddedText text(movetext);
  CollectingSink nobody{CodeSet()};
  PgnReader reader(text.source(), nobody);
  PgnGame game;
  REQUIRE(reader.next(game));
  const auto setup = parse_fen(fen);
  return determine_letters(game, Position(std::get<ParsedFen>(setup).setup));
}

std::string letters_text(const GameLetters& letters) {
  return std::string(letters.language ? letters.language->letters : "English");
}

struct Case {
  std::string movetext;
  std::string letters;
};

TEST_CASE("the letters that make the whole game legal are those of the game", "[game_letters]") {
  const Case c = GENERATE(values<Case>({
      {"1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. O-O Le7 6. Te1 *", "KDTLS"},
      {"1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. Aa4 Cf6 5. O-O Ae7 6. Te1 *", "RDTAC"},
      {"1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. O-O Fe7 6. Te1 *", "RDTFC"},
      {"1. e4 e5 2. Cf3 Cc6 3. Bb5 a6 4. Ba4 Cf6 5. O-O Be7 6. Te1 *", "RDTBC"},
      {"1. e4 e5 2. Cf3 Cc6 3. Nb5 a6 4. Na4 Cf6 5. O-O Ne7 6. Te1 *", "RDTNC"},
      {"1. e4 e5 2. Sf3 Sc6 3. Gb5 a6 4. Ga4 Sf6 5. O-O Ge7 6. We1 *", "KHWGS"},
      {"1. e4 e5 2. Pf3 Pc6 3. Lb5 a6 4. La4 Pf6 5. O-O Le7 6. Te1 *", "KDTLP"},
      {"1. e4 e5 2. Rf3 Rc6 3. Lb5 a6 4. La4 Rf6 5. O-O Le7 6. Te1 *", "KDTLR"},
      {"1. e4 e5 2. Rf3 Rc6 3. Bb5 a6 4. Ba4 Rf6 5. O-O Be7 6. He1 *", "KDHBR"},
      {"1. e4 e5 2. Hf3 Hc6 3. Fb5 a6 4. Fa4 Hf6 5. O-O Fe7 6. Be1 *", "KVBFH"},
      {"1. e4 e5 2. Jf3 Jc6 3. Sb5 a6 4. Sa4 Jf6 5. O-O Se7 6. Ve1 *", "KDVSJ"},
      {"1. e4 e5 2. Rf3 Rc6 3. Ob5 a6 4. Oa4 Rf6 5. O-O Oe7 6. Ve1 *", "KLVOR"},
      {"1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сa4 Кf6 5. O-O Сe7 6. Лe1 *", "КрФЛСК"},
      {"1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сa4 Кf6 5. O-O Сe7 6. Тe1 *", "КрФТСК"},
      // P is not a pawn in a language where it denotes another piece.
      {"1. e4 e5 2. Pf3 Pc6 3. Lb5 *", "KDTLP"},
      // R is the king here: as English rook moves these are illegal.
      {"1. e4 e5 2. Ac4 Ac5 3. Re2 Re7 4. Re3 *", "RDTAC"},
      // A promotion.
      {"1. e4 d5 2. exd5 c6 3. dxc6 a6 4. cxb7 a5 5. bxa8=D a4 *", "KDTLS"},
  }));
  CAPTURE(c.movetext);
  CHECK(letters_text(letters_of(c.movetext)) == c.letters);
}

TEST_CASE("a game that is legal in English is in English", "[game_letters]") {
  const std::string movetext = GENERATE(
      as<std::string>{}, "1. e4 e5 2. Nf3 Nc6 3. Bb5 *",
      "1. a4 a5 2. Ra3 Ra6 3. Rh3 Rh6 *",  // neither king nor knight moves reach these squares
      "1. e4 e5 2. \u2658f3 \u265ec6 3. \u2657b5 *", "1. Pe4 Pe5 *", "1. e4 e5 Diagram1 2. Nf3 *",
      "1. e4 e5 2. Ke3 Nc6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb6 *", "*", "1. e4 Xe5 *");
  CAPTURE(movetext);
  const GameLetters letters = letters_of(movetext);
  CHECK(letters_text(letters) == "English");
  CHECK(letters.letters == PieceLetters());
}

TEST_CASE("letters of two languages are accepted if one is English", "[game_letters]") {
  CHECK(letters_text(letters_of("1. e4 e5 2. Sf3 Nc6 3. Lb5 a6 4. Bxc6 *")) == "KDTLS");
  // A single letter is more likely a mistake.
  CHECK(letters_text(letters_of("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. De2 *")) == "English");
  // S is a knight in German and a bishop in Czech; both are legal to the end.
  const GameLetters doubtful = letters_of("1. e4 e6 2. d3 a6 3. Se2 *");
  CHECK(letters_text(doubtful) == "English");
  CHECK(doubtful.possible.size() >= 2);
}

TEST_CASE("letters that exist in English too need evidence", "[game_letters]") {
  const std::string kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
  CHECK(letters_text(letters_of("1. Rd2 Rd7 2. Rd3 Rd6 *", kings)) == "RDTAC");
  // Three king moves with this letter are enough; two are not.
  CHECK(letters_text(letters_of("1. Rd2 Rd7 2. Rd3 *", kings)) == "RDTAC");
  CHECK(letters_text(letters_of("1. Rd2 Rd7 *", kings)) == "English");
  // A single move is too little evidence, so RDTAC, in which R is the king, is only listed as
  // possible.
  const GameLetters letters = letters_of("1. e4 e5 2. Re2 Nc6 3. Nf3 *");
  CHECK(letters_text(letters) == "English");
  REQUIRE_FALSE(letters.possible.empty());
  CHECK(letters.possible.front().letters == "RDTAC");
  // The legal rook move 1. Rf1 precedes the first move that is illegal in English.
  const std::string rooks = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
  CHECK(letters_text(letters_of("1. Rf1 Re7 2. Rf2 Re6 3. Rf3 Re5 4. Re3 *", rooks)) == "English");
}

TEST_CASE("a game with an illegal move is in the letters that lead furthest", "[game_letters]") {
  CHECK(letters_text(letters_of("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Le8 Sf6 5. Te1 *")) == "KDTLS");
  CHECK(letters_text(letters_of("1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fe8 Cf6 *")) == "RDTFC");
  // A single foreign letter in an English game is a typing error.
  CHECK(letters_text(letters_of("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Sh8 Nf6 5. Nf9 *")) == "English");
}

}  // namespace
}  // namespace arbiter::testing
