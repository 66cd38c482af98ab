// The terms of a pattern, which "and", "or" and parentheses join.
#pragma once

#include <optional>
#include <utility>

#include "lib/patterns/pattern.h"
#include "lib/patterns/pattern_parser.h"

namespace arbiter {

// Reads terms from `tokens`, which receives the first error. After an error, results are
// meaningless.
class TermParser {
 public:
  // `tokens` must outlive this.
  explicit TermParser(PatternTokens& tokens) : tokens_(tokens) {}

  // Reads the term that begins with the next token.
  Pattern term();

  // Returns whether the next words are a move or a property of moves: "Kxh7", "captures".
  bool is_at_move() const;
  // Reads a move term; the word "move" is optional. `color` is the side that moves.
  Pattern move_term(std::optional<Color> color = {});

  // Returns whether the next words are about the piece before them: "protected by P", "not
  // attacked".
  bool is_at_trait() const;
  // Reads the trait. Precondition: is_at_trait().
  void read_trait(PiecesStand& standing);

  // Returns the number of terms about moves so far.
  int moves() const { return moves_; }

  // Sets whether "that" can follow a piece of the step before, and returns the setting before.
  bool follow(bool follows) { return std::exchange(follows_, follows); }

 private:
  // Each reads the rest of a term after the word in its name.
  std::optional<Pattern> worded_term();
  Pattern side_term(Color color);
  Pattern no_term();
  Pattern empty_term();
  Pattern material_term();
  Pattern pawns_term();
  Pattern board_term();
  Pattern at_term();
  Pattern line_term();
  std::optional<Pattern> line_move();
  std::optional<Pattern> plain_move();
  Pattern attackers_term(std::optional<Color> color);
  Pattern imbalance_term(Color color);
  Pattern castled_term(Color color);

  std::optional<Pattern> standing_term(Men side);
  std::optional<PiecesStand> standing(Men side);
  bool is_at_comparison_with_piece() const;
  // Reads the sign and the pieces on the right.
  Pattern compared(PiecesStand left);
  // Checks whether those pieces can have the trait.
  void check_trait(const Trait& trait, Men men);
  MenSomewhere others();
  Bitboard squares();
  Pattern balance_change_term(Color color);
  Pattern discovered_attack_term();
  bool take_that();
  CountRange number_range();
  // Reads numbers, or a comparison.
  CountRange numbers();
  std::optional<CountRange> comparison();
  void read_move_details(MovePlayed& move);
  Men roles();

  PatternTokens& tokens_;
  int moves_ = 0;
  bool follows_ = false;
};

}  // namespace arbiter
