#include "lib/laws/first_position.h"

#include <vector>

namespace arbiter {

bool needs_chess960(const Setup& setup) {
  for (const Color color : {Color::White, Color::Black}) {
    if (!setup.castling.has_any(color)) continue;
    if (file_of(setup.board.of(color, Role::King).first()) != File::E) return true;
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
      if (!setup.castling.has(color, side)) continue;
      const File corner = side == CastlingSide::King ? File::H : File::A;
      if (file_of(setup.castling.rook(color, side)) != corner) return true;
    }
  }
  return false;
}

bool is_untouched(const Setup& setup) {
  const Board& board = setup.board;
  return board.of(Color::White) == (Bitboard(Rank::One) | Bitboard(Rank::Two)) &&
         board.of(Color::Black) == (Bitboard(Rank::Seven) | Bitboard(Rank::Eight)) &&
         board.of(Role::Pawn) == (Bitboard(Rank::Two) | Bitboard(Rank::Seven));
}

bool is_chess960_start(const Setup& setup) {
  const Board& board = setup.board;
  for (int file = 0; file < 8; ++file) {
    const auto white = board.at(square_of(static_cast<File>(file), Rank::One));
    const auto black = board.at(square_of(static_cast<File>(file), Rank::Eight));
    if (white->role() != black->role()) return false;
  }
  const auto white = [&](Role role) { return board.of(Color::White, role); };
  const Bitboard rooks = white(Role::Rook);
  const bool has_all_pieces = rooks.count() == 2 && white(Role::Knight).count() == 2 &&
                              white(Role::Bishop).count() == 2 && white(Role::Queen).count() == 1;
  if (!has_all_pieces) return false;
  const Square king = white(Role::King).first();
  const bool is_between = rooks.first() < king && king < rooks.without_first().first();
  return is_between && (white(Role::Bishop) & kDarkSquares).has_one();
}

namespace {

// The sides whose pieces are swapped.
enum class Sides { None, Both, White, Black };
constexpr Sides kSides[] = {Sides::None, Sides::Both, Sides::White, Sides::Black};

bool includes(Sides sides, Color color) {
  return sides == Sides::Both || sides == (color == Color::White ? Sides::White : Sides::Black);
}

void exchange(File first, File second, Color color, Board& board) {
  const Rank rank = relative_rank(color, Rank::One);
  const Square a = square_of(first, rank);
  const Square b = square_of(second, rank);
  const Piece on_a = *board.at(a);
  const Piece on_b = *board.at(b);
  board.put(a, on_b);
  board.put(b, on_a);
}

std::string to_string(Sides sides) {
  if (sides == Sides::Both) return "on both sides";
  return sides == Sides::White ? "on White's side" : "on Black's side";
}

std::string to_string(Sides kings, Sides knights) {
  std::string text;
  if (kings != Sides::None) text += "king and queen swapped " + to_string(kings);
  if (knights == Sides::None) return text;
  if (!text.empty()) text += ", and ";
  return text + "knights and bishops swapped " + to_string(knights);
}

AlteredStart altered(Color turn, Sides kings, Sides knights) {
  Setup setup = initial_setup();
  setup.turn = turn;
  for (const Color color : {Color::White, Color::Black}) {
    if (includes(kings, color)) exchange(File::D, File::E, color, setup.board);
    if (!includes(knights, color)) continue;
    exchange(File::B, File::C, color, setup.board);
    exchange(File::F, File::G, color, setup.board);
  }
  return {setup, turn == Color::Black, to_string(kings, knights)};
}

std::vector<AlteredStart> all_altered() {
  std::vector<AlteredStart> starts;
  for (int mistakes = 1; mistakes <= 3; ++mistakes) {
    for (const Color turn : {Color::White, Color::Black}) {
      for (const Sides kings : kSides) {
        for (const Sides knights : kSides) {
          const int made = (turn == Color::Black ? 1 : 0) + (kings != Sides::None ? 1 : 0) +
                           (knights != Sides::None ? 1 : 0);
          if (made == mistakes) starts.push_back(altered(turn, kings, knights));
        }
      }
    }
  }
  return starts;
}

}  // namespace

std::span<const AlteredStart> altered_starts() {
  static const std::vector<AlteredStart> starts = all_altered();
  return starts;
}

}  // namespace arbiter
