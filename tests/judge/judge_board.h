// A second implementation of Laws 3, slow but obviously correct: a board of 64 letters on which
// every move is tried. It shares no code with lib/chess, and is used to verify it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::judge {

// The UCI notation of castling: the king's target square ("e1g1"), or the square of the rook
// ("e1h1", as in Chess960).
enum class CastlingText { KingGoes, KingTakesRook };

// Squares are 0 for a1 to 63 for h8.
struct JudgeMove {
  int from = 0;
  int to = 0;            // target of the king when castling
  char promotion = ' ';  // lower-case letter
  std::optional<int> castling_rook;
};

class JudgeBoard {
 public:
  static JudgeBoard start();

  // Parses a FEN with well-formed fields, plausible or not. The two counters may be missing.
  // Castling is KQkq (the outermost rook) or a file.
  static std::optional<JudgeBoard> from_fen(std::string_view fen);

  // Returns the FEN with castling by file, and en passant after every double step.
  std::string fen() const;

  // Returns the first four fields, with en passant only if legal, and castling only with king and
  // rook on their squares. Two positions are the same (9.2.3) if this string is equal.
  std::string identity() const;

  char at(int square) const { return squares_[static_cast<std::size_t>(square)]; }
  char turn() const { return turn_; }  // 'w' or 'b'
  // Returns the rooks of White's king side, White's queen side, Black's king side and Black's queen
  // side.
  const std::array<std::optional<int>, 4>& castling_rooks() const { return castling_rooks_; }
  std::optional<int> en_passant() const { return en_passant_; }
  std::uint32_t halfmove_clock() const { return halfmove_clock_; }
  std::uint32_t fullmove_number() const { return fullmove_number_; }

  bool is_check() const { return checkers().size() > 0; }
  // Returns the squares of the pieces that give check.
  std::vector<int> checkers() const;
  std::vector<JudgeMove> legal_moves() const;
  JudgeBoard after(const JudgeMove& move) const;
  std::uint64_t perft(int depth) const;

  std::string uci(const JudgeMove& move, CastlingText style) const;
  // Returns the legal moves in UCI, sorted.
  std::vector<std::string> legal_uci(CastlingText style) const;

 private:
  JudgeBoard() { squares_.fill(' '); }

  char& square(int index) { return squares_[static_cast<std::size_t>(index)]; }
  bool is_own(int square) const;
  bool is_empty(int square) const { return at(square) == ' '; }
  std::optional<int> king_of(char color) const;
  bool reads_placement(std::string_view field);
  bool reads_castling(std::string_view field);
  std::optional<int> outermost_rook(int slot) const;

  bool is_way_free(int from, int to) const;
  bool attacks(int from, int to) const;
  std::vector<int> attackers(int square, char color) const;
  bool fits_pawn(int from, int to) const;
  bool is_en_passant(int from, int to) const;
  void try_move(JudgeMove move, std::vector<JudgeMove>& legal) const;
  bool has_king_and_rook(int slot) const;
  void try_castling(int slot, std::vector<JudgeMove>& legal) const;
  void lose_rights_of(int square);
  std::string position_fields() const;

  std::array<char, 64> squares_{};  // letters as in a FEN, or ' '
  char turn_ = 'w';
  std::array<std::optional<int>, 4> castling_rooks_;
  std::optional<int> en_passant_;
  std::uint32_t halfmove_clock_ = 0;
  std::uint32_t fullmove_number_ = 1;
};

std::string square_name(int square);

}  // namespace arbiter::judge
