#include "db/model/game_reach.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <variant>

#include "db/model/move_code.h"
#include "lib/chess/position.h"
#include "lib/chess/setup.h"
#include "lib/notation/fen.h"
#include "lib/patterns/pattern_plan.h"
#include "lib/patterns/pattern_scan.h"

namespace arbiter {
namespace {

// The material of each piece, by its code; none for an empty square.
constexpr std::array<MenCounts, kPieceCount + 1> kMen = [] {
  std::array<MenCounts, kPieceCount + 1> men{};
  for (std::uint8_t code = 0; code < kPieceCount; ++code) {
    men[code] = one_man(Piece::from_code(code));
  }
  return men;
}();

// Returns the change of material by a promotion: one piece more and one pawn less.
MenCounts change_by(Move promotion, std::uint8_t pawn) {
  const Piece piece(Piece::from_code(pawn).color(), promotion.promotion_role());
  return kMen[piece.code()] - kMen[pawn];
}

struct FirstPosition {
  explicit FirstPosition(const Board& from) : board(from), men(men_on(from)) {}

  const Board& board;
  MenCounts men;
};

// Returns the setup of a FEN, if it is valid.
std::optional<Setup> parse_setup(std::string_view fen) {
  const auto read = parse_fen(fen);
  const auto* parsed = std::get_if<ParsedFen>(&read);
  return parsed == nullptr ? std::nullopt : std::optional(parsed->setup);
}

bool reaches(const MaterialPattern& pattern, const FirstPosition& first,
             std::span<const std::uint8_t> moves) {
  MenCounts men = first.men;
  if (pattern.matches(men)) return true;
  for (MoveUnpacker game(moves, first.board); game.next();) {
    const bool promotes = game.move().kind() == MoveKind::Promotion;
    if (game.captured() == Board::kEmpty && !promotes) continue;
    men -= kMen[game.captured()];
    if (promotes) [[unlikely]]
      men += change_by(game.move(), game.piece());
    if (pattern.matches(men)) return true;
    if (pattern.is_out_of_reach(men)) return false;
  }
  return false;
}

bool reaches(const PatternPlan& plan, const Setup& start, std::span<const std::uint8_t> moves) {
  PatternScan scan(plan, start, static_cast<int>(packed_moves(moves.size())));
  if (scan.holds()) return true;
  for (MoveUnpacker game(moves, start.board); game.next();) {
    if (scan.play(game.move(), game.piece(), game.captured())) return true;
  }
  return false;
}

VisitedSquares squares_on(const Board& board) {
  VisitedSquares visited{};
  for (const Square square : board.occupied()) visited[board.code_at(square)] |= square;
  return visited;
}

// Plays moves on a simpler board than MoveUnpacker. A pawn that is captured en passant stays, which
// changes no visited square. Rejects bytes that cannot be a move.
class SquareWalk {
 public:
  SquareWalk(const Board& first, const VisitedSquares& visited) {
    std::ranges::copy(visited, visited_.begin());
    for (int i = 0; i < kSquareCount; ++i) {
      codes_[static_cast<std::size_t>(i)] = first.code_at(square_at(i));
    }
  }

  VisitedSquares visited() const {
    VisitedSquares visited;
    std::copy_n(visited_.begin(), visited.size(), visited.begin());
    return visited;
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
    visited_[piece] |= Bitboard(std::uint64_t{1} << square);
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
  // The last element is a dummy for moves from empty squares, which damaged bytes can have.
  std::array<Bitboard, kPieceCount + 1> visited_{};
};

VisitedSquares squares_from(const Board& first, const VisitedSquares& visited,
                            std::span<const std::uint8_t> moves) {
  SquareWalk walk(first, visited);
  const std::size_t count = packed_moves(moves.size());
  for (std::size_t i = 0; i < count && walk.play(move_code::code_at(moves.data(), i)); ++i) {
  }
  return walk.visited();
}

std::vector<PatternHit> hits_of(const PatternPlan& plan, const Setup& start,
                                std::span<const Move> moves) {
  std::vector<PatternHit> hits;
  std::uint16_t ply = 0;
  bool held = false;
  const auto take = [&](bool holds) {
    if (holds && !held) hits.push_back({ply, ply});
    if (holds) hits.back().last = ply;
    held = holds;
    ++ply;
  };
  PatternScan scan(plan, start, static_cast<int>(moves.size()));
  take(scan.holds());
  std::string packed;
  pack_moves(moves, packed);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(packed.data());
  for (MoveUnpacker game({bytes, packed.size()}, start.board); game.next();) {
    take(scan.play(game.move(), game.piece(), game.captured()));
  }
  return hits;
}

}  // namespace

bool reaches_material(const MaterialPattern& pattern, std::string_view start,
                      std::span<const std::uint8_t> moves) {
  if (start.empty()) {
    // A move captures at most one piece.
    if (packed_moves(moves.size()) < pattern.min_captures()) return false;
    static const FirstPosition usual(initial_setup().board);
    return reaches(pattern, usual, moves);
  }
  const auto setup = parse_setup(start);
  return setup && reaches(pattern, FirstPosition(setup->board), moves);
}

bool reaches_pattern(const PatternPlan& plan, std::string_view start,
                     std::span<const std::uint8_t> moves) {
  if (start.empty()) return reaches(plan, initial_setup(), moves);
  const auto setup = parse_setup(start);
  return setup && reaches(plan, *setup, moves);
}

bool reaches_position(const PositionSet& positions, std::string_view start,
                      std::span<const std::uint8_t> moves) {
  const auto setup = start.empty() ? std::optional(initial_setup()) : parse_setup(start);
  if (!setup || !is_playable(*setup)) return false;
  Position position(*setup);
  if (positions.find(position.key())) return true;
  for (MoveUnpacker game(moves, setup->board); game.next();) {
    // Damaged bytes can capture a king.
    if ((game.captured() | 1) == Piece(Color::White, Role::King).code()) return false;
    position.play(game.move());
    if (positions.find(position.key())) return true;
  }
  return false;
}

std::vector<std::shared_ptr<const PatternPlan>> patterns_of(const GameFilter& filter) {
  std::vector<std::shared_ptr<const PatternPlan>> plans;
  for_each_required_test(filter, [&plans](const GameTest& test) {
    if (const auto* pattern = std::get_if<PatternTest>(&test)) plans.push_back(pattern->plan);
  });
  return plans;
}

std::vector<PatternHit> pattern_hits(std::span<const std::shared_ptr<const PatternPlan>> plans,
                                     const Setup& start, std::span<const Move> moves) {
  std::vector<PatternHit> hits;
  for (const auto& plan : plans) {
    std::ranges::copy(hits_of(*plan, start, moves), std::back_inserter(hits));
  }
  std::ranges::sort(hits, {}, [](const PatternHit& hit) { return std::pair(hit.first, hit.last); });
  hits.erase(std::unique(hits.begin(), hits.end()), hits.end());
  return hits;
}

VisitedSquares visited_squares(std::string_view start, std::span<const std::uint8_t> moves) {
  if (start.empty()) {
    static const VisitedSquares usual = squares_on(initial_setup().board);
    return squares_from(initial_setup().board, usual, moves);
  }
  const auto setup = parse_setup(start);
  return setup ? squares_from(setup->board, squares_on(setup->board), moves) : VisitedSquares();
}

}  // namespace arbiter
