#include "lib/patterns/pattern.h"

#include <bit>
#include <utility>

namespace arbiter {
namespace {

// A transformation of the squares, pieces and colours in a claim.
struct ColorSwap {
  static constexpr bool kChangesSides = true;
  static constexpr bool kChangesReached = true;
  Square square(Square square) const { return upside_down(square); }
  Bitboard squares(Bitboard squares) const { return upside_down(squares); }
  Men men(Men men) const { return with_colors_swapped(men); }
  Color color(Color color) const { return other(color); }
};

struct FileMirror {
  static constexpr bool kChangesSides = false;
  static constexpr bool kChangesReached = true;
  Square square(Square square) const { return mirrored(square); }
  Bitboard squares(Bitboard squares) const { return mirrored(squares); }
  Men men(Men men) const { return men; }
  Color color(Color color) const { return color; }
};

// Returns whether each file is full or empty, so that shifting along files changes nothing.
bool has_whole_files(Bitboard squares) { return std::rotl(squares.bits(), 8) == squares.bits(); }

bool has_whole_ranks(Bitboard squares) {
  for (int rank = 0; rank < 8; ++rank) {
    const std::uint64_t row = squares.bits() >> (8 * rank) & 255;
    if (row != 0 && row != 255) return false;
  }
  return true;
}

struct Shift {
  static constexpr bool kChangesSides = false;
  static constexpr bool kChangesReached = false;
  Steps steps;
  bool& fits;
  Steps& applied;  // receives the steps that changed squares

  Square square(Square square) const {
    applied = {applied.files | steps.files, applied.ranks | steps.ranks};
    const int file = index_of(file_of(square)) + steps.files;
    const int rank = index_of(rank_of(square)) + steps.ranks;
    if ((file | rank) < 0 || file > 7 || rank > 7) return fits = false, square;
    return square_of(static_cast<File>(file), static_cast<Rank>(rank));
  }
  Bitboard squares(Bitboard squares) const {
    const Shift allowed{
        {has_whole_ranks(squares) ? 0 : steps.files, has_whole_files(squares) ? 0 : steps.ranks},
        fits,
        applied};
    Bitboard result;
    for (const Square one : squares) result |= allowed.square(one);
    return result;
  }
  Men men(Men men) const { return men; }
  Color color(Color color) const { return color; }
};

// Applies a transformation to each kind of claim.
template <class Change>
struct ChangeOfClaims {
  Change change;

  void operator()(PiecesStand& standing) const {
    standing.men = change.men(standing.men);
    standing.squares = change.squares(standing.squares);
    for (Trait& trait : standing.traits) {
      trait.others = {change.men(trait.others.men), change.squares(trait.others.squares)};
    }
  }
  void operator()(CountsCompared& counts) const {
    (*this)(counts.left);
    (*this)(counts.right);
  }
  void operator()(PawnStructure& pawns) const {
    // Shifts each pawn, even in a full rank of pawns.
    const auto each = [this](Bitboard squares) {
      Bitboard result;
      for (const Square square : squares) result |= change.square(square);
      return result;
    };
    if (Change::kChangesSides) std::swap(pawns.white, pawns.black);
    pawns = {each(pawns.white), each(pawns.black), pawns.is_exact};
  }
  void operator()(BoardHolds& board) const {
    BoardHolds result;
    result.men.fill(kAnything);
    for (int i = 0; i < kSquareCount; ++i) {
      const Men men = board.men[static_cast<std::size_t>(i)];
      if (men == kAnything) continue;
      result.men[static_cast<std::size_t>(change.square(square_at(i)))] = change.men(men);
    }
    board = result;
  }
  void operator()(Reached& reached) const {
    if (!Change::kChangesReached) return;
    Board board;
    for (const Square square : reached.board.occupied()) {
      const Piece piece = *reached.board.at(square);
      board.put(change.square(square), Piece(change.color(piece.color()), piece.role()));
    }
    reached = {board, change.color(reached.turn)};
  }
  void operator()(MaterialIs& material) const {
    if (Change::kChangesSides) material.material = material.material.with_colors_swapped();
  }
  void operator()(Imbalance& imbalance) const { imbalance.color = change.color(imbalance.color); }
  void operator()(Balance& balance) const { balance.color = change.color(balance.color); }
  void operator()(BalanceChange& change_of_lead) const {
    change_of_lead.color = change.color(change_of_lead.color);
  }
  void operator()(DiscoveredAttack& attack) const {
    attack.targets = {change.men(attack.targets.men), change.squares(attack.targets.squares)};
  }
  void operator()(Attackers& attackers) const {
    attackers.square = change.square(attackers.square);
    if (attackers.color) attackers.color = change.color(*attackers.color);
  }
  void operator()(ToMove& player) const { player.color = change.color(player.color); }
  void operator()(PlyIs&) const {}
  void operator()(Feature&) const {}
  void operator()(MovePlayed& move) const {
    move.movers = change.men(move.movers);
    move.from = change.squares(move.from);
    move.to = change.squares(move.to);
    move.captured = change.men(move.captured);
  }
};

// Returns the pattern with all of its claims transformed.
template <class Change>
Pattern changed(const Pattern& pattern, const Change& change) {
  Pattern result = pattern;
  if (result.claim) std::visit(ChangeOfClaims<Change>{change}, *result.claim);
  for (Pattern& part : result.parts) part = changed(part, change);
  return result;
}

std::size_t size_of(const Pattern& pattern) {
  std::size_t size = 1;
  for (const Pattern& part : pattern.parts) size += size_of(part);
  return size;
}

}  // namespace

const Claim* followed_claim(const Pattern& step) {
  if (step.kind == Pattern::Kind::Then || step.kind == Pattern::Kind::Later) {
    return followed_claim(step.parts.back());
  }
  if (step.kind == Pattern::Kind::Single) {
    const auto* standing = std::get_if<PiecesStand>(&*step.claim);
    const bool counts_pieces =
        standing != nullptr && standing->count.least >= 1 && (standing->men & kNobody) == 0;
    return counts_pieces || std::holds_alternative<MovePlayed>(*step.claim) ? &*step.claim
                                                                            : nullptr;
  }
  const Claim* last = nullptr;
  if (step.kind != Pattern::Kind::All) return last;
  for (const Pattern& part : step.parts) {
    if (part.kind != Pattern::Kind::Single) continue;
    if (const Claim* claim = followed_claim(part)) last = claim;
  }
  return last;
}

Pattern pattern_of(Claim claim) {
  Pattern pattern;
  pattern.kind = Pattern::Kind::Single;
  pattern.claim = std::move(claim);
  return pattern;
}

Pattern joined(Pattern::Kind kind, std::vector<Pattern> parts) {
  if (parts.size() == 1 && (kind == Pattern::Kind::All || kind == Pattern::Kind::Any)) {
    Pattern only = std::move(parts.front());
    return only;
  }
  Pattern pattern;
  pattern.kind = kind;
  pattern.parts = std::move(parts);
  return pattern;
}

Pattern negated(Pattern pattern) {
  std::vector<Pattern> parts;
  parts.push_back(std::move(pattern));
  return joined(Pattern::Kind::Not, std::move(parts));
}

Pattern with_colors_swapped(const Pattern& pattern) { return changed(pattern, ColorSwap()); }

Pattern mirrored(const Pattern& pattern) { return changed(pattern, FileMirror()); }

namespace {

// Returns the shifted pattern and the effective steps; nothing if a square leaves the board.
std::optional<std::pair<Pattern, Steps>> shifted_by(const Pattern& pattern, Steps steps) {
  bool fits = true;
  Steps applied;
  Pattern result = changed(pattern, Shift{steps, fits, applied});
  if (!fits) return std::nullopt;
  return std::pair(std::move(result), applied);
}

}  // namespace

std::optional<Pattern> shifted(const Pattern& pattern, Steps steps) {
  auto result = shifted_by(pattern, steps);
  if (!result) return std::nullopt;
  return std::move(result->first);
}

std::vector<Pattern> variants_of(const Pattern& pattern) {
  std::vector<Pattern> variants;
  if (pattern.kind == Pattern::Kind::Shift) {
    for (int files = -7; files <= 7; ++files) {
      for (int ranks = -7; ranks <= 7; ++ranks) {
        auto one = shifted_by(pattern.parts.front(), {files, ranks});
        // Steps without effect would repeat another variant.
        if (one && one->second.files == files && one->second.ranks == ranks) {
          variants.push_back(std::move(one->first));
        }
      }
    }
    return variants;
  }
  variants.push_back(pattern.parts.front());
  variants.push_back(pattern.kind == Pattern::Kind::Either
                         ? with_colors_swapped(pattern.parts.front())
                         : mirrored(pattern.parts.front()));
  return variants;
}

std::optional<Pattern> expanded(const Pattern& pattern) {
  Pattern result;
  result.kind = pattern.kind;
  result.claim = pattern.claim;
  result.plies = pattern.plies;
  std::size_t size = 1;
  for (const Pattern& part : pattern.parts) {
    auto plain = expanded(part);
    if (!plain) return std::nullopt;
    result.parts.push_back(*std::move(plain));
    size += size_of(result.parts.back());
    if (size > kMaxParts) return std::nullopt;
  }
  if (pattern.kind != Pattern::Kind::Either && pattern.kind != Pattern::Kind::Mirror &&
      pattern.kind != Pattern::Kind::Shift) {
    return result;
  }
  Pattern any = joined(Pattern::Kind::Any, variants_of(result));
  if (size_of(any) > kMaxParts) return std::nullopt;
  return any;
}

}  // namespace arbiter
