// The parser of pattern terms, which "and", "or" and parentheses combine.
#pragma once

#include <optional>
#include <utility>

#include "lib/patterns/pattern.h"
#include "lib/patterns/pattern_parser.h"

namespace arbiter {

// A parser of terms. The first error is reported to `tokens`, and results after it are meaningless.
class TermParser {
 public:
  // `tokens` must outlive the parser.
  explicit TermParser(PatternTokens& tokens) : tokens_(tokens) {}

  Pattern term();

  // Returns whether the next words are a move or a property of moves, such as "Kxh7" or "captures".
  bool is_at_move() const;
  // Reads a move term, in which the word "move" is optional. `color` is the side that moves.
  Pattern move_term(std::optional<Color> color = {});

  // Returns whether the next words are a trait of the preceding piece, such as "protected by P" or
  // "not attacked".
  bool is_at_trait() const;
  // Reads a trait and adds it to `standing`. Precondition: is_at_trait().
  void read_trait(PiecesStand& standing);

  // Returns the number of move terms read so far.
  int moves() const { return moves_; }

  // Sets whether "that" may refer to a piece of the previous step. Returns the previous setting.
  bool follow(bool follows) { return std::exchange(follows_, follows); }

 private:
  // Each of these reads the rest of a term after the word in its name.
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
  // Reads a comparison sign and the pieces on its right.
  Pattern compared(PiecesStand left);
  void check_trait(const Trait& trait, Men men);
  MenSomewhere others();
  Bitboard squares();
  Pattern balance_change_term(Color color);
  Pattern discovered_attack_term();
  bool take_that();
  CountRange number_range();
  CountRange numbers();
  std::optional<CountRange> comparison();
  void read_move_details(MovePlayed& move);
  Men roles();

  PatternTokens& tokens_;
  int moves_ = 0;
  bool follows_ = false;
};

}  // namespace arbiter
