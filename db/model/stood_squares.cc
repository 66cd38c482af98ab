#include "db/model/stood_squares.h"

#include <algorithm>
#include <variant>

#include "db/model/move_code.h"
#include "lib/chess/setup.h"
#include "lib/notation/fen.h"

namespace arbiter {
namespace {

StoodSquares squares_on(const Board& board) {
  StoodSquares stood{};
  for (const Square square : board.occupied()) stood[board.code_at(square)] |= square;
  return stood;
}

// Walks with less of a board than MoveUnpacker: a pawn that is captured en passant stays, because
// nothing asks for it again. False where the bytes cannot be a move.
class StoodWalk {
 public:
  StoodWalk(const Board& first, const StoodSquares& stood) {
    std::ranges::copy(stood, stood_.begin());
    for (int i = 0; i < kSquareCount; ++i) {
      codes_[static_cast<std::size_t>(i)] = first.code_at(square_at(i));
    }
  }

  StoodSquares stood() const {
    StoodSquares stood;
    std::copy_n(stood_.begin(), stood.size(), stood.begin());
    return stood;
  }

  bool play(std::uint16_t code) {
    const std::size_t from = code & 63;
    const std::size_t to = code >> 6;
    const std::uint8_t piece = codes_[from];
    const int castles = ((piece | 1) == 11) & (codes_[to] == piece - 4);
    const int promotes = (piece < 2) & ((from >> 3) == (piece == 1 ? 6 : 1));
    if ((castles | promotes) != 0) [[unlikely]]
      return castles != 0 ? castle(from, to) : promote(from, code);
    codes_[from] = Board::kEmpty;
    put(piece, to);
    return piece != Board::kEmpty;
  }

 private:
  void put(std::uint8_t piece, std::size_t square) {
    codes_[square] = piece;
    stood_[piece] |= Bitboard(std::uint64_t{1} << square);
  }

  bool castle(std::size_t king, std::size_t rook) {
    const Color color = Piece::from_code(codes_[king]).color();
    const CastlingSide side = rook > king ? CastlingSide::King : CastlingSide::Queen;
    codes_[king] = codes_[rook] = Board::kEmpty;
    put(Piece(color, Role::King).code(),
        static_cast<std::size_t>(castled_king_square(color, side)));
    put(Piece(color, Role::Rook).code(),
        static_cast<std::size_t>(castled_rook_square(color, side)));
    return true;
  }

  // The upper bits of the code are the new piece (README.md).
  bool promote(std::size_t from, std::uint16_t code) {
    const Color color = Piece::from_code(codes_[from]).color();
    const int role = code >> 9;
    if (role < index_of(Role::Knight) || role > index_of(Role::Queen)) return false;
    const auto file = static_cast<File>(code >> 6 & 7);
    codes_[from] = Board::kEmpty;
    put(Piece(color, static_cast<Role>(role)).code(),
        static_cast<std::size_t>(square_of(file, relative_rank(color, Rank::Eight))));
    return true;
  }

  std::array<std::uint8_t, kSquareCount> codes_;
  // One more for the moves of nobody, which damaged bytes can have.
  std::array<Bitboard, kPieceCount + 1> stood_{};
};

StoodSquares stood_from(const Board& first, const StoodSquares& stood,
                        std::span<const std::uint8_t> moves) {
  StoodWalk walk(first, stood);
  const std::size_t count = packed_moves(moves.size());
  for (std::size_t i = 0; i < count && walk.play(move_code::code_at(moves.data(), i)); ++i) {
  }
  return walk.stood();
}

}  // namespace

StoodSquares stood_squares(std::string_view start, std::span<const std::uint8_t> moves) {
  if (start.empty()) {
    static const StoodSquares usual = squares_on(initial_setup().board);
    return stood_from(initial_setup().board, usual, moves);
  }
  const auto read = parse_fen(start);
  const auto* parsed = std::get_if<ParsedFen>(&read);
  if (parsed == nullptr) return {};
  return stood_from(parsed->setup.board, squares_on(parsed->setup.board), moves);
}

}  // namespace arbiter
