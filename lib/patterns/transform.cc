#include "lib/patterns/transform.h"

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>

namespace arbiter {
namespace {

// The claims with `change` done to each; `change` has a function for each kind of claim.
template <class Change>
Pattern changed(const Pattern& pattern, const Change& change) {
  Pattern result = pattern;
  if (result.claim) std::visit(change, *result.claim);
  for (Pattern& part : result.parts) part = changed(part, change);
  return result;
}

struct ColorSwap {
  void operator()(PiecesStand& standing) const {
    standing.men = with_colors_swapped(standing.men);
    standing.squares = upside_down(standing.squares);
    for (Trait& trait : standing.traits) {
      trait.others = {with_colors_swapped(trait.others.men), upside_down(trait.others.squares)};
    }
  }
  void operator()(PawnStructure& pawns) const {
    pawns = {upside_down(pawns.black), upside_down(pawns.white), pawns.is_exact};
  }
  void operator()(BoardHolds& board) const {
    for (int i = 0; i < 32; ++i) {
      std::swap(board.men[static_cast<std::size_t>(i)],
                board.men[static_cast<std::size_t>(i ^ 56)]);
    }
    for (Men& men : board.men) men = with_colors_swapped(men);
  }
  void operator()(Reached& reached) const {
    Board board;
    for (const Square square : reached.board.occupied()) {
      const Piece piece = *reached.board.at(square);
      board.put(upside_down(square), Piece(other(piece.color()), piece.role()));
    }
    reached = {board, other(reached.turn)};
  }
  void operator()(MaterialIs& material) const {
    material.material = material.material.with_colors_swapped();
  }
  void operator()(Imbalance& imbalance) const { imbalance.color = other(imbalance.color); }
  void operator()(Balance& balance) const { balance.color = other(balance.color); }
  void operator()(Attackers& attackers) const {
    attackers.square = upside_down(attackers.square);
    if (attackers.color) attackers.color = other(*attackers.color);
  }
  void operator()(ToMove& player) const { player.color = other(player.color); }
  void operator()(PlyIs&) const {}
  void operator()(Feature&) const {}
  void operator()(MovePlayed& move) const {
    move.movers = with_colors_swapped(move.movers);
    move.from = upside_down(move.from);
    move.to = upside_down(move.to);
    move.captured = with_colors_swapped(move.captured);
  }
};

struct FileMirror {
  void operator()(PiecesStand& standing) const {
    standing.squares = mirrored(standing.squares);
    for (Trait& trait : standing.traits) trait.others.squares = mirrored(trait.others.squares);
  }
  void operator()(PawnStructure& pawns) const {
    pawns = {mirrored(pawns.white), mirrored(pawns.black), pawns.is_exact};
  }
  void operator()(BoardHolds& board) const {
    for (std::size_t i = 0; i < kSquareCount; ++i) {
      if (i < (i ^ 7)) std::swap(board.men[i], board.men[i ^ 7]);
    }
  }
  void operator()(Reached& reached) const {
    Board board;
    for (const Square square : reached.board.occupied()) {
      board.put(mirrored(square), *reached.board.at(square));
    }
    reached.board = board;
  }
  void operator()(Attackers& attackers) const { attackers.square = mirrored(attackers.square); }
  void operator()(MovePlayed& move) const {
    move.from = mirrored(move.from);
    move.to = mirrored(move.to);
  }
  template <class Claim>
  void operator()(Claim&) const {}
};

// Whether each file is full or empty, so that steps along the files change nothing.
bool has_whole_files(Bitboard squares) { return std::rotl(squares.bits(), 8) == squares.bits(); }

bool has_whole_ranks(Bitboard squares) {
  for (int rank = 0; rank < 8; ++rank) {
    const std::uint64_t row = squares.bits() >> (8 * rank) & 255;
    if (row != 0 && row != 255) return false;
  }
  return true;
}

struct Shifting {
  Steps steps;
  bool& fits;

  Square operator()(Square square) const {
    const int file = index_of(file_of(square)) + steps.files;
    const int rank = index_of(rank_of(square)) + steps.ranks;
    if ((file | rank) < 0 || file > 7 || rank > 7) return fits = false, square;
    return square_of(static_cast<File>(file), static_cast<Rank>(rank));
  }
  Bitboard operator()(Bitboard squares) const {
    const Shifting allowed{
        {has_whole_ranks(squares) ? 0 : steps.files, has_whole_files(squares) ? 0 : steps.ranks},
        fits};
    Bitboard result;
    for (const Square square : squares) result |= allowed(square);
    return result;
  }

  void operator()(PiecesStand& standing) const {
    standing.squares = (*this)(standing.squares);
    for (Trait& trait : standing.traits) trait.others.squares = (*this)(trait.others.squares);
  }
  void operator()(PawnStructure& pawns) const {
    // Not whole ranks of pawns: each one moves.
    const auto each = [this](Bitboard squares) {
      Bitboard result;
      for (const Square square : squares) result |= (*this)(square);
      return result;
    };
    pawns = {each(pawns.white), each(pawns.black), pawns.is_exact};
  }
  void operator()(BoardHolds& board) const {
    BoardHolds result;
    result.men.fill(kAnything);
    for (int i = 0; i < kSquareCount; ++i) {
      const Men men = board.men[static_cast<std::size_t>(i)];
      if (men == kAnything) continue;
      result.men[static_cast<std::size_t>((*this)(square_at(i)))] = men;
    }
    board = result;
  }
  void operator()(Attackers& attackers) const { attackers.square = (*this)(attackers.square); }
  void operator()(MovePlayed& move) const {
    move.from = (*this)(move.from);
    move.to = (*this)(move.to);
  }
  template <class Claim>
  void operator()(Claim&) const {}
};

std::size_t size_of(const Pattern& pattern) {
  std::size_t size = 1;
  for (const Pattern& part : pattern.parts) size += size_of(part);
  return size;
}

}  // namespace

Pattern with_colors_swapped(const Pattern& pattern) { return changed(pattern, ColorSwap()); }

Pattern mirrored(const Pattern& pattern) { return changed(pattern, FileMirror()); }

std::optional<Pattern> shifted(const Pattern& pattern, Steps steps) {
  bool fits = true;
  Pattern result = changed(pattern, Shifting{steps, fits});
  if (!fits) return std::nullopt;
  return result;
}

std::vector<Pattern> variants_of(const Pattern& pattern) {
  std::vector<Pattern> variants;
  if (pattern.kind == Pattern::Kind::Shift) {
    for (int files = -7; files <= 7; ++files) {
      for (int ranks = -7; ranks <= 7; ++ranks) {
        if (auto one = shifted(pattern.parts.front(), {files, ranks})) {
          variants.push_back(*std::move(one));
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
    if (size > kMostParts) return std::nullopt;
  }
  if (pattern.kind != Pattern::Kind::Either && pattern.kind != Pattern::Kind::Mirror &&
      pattern.kind != Pattern::Kind::Shift) {
    return result;
  }
  Pattern any = joined(Pattern::Kind::Any, variants_of(result));
  if (size_of(any) > kMostParts) return std::nullopt;
  return any;
}

}  // namespace arbiter
