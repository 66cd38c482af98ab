// The target for patterns: any text is parsed, or rejected with an offset in it. A parsed pattern
// is searched for, and the result is compared with the slow evaluation.
#include <variant>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/patterns/pattern_parser.h"
#include "lib/patterns/pattern_scan.h"
#include "tests/fuzz/targets.h"
#include "tests/patterns/pattern_judge.h"

namespace arbiter::testing {
namespace {

// The maximum number of claims about the past. If they are nested, each multiplies the time of the
// slow evaluation by the length of the game.
constexpr int kMaxPastClaims = 2;
constexpr std::size_t kPlies = 40;

bool follows_pieces(const Pattern& pattern) {
  const auto* standing = pattern.claim ? std::get_if<PiecesStand>(&*pattern.claim) : nullptr;
  const auto* move = pattern.claim ? std::get_if<MovePlayed>(&*pattern.claim) : nullptr;
  return (standing != nullptr && standing->is_followed) || (move != nullptr && move->is_followed);
}

int looks_back(const Pattern& pattern) {
  int count = follows_pieces(pattern) || pattern.kind == Pattern::Kind::Later ||
              pattern.kind == Pattern::Kind::Ever || pattern.kind == Pattern::Kind::Lasts ||
              pattern.kind == Pattern::Kind::Shift;
  for (const Pattern& part : pattern.parts) count += looks_back(part);
  return count;
}

// Returns a fixed game with captures, checks and castling.
const JudgedGame& played_game() {
  static const JudgedGame game = [] {
    JudgedGame played;
    played.positions.emplace_back();
    std::uint32_t choice = 20261123;
    while (played.moves.size() < kPlies) {
      const MoveList moves = legal_moves(played.positions.back());
      if (moves.is_empty()) break;
      choice = choice * 1664525 + 1013904223;
      played.moves.push_back(moves[(choice >> 8) % moves.size()]);
      Position next = played.positions.back();
      next.play(played.moves.back());
      played.positions.push_back(next);
    }
    return played;
  }();
  return game;
}

std::uint8_t captured_by(Move move, const Board& board) {
  if (move.kind() == MoveKind::Castling) return Board::kEmpty;
  if (move.kind() != MoveKind::EnPassant) return board.code_at(move.to());
  return board.code_at(square_of(file_of(move.to()), rank_of(move.from())));
}

}  // namespace

FuzzFault fuzz_pattern(std::string_view text) {
  const auto read = parse_pattern(text);
  if (const auto* error = std::get_if<PatternError>(&read)) {
    if (error->message.empty()) return "an error without words";
    if (error->offset > text.size()) return "an error after the end";
    (void)to_string(*error, text);
    return std::nullopt;
  }
  const auto& pattern = std::get<Pattern>(read);
  const PatternPlan plan(pattern);
  const JudgedGame& game = played_game();
  const Setup start = game.positions.front().setup();
  PatternScan scan(plan, start, static_cast<int>(game.moves.size()));
  const bool is_judged = looks_back(pattern) <= kMaxPastClaims;
  for (std::size_t ply = 0;; ++ply) {
    if (is_judged && scan.holds() != judged_to_hold(pattern, game, ply)) {
      return "the engine and the slow evaluation differ";
    }
    if (ply == game.moves.size()) return std::nullopt;
    const Board& board = game.positions[ply].board();
    const Move move = game.moves[ply];
    scan.play(move, board.code_at(move.from()), captured_by(move, board));
  }
}

}  // namespace arbiter::testing
