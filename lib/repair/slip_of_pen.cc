#include "lib/repair/slip_of_pen.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "lib/movetext/misreading.h"
#include "lib/notation/san.h"

namespace arbiter {
namespace {

PenSlip slip_of_squares(Square written, Square meant) {
  const int files = std::abs(index_of(file_of(written)) - index_of(file_of(meant)));
  const int ranks = std::abs(index_of(rank_of(written)) - index_of(rank_of(meant)));
  if (files > 0 && ranks > 0) return PenSlip::Square;
  return files + ranks == 1 ? PenSlip::Neighbour : PenSlip::Line;
}

bool fits_origin(const San& san, Square from) { return san.origin_mask().contains(from); }

PenSlip slip_to_castling(const San& san, Move move, const Position& before) {
  if (san.kind() != San::Kind::Piece) return PenSlip::Castling;
  const bool is_kings_move = san.role() == Role::King &&
                             rank_of(san.to()) == rank_of(before.king(before.turn())) &&
                             (san.to() > move.from()) == (move.to() > move.from());
  return is_kings_move ? PenSlip::Castling : PenSlip::OtherMove;
}

// Where piece and square are as written.
PenSlip slip_of_promotion(const San& san, Move move) {
  const bool promotes = move.kind() == MoveKind::Promotion;
  const bool agrees = promotes ? san.promotion() == move.promotion_role() : !san.promotion();
  return agrees ? PenSlip::None : PenSlip::Promotion;
}

// A file or rank too many costs as much as a wrong one.
PenSlip worse(PenSlip first, PenSlip second) {
  if (first == PenSlip::None) return second;
  if (second == PenSlip::None) return first;
  return PenSlip::OtherMove;
}

// A capturing pawn's file is half of its square: exd5 for fxe5.
PenSlip slip_of_pawn(const San& san, Move move) {
  if (san.from_file() && !fits_origin(san, move.from())) {
    const bool shifts = index_of(*san.from_file()) - index_of(file_of(san.to())) ==
                        index_of(file_of(move.from())) - index_of(file_of(move.to()));
    if (san.to() == move.to()) return PenSlip::Neighbour;
    return shifts && rank_of(san.to()) == rank_of(move.to()) ? PenSlip::Line : PenSlip::OtherMove;
  }
  return san.to() == move.to() ? PenSlip::None : slip_of_squares(san.to(), move.to());
}

std::string without_marks(std::string san) {
  san.erase(san.find_last_not_of("+#") + 1);
  return san;
}

std::string without_capture(std::string san) {
  san.erase(std::remove(san.begin(), san.end(), 'x'), san.end());
  return san;
}

PenSlip slip_in_text(const std::string& word, const std::string& san) {
  const std::string written = without_marks(word);
  const std::string meant = without_marks(san);
  const int cost = std::min(misreading(written, meant),
                            misreading(without_capture(written), without_capture(meant)));
  if (cost < kOtherSlip) return PenSlip::LookAlike;
  if (written.size() > 1 && meant.starts_with(written)) return PenSlip::CutShort;
  return cost <= 2 * kOtherSlip ? PenSlip::Garbled : PenSlip::OtherMove;
}

// English letters may stand among others.
PenSlip slip_in_word(const std::string& word, const std::string& san, const PieceLetters& letters) {
  return std::min(slip_in_text(word, translated(san, letters)), slip_in_text(word, san));
}

}  // namespace

PenSlip slip_between(const RepairMove& written, Move move, const Position& before,
                     const PieceLetters& letters) {
  const San& san = written.san;
  if (!written.word.empty()) {
    return slip_in_word(written.word, san_of(move, before), letters);
  }
  if (san.kind() == San::Kind::Null) return PenSlip::OtherMove;
  if (move.kind() == MoveKind::Castling) return slip_to_castling(san, move, before);
  if (san.kind() != San::Kind::Piece) return PenSlip::OtherMove;
  const Role role = before.board().at(move.from())->role();
  if (role != san.role()) {
    const bool is_same_square = san.to() == move.to();
    return is_same_square ? PenSlip::Letter : PenSlip::OtherMove;
  }
  if (role == Role::Pawn) return worse(slip_of_pawn(san, move), slip_of_promotion(san, move));
  const PenSlip origin = fits_origin(san, move.from()) ? PenSlip::None : PenSlip::Origin;
  const PenSlip square =
      san.to() == move.to() ? PenSlip::None : slip_of_squares(san.to(), move.to());
  return worse(origin, square);
}

double cost_of(PenSlip slip) {
  switch (slip) {
    case PenSlip::None:
      return 0;
    case PenSlip::LookAlike:
      return 0.3;
    case PenSlip::CutShort:
      return 1.5;
    case PenSlip::Origin:
      return 2.0;
    case PenSlip::Castling:
      return 2.0;
    case PenSlip::Neighbour:
      return 2.6;
    case PenSlip::Letter:
      return 2.8;
    case PenSlip::Promotion:
      return 3.0;
    case PenSlip::Line:
      return 4.0;
    case PenSlip::Garbled:
      return 5.0;
    case PenSlip::Square:
      return 7.0;
    case PenSlip::OtherMove:
      return 9.5;
  }
  return 9.5;
}

std::string_view to_string(PenSlip slip) {
  switch (slip) {
    case PenSlip::None:
      return "the same move";
    case PenSlip::Origin:
      return "another piece of its kind";
    case PenSlip::Castling:
      return "castling in other letters";
    case PenSlip::Neighbour:
      return "a neighbouring file or rank";
    case PenSlip::Line:
      return "another file or rank";
    case PenSlip::Letter:
      return "another piece";
    case PenSlip::Promotion:
      return "another promotion";
    case PenSlip::LookAlike:
      return "characters that look alike or are exchanged";
    case PenSlip::CutShort:
      return "a word cut short";
    case PenSlip::Garbled:
      return "a garbled word";
    case PenSlip::Square:
      return "another square";
    case PenSlip::OtherMove:
      return "another move";
  }
  return "another move";
}

}  // namespace arbiter
