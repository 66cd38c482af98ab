#include "db/model/game_reach.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>
#include <variant>

#include "db/model/leb128.h"
#include "db/model/move_code.h"
#include "db/model/tactic_search.h"
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

// Returns the change of material by a promotion.
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
  // Like MoveUnpacker, but the loop variables stay in registers.
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
  GameTrace trace{squares_on(board), {}, 0};
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

// A replay of moves that records the squares, the material and the tactics.
class TraceWalk {
 public:
  explicit TraceWalk(const Setup& first)
      : codes_(move_code::codes_on(first.board)),
        tactics_(first),
        trace_(trace_of_board(first.board)) {}

  const GameTrace& trace() {
    trace_.tactics = tactics_.found();
    return trace_;
  }

  // Plays a move. Returns false if the code cannot be a move.
  bool play(std::uint16_t code) {
    const UnpackedMove played = move_code::play(codes_, code);
    if (played.piece == Board::kEmpty) return false;
    tactics_.play(played, codes_);
    const Move move = played.move;
    if (move.kind() == MoveKind::Castling) {
      castle(move, Piece::from_code(played.piece));
    } else if (move.kind() == MoveKind::Promotion) {
      promote(move, played);
    } else {
      trace_.material.add_captured(played.captured);
      trace_.visited[played.piece] |= move.to();
    }
    return true;
  }

 private:
  void castle(Move move, Piece king) {
    const CastlingSide side = move.to() > move.from() ? CastlingSide::King : CastlingSide::Queen;
    const Piece rook(king.color(), Role::Rook);
    trace_.visited[king.code()] |= castled_king_square(king.color(), side);
    trace_.visited[rook.code()] |= castled_rook_square(king.color(), side);
  }

  // Adds a promotion, including the captured piece.
  void promote(Move move, const UnpackedMove& played) {
    const bool captures = played.captured != Board::kEmpty;
    const int role = index_of(move.promotion_role()) - index_of(Role::Knight);
    const int captured = captures ? played.captured / 2 - index_of(Role::Knight) : 0;
    const Piece piece(Piece::from_code(played.piece).color(), move.promotion_role());
    trace_.material.add(static_cast<std::uint8_t>(kPromotion + played.piece + (captures ? 2 : 0)));
    trace_.material.add(static_cast<std::uint8_t>(role | (captured & 3) << 2));
    trace_.visited[piece.code()] |= move.to();
  }

  move_code::PieceCodes codes_;
  TacticSearch tactics_;
  GameTrace trace_;
};

GameTrace traced(TraceWalk walk, std::span<const std::uint8_t> moves) {
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
    static const TraceWalk usual(initial_setup());
    return traced(usual, moves);
  }
  if (const auto setup = parse_setup(start)) return traced(TraceWalk(*setup), moves);
  GameTrace none;
  none.material.add(kOtherStart);  // without piece counts, it means no material at all
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
