#include "db/model/game_reach.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>
#include <variant>

#include "db/model/leb128.h"
#include "db/model/move_code.h"
#include "lib/chess/position.h"
#include "lib/chess/setup.h"
#include "lib/notation/fen.h"
#include "lib/openings/book.h"
#include "lib/patterns/pattern_plan.h"
#include "lib/patterns/pattern_scan.h"

namespace arbiter {
namespace {

// The material of a single piece by its code; none for an empty square.
constexpr std::array<MenCounts, kPieceCount + 1> kMen = [] {
  std::array<MenCounts, kPieceCount + 1> men{};
  for (std::uint8_t code = 0; code < kPieceCount; ++code) {
    men[code] = one_man(Piece::from_code(code));
  }
  return men;
}();

// Returns the change of material by a promotion, which adds a piece and removes a pawn.
MenCounts change_by(Move promotion, std::uint8_t pawn) {
  const Piece piece(Piece::from_code(pawn).color(), promotion.promotion_role());
  return kMen[piece.code()] - kMen[pawn];
}

// The first number for promotions in MaterialChanges. Smaller numbers are captured pieces.
constexpr std::uint8_t kPromotion = 10;  // + 1 by White, + 2 with a capture
constexpr std::uint8_t kOtherStart = 15;
constexpr std::size_t kStart = 1 + 2 * kPromotion;  // size of an unusual initial material

constexpr MenCounts kMaxCount = 31;  // maximum count of one kind, see men_on()

// Returns the change of material by a promotion in MaterialChanges. Accepts any numbers.
MenCounts change_by_promotion(std::uint8_t promotion, std::uint8_t pieces) {
  const auto color = (promotion & 1) != 0 ? Color::White : Color::Black;
  const auto piece = [&](Color side, int role) {
    return one_man(Piece(side, static_cast<Role>((role & 3) + index_of(Role::Knight))));
  };
  const MenCounts promoted = piece(color, pieces) - one_man(Piece(color, Role::Pawn));
  return promotion < kPromotion + 2 ? promoted : promoted - piece(other(color), pieces >> 2);
}

struct FirstPosition {
  explicit FirstPosition(const Board& from) : board(from), men(men_on(from)) {}

  const Board& board;
  MenCounts men;
};

// Returns the setup of a FEN, or nothing if it is invalid.
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

bool reaches(const PatternPlan& plan, const Situation& start, std::span<const std::uint8_t> moves) {
  const std::size_t count = packed_moves(moves.size());
  PatternScan scan(plan, start, static_cast<int>(count));
  if (scan.holds()) return true;
  // Like MoveUnpacker, but the compiler keeps the variables of the loop in registers.
  move_code::PieceCodes codes = move_code::codes_on(start.start->board);
  for (std::size_t i = 0; i < count; ++i) {
    const UnpackedMove now = move_code::play(codes, move_code::code_at(moves.data(), i));
    if (now.piece == Board::kEmpty) return false;
    if (scan.play(now.move, now.piece, now.captured)) return true;
  }
  return false;
}

VisitedSquares squares_on(const Board& board) {
  VisitedSquares visited{};
  for (const Square square : board.occupied()) visited[board.code_at(square)] |= square;
  return visited;
}

MenCounts usual_men() {
  static const MenCounts men = men_on(initial_setup().board);
  return men;
}

GameTrace trace_of_board(const Board& board) {
  GameTrace trace{squares_on(board), {}};
  const MenCounts men = men_on(board);
  if (men == usual_men()) return trace;
  trace.material.add(kOtherStart);
  for (std::size_t code = 0; code < kPromotion; ++code) {
    const MenCounts count = men / kMen[code] & kMaxCount;
    trace.material.add(static_cast<std::uint8_t>(count >> 4));
    trace.material.add(static_cast<std::uint8_t>(count & 15));
  }
  return trace;
}

// A replay of moves on a simpler board than that of MoveUnpacker. Rejects bytes that cannot be a
// move.
class TraceWalk {
 public:
  TraceWalk(const Board& first, const GameTrace& trace) : material_(trace.material) {
    std::ranges::copy(trace.visited, visited_.begin());
    for (int i = 0; i < kSquareCount; ++i) {
      codes_[static_cast<std::size_t>(i)] = first.code_at(square_at(i));
    }
  }

  GameTrace trace() const {
    GameTrace trace{{}, material_};
    std::copy_n(visited_.begin(), trace.visited.size(), trace.visited.begin());
    return trace;
  }

  bool play(std::uint16_t code) {
    const std::size_t from = code & 63;
    const std::size_t to = code >> 6;
    const std::uint8_t piece = codes_[from];
    const int castles = ((piece | 1) == 11) & (codes_[to] == piece - 4);
    const int promotes = (from >> 3) == (piece == 1 ? 6 : 1);
    const int passes = (((from ^ to) & 7) != 0) & (codes_[to] == Board::kEmpty);
    if ((castles | ((piece < 2) & (promotes | passes))) != 0) [[unlikely]] {
      if (castles != 0) return castle(from, to);
      return promotes != 0 ? promote(from, code) : capture_in_passing(from, to);
    }
    codes_[from] = Board::kEmpty;
    material_.add_captured(codes_[to]);
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

  // The upper bits of the code are the promotion piece (README.md).
  bool promote(std::size_t from, std::uint16_t code) {
    const std::uint8_t pawn = codes_[from];
    const Color color = Piece::from_code(pawn).color();
    const int role = code >> 9;
    if (role < index_of(Role::Knight) || role > index_of(Role::Queen)) return false;
    const auto file = static_cast<File>(code >> 6 & 7);
    const auto to = static_cast<std::size_t>(square_of(file, relative_rank(color, Rank::Eight)));
    const bool captures = codes_[to] != Board::kEmpty;
    const int captured = captures ? codes_[to] / 2 - index_of(Role::Knight) : 0;
    material_.add(static_cast<std::uint8_t>(kPromotion + pawn + (captures ? 2 : 0)));
    material_.add(static_cast<std::uint8_t>((role - index_of(Role::Knight)) | (captured & 3) << 2));
    codes_[from] = Board::kEmpty;
    put(Piece(color, static_cast<Role>(role)).code(), to);
    return true;
  }

  bool capture_in_passing(std::size_t from, std::size_t to) {
    const std::size_t taken = (from & 56) | (to & 7);
    material_.add_captured(std::exchange(codes_[taken], Board::kEmpty));
    put(std::exchange(codes_[from], Board::kEmpty), to);
    return true;
  }

  std::array<std::uint8_t, kSquareCount> codes_;
  // The squares visited by each piece. The last element is a dummy for moves from empty squares,
  // which damaged bytes can contain.
  std::array<Bitboard, kPieceCount + 1> visited_{};
  MaterialChanges material_;
};

GameTrace traced(const Board& first, const GameTrace& trace, std::span<const std::uint8_t> moves) {
  TraceWalk walk(first, trace);
  const std::size_t count = packed_moves(moves.size());
  for (std::size_t i = 0; i < count && walk.play(move_code::code_at(moves.data(), i)); ++i) {
  }
  return walk.trace();
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
    // Each move captures at most one piece.
    if (packed_moves(moves.size()) < pattern.min_captures()) return false;
    static const FirstPosition usual(initial_setup().board);
    return reaches(pattern, usual, moves);
  }
  const auto setup = parse_setup(start);
  return setup && reaches(pattern, FirstPosition(setup->board), moves);
}

bool reaches_pattern(const PatternPlan& plan, std::string_view start,
                     std::span<const std::uint8_t> moves) {
  if (start.empty()) {
    static const Situation usual(initial_setup());
    return reaches(plan, usual, moves);
  }
  const auto setup = parse_setup(start);
  return setup && reaches(plan, Situation(*setup), moves);
}

bool reaches_position(const PositionSet& positions, std::string_view start,
                      std::span<const std::uint8_t> moves) {
  const auto setup = start.empty() ? std::optional(initial_setup()) : parse_setup(start);
  if (!setup || !is_playable(*setup)) return false;
  BookPosition book(*setup);
  const auto is_found = [&] {
    return positions.find(book.position().key()) ||
           (book.follows_double_step() && positions.find(static_cast<PositionKey>(book.key())));
  };
  if (is_found()) return true;
  for (MoveUnpacker game(moves, setup->board); game.next();) {
    // Damaged bytes can contain the capture of a king.
    if ((game.captured() | 1) == Piece(Color::White, Role::King).code()) return false;
    book.play(game.move());
    if (is_found()) return true;
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

GameTrace trace_of(std::string_view start, std::span<const std::uint8_t> moves) {
  if (start.empty()) {
    static const GameTrace usual = trace_of_board(initial_setup().board);
    return traced(initial_setup().board, usual, moves);
  }
  if (const auto setup = parse_setup(start)) {
    return traced(setup->board, trace_of_board(setup->board), moves);
  }
  GameTrace none;
  none.material.add(kOtherStart);  // without piece counts, this means no material at all
  return none;
}

bool reaches_material(const MaterialPattern& pattern, std::span<const std::uint8_t> changes) {
  MenCounts men = usual_men();
  if (!changes.empty() && changes.front() == kOtherStart) {
    if (changes.size() < kStart) return false;
    men = 0;
    for (std::size_t code = 0; code < kPromotion; ++code) {
      const MenCounts count = MenCounts{changes[2 * code + 1]} << 4 | changes[2 * code + 2];
      men += (count & kMaxCount) * kMen[code];
    }
    changes = changes.subspan(kStart);
  } else if (changes.size() < pattern.min_captures()) {
    return false;
  }
  if (pattern.matches(men)) return true;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const std::uint8_t change = changes[i];
    if (change < kPromotion) {
      men -= kMen[change];
    } else if (++i < changes.size()) {
      men += change_by_promotion(change, changes[i]);
    }
    if (pattern.matches(men)) return true;
  }
  return false;
}

bool promotes_to(Men men, std::span<const std::uint8_t> changes) {
  if (!changes.empty() && changes.front() == kOtherStart) {
    changes = changes.subspan(std::min(kStart, changes.size()));
  }
  for (std::size_t i = 0; i + 1 < changes.size(); ++i) {
    if (changes[i] < kPromotion) continue;
    const Color color = (changes[i] & 1) != 0 ? Color::White : Color::Black;
    const int role = (changes[++i] & 3) + index_of(Role::Knight);
    if (contains(men, Piece(color, static_cast<Role>(role)).code())) return true;
  }
  return false;
}

}  // namespace arbiter
