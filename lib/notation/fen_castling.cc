#include "lib/notation/fen_castling.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lib/base/text.h"
#include "lib/notation/shown_text.h"

namespace arbiter {
namespace {

// All letters of both players, in both ways, are 20.
constexpr std::size_t kMostLetters = 20;

bool is_castling_letter(char c) {
  const char letter = to_small(c);
  return letter == 'k' || letter == 'q' || ('a' <= letter && letter <= 'h');
}

// The rook that a small letter means; it needs the only king of its colour on
// the same rank.
std::optional<Square> rook_for(char letter, Color color, const Board& board) {
  const Rank rank = relative_rank(color, Rank::One);
  const Bitboard kings = board.of(color, Role::King);
  if (!kings.has_one() || rank_of(kings.first()) != rank) return std::nullopt;
  const Square king = kings.first();
  const Bitboard rooks = board.of(color, Role::Rook) & rank;
  if (letter == 'k' || letter == 'q') {
    std::optional<Square> outermost;
    for (const Square rook : rooks) {
      if (letter == 'k' && rook > king) outermost = rook;
      if (letter == 'q' && rook < king && !outermost) outermost = rook;
    }
    return outermost;
  }
  const Square square = square_of(static_cast<File>(letter - 'a'), rank);
  if (!rooks.contains(square)) return std::nullopt;
  return square;
}

class CastlingReader {
 public:
  explicit CastlingReader(ParsedFen& fen) : fen_(fen) {}

  void read(char letter, std::size_t offset);

 private:
  void note(FenOddityKind kind, std::string message) {
    fen_.oddities.push_back({kind, FenField::Castling, offset_, 1, std::move(message)});
  }
  void note_no_rook(char letter, Color color);
  void note_order(char letter, Color color, CastlingSide side);

  ParsedFen& fen_;
  std::size_t offset_ = 0;
  int last_place_ = -1;
};

void CastlingReader::read(char letter, std::size_t offset) {
  offset_ = offset;
  const Color color = is_capital(letter) ? Color::White : Color::Black;
  const std::optional<Square> rook = rook_for(to_small(letter), color, fen_.setup.board);
  if (!rook) return note_no_rook(letter, color);
  const Square king = fen_.setup.board.of(color, Role::King).first();
  const CastlingSide side = *rook > king ? CastlingSide::King : CastlingSide::Queen;
  CastlingRights& castling = fen_.setup.castling;
  if (castling.has(color, side) && castling.rook(color, side) != *rook) {
    return note(FenOddityKind::SeveralRooks,
                fmt::format("castling letter '{}' names a second rook on the same side of the king",
                            letter));
  }
  castling.grant(color, side, *rook);
  note_order(letter, color, side);
}

void CastlingReader::note_no_rook(char letter, Color color) {
  const std::string_view player = to_string(color);
  if (to_small(letter) == 'k' || to_small(letter) == 'q') {
    const CastlingSide side = to_small(letter) == 'k' ? CastlingSide::King : CastlingSide::Queen;
    note(FenOddityKind::NoSuchRook,
         fmt::format("castling letter '{}' is ignored: {} has no king and rook in place for {}",
                     letter, player, side == CastlingSide::King ? "O-O" : "O-O-O"));
    note_order(letter, color, side);
  } else {
    note(FenOddityKind::NoRookOnFile,
         fmt::format(
             "castling letter '{}' is ignored: {} has no rook on the {}-file beside the king",
             letter, player, to_small(letter)));
  }
}

// The order is that of KQkq.
void CastlingReader::note_order(char letter, Color color, CastlingSide side) {
  const int place = 2 * index_of(color) + static_cast<int>(side);
  if (place <= last_place_) {
    note(FenOddityKind::Order,
         fmt::format("castling letter '{}' {}", letter,
                     place == last_place_ ? "is repeated" : "is out of order"));
  }
  last_place_ = std::max(place, last_place_);
}

}  // namespace

std::optional<FenError> read_fen_castling(std::string_view field, std::size_t offset,
                                          ParsedFen& fen) {
  CastlingReader reader(fen);
  for (std::size_t i = 0; i < field.size(); ++i) {
    const std::string_view rest = field.substr(i);
    if (!is_castling_letter(field[i])) {
      return FenError{FenField::Castling, offset + i, first_character_length(rest),
                      fmt::format("{} is not a castling letter", shown_character(rest))};
    }
    if (i == kMostLetters) {
      return FenError{FenField::Castling, offset, field.size(),
                      fmt::format("the castling field has more than {} letters", kMostLetters)};
    }
    reader.read(field[i], offset + i);
  }
  return std::nullopt;
}

}  // namespace arbiter
