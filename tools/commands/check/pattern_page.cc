#include "tools/commands/check/pattern_page.h"

#include <string_view>

#include "tools/cli/output/palette.h"

namespace arbiter {
namespace {

struct Section {
  std::string_view heading;
  std::string_view text;
};

constexpr Section kSections[] = {
    {"Pieces on squares",
     R"(  Nf5 and kg8             a white knight on f5 and the black king on g8
  [QR]h                   a queen or rook on the h-file; [QR]h1-8 is the same
  Pd4 and no Pc,e         a pawn on d4, none on the c-file or e-file
  R7 >= 2                 two rooks or more on the seventh rank
  N or white knight on d6 the same pieces in words; a-c3, d4-f6, c3,f3 are squares too
  empty d5,e5             nothing stands there
)"},
    {"What the pieces do",
     R"(  isolated Pd, passed P7, doubled p, pinned n
  N on d6 and protected by P and not hittable by p
  N attacks k and attacks [qr]; attacked Q; b attacked by P; R protects R
  attackers(f7) >= 3      how many pieces attack what stands there
)"},
    {"The whole board",
     R"(  pawns "8/pp3ppp/4p3/8/3P4/8/PP3PPP/8"   exactly these pawns
  pawns has "8/8/8/8/3P4/8/8/8"           at least these
  board "*/*/*/*/2N5/*/*/*"               as in a FEN: ? anything, ! a piece, * the rest
  material KRPkr          as --material: {1,3} how many, * further pieces, ~ either side
  opposite bishops; white +BB -NN (imbalance); black down 1..2 (in pawns); white up 3..
  check, mate, stalemate, smothered; white to move; ply < 30; white castled long
)"},
    {"Moves",
     R"(  move Bxh7               as in SAN: capitals for both sides, x only for captures
  move N, move Kxh7|Kh8, move Nx, move O-O, move promotes N|B|R, move en passant
  move N from f3 to g5 by white; move captures; move R takes Q; white castled short
  at e4 e5 Nf3 Nc6        the position after these moves, in any order
)"},
    {"Joining",
     R"(  and, or, not, ( )       'and' binds tighter than 'or'
  then                    one half-move later: move Bxh7 then Kxh7 then Ng5
  later                   any time later: at e4 e5 Nf3 Nc6 later Nf1 later Nf5
  for 10                  in ten positions in a row: (isolated Pd) for 10
  either (...)            also with the colours exchanged
  mirror (...)            also with the files from h to a
  shift (...)             anywhere on the board
)"},
};

}  // namespace

void print_pattern_page(Console& console) {
  const Palette& colors = console.colors_output() ? kColors : kNoColors;
  console.print(
      "{}pattern{}: positions and moves to search games for, with --pattern\n\n"
      "Capital letters are White's pieces, small letters Black's. A game is found if the\n"
      "pattern holds in its initial position or after one of its moves.\n",
      colors.strong, colors.reset);
  for (const Section& section : kSections) {
    console.print("\n{}{}{}\n{}", colors.strong, section.heading, colors.reset, section.text);
  }
  console.print(
      "\nRun 'arbiter find games.db --pattern PATTERN --hits all' to see where it holds.\n");
}

}  // namespace arbiter
