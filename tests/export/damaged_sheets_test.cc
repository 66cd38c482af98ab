// Tests damaged score sheets as read by `arbiter fmt`: the main line explains the whole sheet.
#include <catch2/catch.hpp>
#include <string>

#include "tests/export/exported.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// Concatenates the lines.
std::string in_one_line(std::string text) {
  for (char& c : text) c = c == '\n' ? ' ' : c;
  return text;
}

struct Sheet {
  std::string written;
  std::string read;
};

TEST_CASE("a damaged sheet is read as the game that explains all of it", "[sheets]") {
  const Sheet sheet = GENERATE(values<Sheet>({
      // Split and joined moves.
      {"1. e4 e5 2. N f3 Nc6 3. Bb5 a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"},
      {"1. e4 e5 2. N\nf3 Nc6 3. Bb5 a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"},
      {"1. e4 e5 2. Nf-\n3 Nc6 3. Bb5 a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"},
      {"1. e4 e5 2. N\u200bf3 Nc6 3. Bb5 a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"},
      {"1. e4 e5 2. b c4 Nf6 3. d3 Bc5 *", "1. e4 e5 2. Bc4 Nf6 3. d3 Bc5 *"},
      {"1. e4 e5 2. N.f3 Nc6 3. Bb.5 a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. 0 - 0 Be7 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *"},
      {"1. e4 d5 2. e x d5 Q x d5 3. N c3 Q a5 *", "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 *"},
      {"1. e4e5 2. Nf3Nc6 3. Bb5a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"},
      {"1.e4e5 2.Nf3Nc6 3.Bb5a6 4.O-ONf6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 *"},
      {"1. e4 N?f6 2. e5 Nd5 *", "1. e4 Nf6 $2 2. e5 Nd5 *"},
      // Other notations, and numbers with an ellipsis character.
      {"1. P-K4 P-K4 2. N-KB3 N-QB3 *", "1. e4 e5 2. Nf3 Nc6 *"},
      {"1. 5254 5755 2. 7163 2836 *", "1. e4 e5 2. Nf3 Nc6 *"},
      {"1. E2E4 E7E5 2. NG1F3 NB8C6 *", "1. e4 e5 2. Nf3 Nc6 *"},
      {"1. e4 1\u2026e5 2. Nf3 2\u2026Nc6 *", "1. e4 e5 2. Nf3 Nc6 *"},
      // Numbers of half-moves, and rows in one word.
      {"1. e4 2. e5 3. Nf3 4. Nc6 5. Bb5 6. a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"},
      {"1.e4-e5 2.Nf3-Nc6 3.Bb5-a6 4.O-O-Nf6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 *"},
      {"1.e4-e5 2.Nf3-Nc6 3.Bb5-a6 4.Ba4-Nf6 5.d3-d6 6.c3-g6 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. d3 d6 6. c3 g6 *"},
      {"1.e4/e5 2.Nf3/Nc6 3.Bb5/a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"},
      // Numbers of notes are not move numbers.
      {"1. e4 (1) e5 (2) 2. Nf3 (3) Nc6 *",
       "1. e4 {unreadable: (1)} 1... e5 {unreadable: (2)} 2. Nf3 {unreadable: (3)} 2... Nc6 *"},
      // A letter after a move is a sign.
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 N 4. Ba4 Nf6 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 $146 4. Ba4 Nf6 *"},
      {"1. e4 e5 2. Nf3 N", "1. e4 e5 2. Nf3 {unreadable: N} *"},
      {"1. d4 d5 2. N c3 N f6 3. B g5 e6 4. e4 Be7 5. e5 Nfd7 *",
       "1. d4 d5 2. Nc3 Nf6 3. Bg5 e6 4. e4 Be7 5. e5 Nfd7 *"},
      {"1. e4 Nf3 Bb5\n   e5 Nc6 a6\n4. Ba4 O-O\nNf6 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *"},
      {"1. e4 Nf3 Bb5\n   e5 Nc6 a6\n4. Ba4 O-O\nNf6 Nxe4\n*",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Nxe4 *"},
      // Castling in words, and null moves.
      {"1. d4 d5 2. Nc3 Nc6 3. Bf4 Nf6 4. Qd3 e6 5. castles long Be7 6. h3 Castles *",
       "1. d4 d5 2. Nc3 Nc6 3. Bf4 Nf6 4. Qd3 e6 5. O-O-O Be7 6. h3 O-O *"},
      {"1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. castles castles 6. e3 e6 *",
       "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O O-O-O 6. e3 e6 *"},
      {"1. e4 <> 2. d4 <> *", "1. e4 -- 2. d4 -- *"},
      // Variations that do not directly follow the move that they replace.
      {"1. e4 e5 2. Nf3 (1... c5 2. Nf3) Nc6 3. Bb5 a6 *",
       "1. e4 e5 2. Nf3 {unreadable: (1... c5 2. Nf3)} 2... Nc6 3. Bb5 a6 *"},
      {"1. d4 d6 2. Nf3 Nf6 (2. d5 c6) 3. g3 g6 *",
       "1. d4 d6 2. Nf3 Nf6 {unreadable: (2. d5 c6)} 3. g3 g6 *"},
      {"1. Nf3 Nf6 2. g3 g6 (2. c5) 3. Bg2 Bg7 *", "1. Nf3 Nf6 2. g3 g6 (2... c5) 3. Bg2 Bg7 *"},
      // Text between moves.
      {"1. e4 e5 2. Nf3 Nc6 stops d4 3. Bb5 a6 *",
       "1. e4 e5 2. Nf3 Nc6 {unreadable: stops d4} 3. Bb5 a6 *"},
      {"1. e4 e5 2. Nf3 Nc6 better was d6 3. Bb5 a6 4. Ba4 Nf6 *",
       "1. e4 e5 2. Nf3 Nc6 {unreadable: better was d6} 3. Bb5 a6 4. Ba4 Nf6 *"},
      {"1. e4 -- e5 2. Nf3 Nc6 *", "1. e4 {unreadable: --} 1... e5 2. Nf3 Nc6 *"},
      // Swapped, repeated or missing rows, wrong numbers, and two columns.
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 8. c3 O-O 6. Re1 b5 7. Bb3 d6 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 {unreadable: 8.} "
       "8. c3 O-O *"},
      {"2. Nf3 Nc6 1. e4 e5 3. Bb5 a6 4. Ba4 Nf6 *",
       "1. e4 e5 {unreadable: 2.} 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *"},
      {"1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 5. d3 d6 4. O-O O-O 6. c4 c5 *",
       "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O {unreadable: 5.} 5. d3 d6 6. c4 c5 *"},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 4. Ba4 Nf6 5. O-O Be7 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 {unreadable: ... 4. Ba4 Nf6} 5. O-O Be7 *"},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 Nc6 3. Bb5 a6 4. Ba4 "
       "Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 {unreadable: Nc6 "
       "3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3} 7... d6 8. c3 O-O *"},
      {"1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 5. d3 d6 6. c4 c5 *",
       "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 {unreadable: 5.} 4. d3 d6 5. c4 c5 *"},
      {"1. e4 e5 2. Nf3 Nc6 8. Bb5 a6 4. Ba4 Nf6 *",
       "1. e4 e5 2. Nf3 Nc6 {unreadable: 8.} 3. Bb5 a6 4. Ba4 Nf6 *"},
      {"1. e4 e5 5. d3 d6 2. Nf3 Nc6 6. h3 h6 3. Bb5 a6 7. Nc3 Nf6 4. Ba4 b5 8. Bb3 Be7 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 b5 {unreadable: 5.} 5. d3 d6 6. h3 h6 7. Nc3 Nf6 8. "
       "Bb3 Be7 *"},
      // Missing brackets.
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 3. Bc4 Bc5 4. c3) 3... a6 4. Ba4 Nf6 5. O-O Be7 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 {unreadable: )} (3. Bc4 Bc5 4. c3) 3... a6 4. Ba4 Nf6 5. O-O "
       "Be7 *"},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Bc5 4. c3 3... a6 4. Ba4 Nf6 5. O-O Be7 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Bc5 4. c3 {unreadable: (}) 3... a6 4. Ba4 Nf6 5. O-O "
       "Be7 *"},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 {the Spanish 3... a6 4. Ba4 {good} 4... Nf6 5. O-O Be7 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 {unreadable: {the Spanish} 3... a6 4. Ba4 {good} 4... Nf6 5. "
       "O-O Be7 *"},
      {"1. e4 {[%clk 0:10:00] e5 {[%clk 0:09:58]} 2. Nf3 {good} Nc6 3. Bb5 a6 *",
       "1. e4 {unreadable: {[%clk 0:10:00]} 1... e5 {[%clk 0:09:58]} 2. Nf3 {good} 2... Nc6 3. Bb5 "
       "a6 *"},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 the Spanish} 3... a6 4. Ba4 Nf6 5. O-O Be7 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 {unreadable: the Spanish)} 3... a6 4. Ba4 Nf6 5. O-O Be7 *"},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 3. Bc4 Bc5 4. c3 3... a6 4. Ba4 4. Bxc6 dxc6 5. O-O 4... Nf6 5. "
       "O-O Be7 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 {unreadable: )} (3. Bc4 Bc5 4. c3 {unreadable: (}) 3... a6 4. "
       "Ba4 {unreadable: )} (4. Bxc6 dxc6 5. O-O {unreadable: (}) 4... Nf6 5. O-O Be7 *"},
      // A half-move is missing.
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O 6. Re1 b5 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O {unreadable: ... 6. Re1 b5} *"},
      // A word replaces a move. No later move is read instead, not even in a longer game.
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O gibberish 6. Re1 b5 7. Bb3 d6 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O {unreadable: 5... gibberish 6. Re1 b5 7. "
       "Bb3 d6} *"},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. gibberish Nf6 5. O-O Be7 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {unreadable: 4. gibberish Nf6 5. O-O Be7} *"},
      // A king's move to its square after castling is castling.
      {"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. Kg1 d6 5. d3 h6 *",
       "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 {unreadable: Kg1} 4. O-O d6 5. d3 h6 *"},
      // Other pieces of the same kind are more likely than other pieces.
      {"1. Nf3 Nf6 2. d3 d6 3. Nd2 e5 4. Nc3 Be7 5. g3 O-O 6. Bg2 c6 7. O-O Re8 8. e4 Nbd7 *",
       "1. Nf3 Nf6 2. d3 d6 {unreadable: Nd2} 3. Nfd2 e5 4. Nc3 Be7 5. g3 O-O 6. Bg2 c6 7. O-O Re8 "
       "8. e4 Nbd7 *"},
      // Another game follows without tags.
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1. d4 d5 2. c4 e6 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {unreadable: ... 1. d4 d5 2. c4 e6} *"},
      // A sign contradicts its move but matches another one.
      {"1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxa5 4. Be2 Nf6 *",
       "1. e4 d5 2. exd5 Qxd5 3. Nc3 {unreadable: Qxa5} 3... Qa5 4. Be2 Nf6 *"},
      // It may also contradict an earlier move that was misread.
      {"1. e4 e6 2. Nf3 Nc6 3. Nxe5 Nxe5 *",
       "1. e4 e6 2. Nf3 Nc6 {unreadable: Nxe5} 3. Ne5 Nxe5 *"},
      // A mistake is corrected only if a single move explains the rest of the game. One letter does
      // not indicate a foreign language.
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Da4 Nf6 5. Bb3 Be7 6. O-O O-O 7. d3 d6 8. c3 Bg4 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {unreadable: Da4} 4. Ba4 Nf6 5. Bb3 Be7 6. O-O O-O 7. d3 d6 "
       "8. c3 Bg4 *"},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Ge7 6. Re1 b5 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O {unreadable: 5... Ge7 6. Re1 b5} *"},
      // Look-alike characters, and Cyrillic letters that look like Latin ones.
      {"1. e4 eS 2. Nf3 Nc6 3. BbS a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *",
       "1. e4 {unreadable: eS} 1... e5 2. Nf3 Nc6 {unreadable: BbS} 3. Bb5 a6 4. Ba4 Nf6 5. O-O "
       "Be7 "
       "6. Re1 b5 7. Bb3 d6 8. c3 O-O *"},
      {"1. \u04354 e5 2. Nf3 N\u04416 3. \u0412b5 \u04306 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"},
      {"1. d4 Nf6 2. Nf3 d5 3. e3 c5 4. dxc5 e6 5. b4 b6 6. cx66 8xb4+ 7. c3 Be7 *",
       "1. d4 Nf6 2. Nf3 d5 3. e3 c5 4. dxc5 e6 5. b4 b6 {unreadable: cx66} 6. cxb6 {unreadable: "
       "8xb4+} 6... Bxb4+ 7. c3 Be7 *"},
      {"1. d4 Nf6 2. c4 66 3. Nc3 Bb7 4. e4 96 5. h3 h6 *",
       "1. d4 Nf6 2. c4 {unreadable: 66} 2... b6 3. Nc3 Bb7 4. e4 {unreadable: 96} 4... g6 5. h3 "
       "h6 *"},
      // Numbers and moves split by line ends.
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d-\n6 8. c3 O-O 9. h3 "
       "Nb8 1\n0. d4 N-\nbd7 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 "
       "Nb8 "
       "{unreadable: 1} 10. d4 Nbd7 *"},
      // Superscript ranks and footnote marks.
      {"1. Nf\u00b3 Nf6 2. g\u00b3 g6 3. c4 c5 *", "1. Nf3 Nf6 2. g3 g6 3. c4 c5 *"},
      {"1. e4 e5* 2. Nf3*) Nc6 3. Bb5 a6 *",
       "1. e4 e5 {unreadable: *} 2. Nf3 {unreadable: *)} 2... Nc6 3. Bb5 a6 *"},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5** a6 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 {unreadable: **} 3... a6 *"},
      // A variation that the end of the text cuts is not the main line.
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Bc5 4. c3 Nf6 (4... d6 5. d4 exd4",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Bc5 4. c3 Nf6 (4... d6 5. d4 exd4)) *"},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Bc5 4. c3 Ng",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Bc5 4. c3 {unreadable: 4... Ng}) *"},
      // Moves after the result are not those that could not be read before it.
      {"1. e4 e5 2. Ke4 Nc6 * 2. Nf3 Nc6 3. Bb5 a6",
       "1. e4 e5 {unreadable: 2. Ke4 Nc6} {after-result: 2. Nf3 Nc6 3. Bb5 a6} *"},
      // A sign in place of a move is not one of the move before.
      {"1. e4 e5 2. ?? *", "1. e4 e5 {unreadable: ... 2. ??} *"},
      {"1. e4 e5 (1... c5 2. !?) 2. Nf3 *", "1. e4 e5 (1... c5 {unreadable: ... 2. !?}) 2. Nf3 *"},
      // Moves in a truncated comment are not played.
      {"1. e4 e5 2. Nf3 {d=3 pv=Nc6 Bb5 a6", "1. e4 e5 2. Nf3 {d=3 pv=Nc6 Bb5 a6} *"},
  }));
  CAPTURE(sheet.written);
  const std::string once = movetext(sheet.written);
  CHECK(in_one_line(once) == sheet.read);
  CHECK(movetext(once) == once);
}

TEST_CASE("move numbers in another form are move numbers if they are in order", "[sheets]") {
  const std::string read = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *";
  const Sheet sheet = GENERATE_COPY(values<Sheet>({
      {"1- e4 e5 2- Nf3 Nc6 3- Bb5 a6 *", read},
      {"(1) e4 e5 (2) Nf3 Nc6 (3) Bb5 a6 *", read},
      {"[1] e4 e5 [2] Nf3 Nc6\n[3] Bb5 a6 *", read},
      {"#1 e4 e5 #2 Nf3 Nc6 #3 Bb5 a6 *", read},
      {"I. e4 e5 II. Nf3 Nc6 III. Bb5 a6 *", read},
      {"1\u00b0 e4 e5 2\u00b0 Nf3 Nc6 3\u00b0 Bb5 a6 *", read},
      {"| 1 | e4 | e5 |\n| 2 | Nf3 | Nc6 |\n| 3 | Bb5 | a6 |\n*", read},
      // A damaged sheet in this form is read like any other.
      {"1- e4 e5 2- N f3 Nc6 3- Bb5 good a6 *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 {unreadable: good} 3... a6 *"},
      {"1- e4 e5 3- Nf3 Nc6 *", "{unreadable: 1-} 1. e4 e5 {unreadable: 3-} 2. Nf3 Nc6 *"},
  }));
  CAPTURE(sheet.written);
  const std::string once = movetext("[Event \"a\"]\n\n" + sheet.written);
  CHECK(in_one_line(once) == sheet.read);
  CHECK(movetext(once) == once);
}

// The search begins shortly before the first fault. In a game from another initial position, it
// begins at the first move.
TEST_CASE("a fault is explained as by a search of the whole sheet", "[sheets]") {
  const std::string sheet =
      "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 Na5 9. Bc2 c5 "
      "10. d4 Qc7 11. h3 Nc6 12. d5 Nd8 13. Nbd2 g5 14. Nf1 h6 15. Ng3 Nb7 16. Nf5 Bxf5 17. exf5 "
      "Nd7 18. a4 Nb6 19. axb5 axb5 20. Rxa8+ Nxa8 *";
  // This initial position lacks Black's castling rights, which Black does not use.
  const std::string tags =
      "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1\"]\n\n";
  REQUIRE(movetext(tags + sheet) == movetext(sheet));
  const int number = GENERATE(range(2, 20));
  const std::string name = std::to_string(number) + ". ";
  const std::size_t first = sheet.find(' ' + name) + 1;
  const std::size_t white = first + name.size();
  const std::size_t black = sheet.find(' ', white) + 1;
  const std::size_t end = sheet.find(' ', black) + 1;
  const std::string row = sheet.substr(first, end - first);
  const std::string white_move = sheet.substr(white, black - 1 - white);
  const std::string black_move = sheet.substr(black, end - 1 - black);
  for (const std::string& written :
       {row + row, std::string(), name + black_move + ' ', name + white_move + ' ',
        name + white_move + black_move + ' ',
        name + white_move.substr(0, 1) + ' ' + white_move.substr(1) + ' ' + black_move + ' ',
        name + "Z" + white_move.substr(1) + ' ' + black_move + ' ',
        name + black_move + ' ' + white_move + ' ', "3" + row, name + white_move + " good ",
        name + "(" + white_move + ' ' + black_move + ' '}) {
    const std::string damaged = sheet.substr(0, first) + written + sheet.substr(end);
    CAPTURE(damaged);
    CHECK(movetext(damaged) == movetext(tags + damaged));
  }
}

TEST_CASE("a sign that fits another move is kept next to other faults of the move", "[sheets]") {
  const std::string tags = "[SetUp \"1\"]\n[FEN \"8/k7/8/3p4/8/2N5/8/4K3 w - - 0 1\"]\n\n";
  CHECK(movetext(tags + "1. Nd5+ Ka6 2. Kd2 *") == "{unreadable: Nd5+} 1. Nxd5 Ka6 2. Kd2 *");
  // The next word repeats the check sign in letters.
  CHECK(movetext(tags + "1. Nd5+ ch Ka6 2. Kd2 *").find("unreadable: Nd5+") == std::string::npos);
}

TEST_CASE("a time is no move with look-alike characters", "[sheets]") {
  const std::string tags = "[SetUp \"1\"]\n[FEN \"7k/8/4B3/1p6/P7/8/8/4K3 w - - 0 36\"]\n\n";
  CHECK(movetext(tags + "36. 6:98 axb5 Kg7 37. Bd5 *") ==
        "{unreadable: ... 36. 6:98} 36. axb5 Kg7 37. Bd5 *");
}

}  // namespace
}  // namespace arbiter::testing
