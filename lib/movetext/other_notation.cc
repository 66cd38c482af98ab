#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/movetext/sheet_reading.h"
#include "lib/movetext/word_reading.h"
#include "lib/notation/loose_move.h"

namespace arbiter {
namespace {

// The minimum number of moves as evidence of a notation, and before a word that is not such a move.
constexpr std::size_t kMinMoves = 2;
constexpr std::size_t kMinMovesBeforeFault = 6;

// Removes the first of these endings that the text has.
bool remove_ending(std::string& text, std::initializer_list<std::string_view> endings) {
  for (const std::string_view ending : endings) {
    if (!text.ends_with(ending)) continue;
    text.resize(text.size() - ending.size());
    return true;
  }
  return false;
}

// Returns the word in capitals, without signs for check and mate; empty if it is only such a sign.
std::string plain_word(std::string_view word) {
  std::string plain;
  for (const char c : word) plain += 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  while (remove_ending(plain, {"+", "#", "!", "?", ".", "CH", "MATE", "DBL", "DIS"})) {
  }
  return plain;
}

bool is_castling(std::string_view word, Move move) {
  const bool is_long = word == "O-O-O" || word == "0-0-0" || word == "OOO";
  const bool is_short = word == "O-O" || word == "0-0" || word == "OO" || word == "CASTLES";
  const bool goes_left = move.to() < move.from();
  return move.kind() == MoveKind::Castling && (goes_left ? is_long : is_short);
}

// Returns the squares of a move, such as "E2E4". For castling, returns the king's squares.
std::string squares_of(Move move) {
  const auto add = [](std::string& text, Square square) {
    text += static_cast<char>('A' + static_cast<int>(file_of(square)));
    text += static_cast<char>('1' + static_cast<int>(rank_of(square)));
  };
  std::string text;
  add(text, move.from());
  if (move.kind() == MoveKind::Castling) {
    const bool goes_left = move.to() < move.from();
    return text + (goes_left ? 'C' : 'G') + text[1];
  }
  add(text, move.to());
  return text;
}

class Notation {
 public:
  virtual ~Notation() = default;
  virtual bool names(std::string_view word, Move move, const Position& position) const = 0;
  virtual void played(Move /*move*/) {}
};

class NumericNotation final : public Notation {
 public:
  bool names(std::string_view word, Move move, const Position& /*position*/) const override {
    std::string digits(word);
    std::erase(digits, '-');
    if (digits.size() < 4 || digits.size() > 5) return false;
    const std::string squares = squares_of(move);
    for (const std::size_t i : {0U, 1U, 2U, 3U}) {
      const char due = i % 2 == 0 ? static_cast<char>(squares[i] - 'A' + '1') : squares[i];
      if (digits[i] != due) return false;
    }
    if (move.kind() != MoveKind::Promotion) return digits.size() == 4;
    constexpr std::string_view kRoles = "QRBN";
    const std::size_t role = kRoles.find(letter_of(move.promotion_role()));
    return digits.size() == 5 && digits[4] == static_cast<char>('1' + role);
  }
};

class CoordinateNotation final : public Notation {
 public:
  bool names(std::string_view word, Move move, const Position& position) const override {
    if (is_castling(word, move)) return true;
    std::string text(word);
    if (move.kind() == MoveKind::Promotion) {
      if (text.empty() || text.back() != letter_of(move.promotion_role())) return false;
      text.pop_back();
      if (text.ends_with('=')) text.pop_back();
    }
    std::erase_if(text, [](char c) { return c == '-' || c == 'X' || c == ':'; });
    const std::string squares = squares_of(move);
    if (!text.ends_with(squares)) return false;
    const std::string_view piece = std::string_view(text).substr(0, text.size() - squares.size());
    return piece.empty() ||
           (piece.size() == 1 && piece[0] == letter_of(position.board().at(move.from())->role()));
  }
};

// The terms of a descriptive notation.
struct DescriptiveTerms {
  std::string_view pieces;  // names in the order of Role
  std::array<std::string_view, 8> files;
  bool has_rank_first;  // ranks come first, as in "P4R"
};
constexpr DescriptiveTerms kEnglish = {
    "PNBRQK", {"QR", "QN", "QB", "Q", "K", "KB", "KN", "KR"}, false};
constexpr DescriptiveTerms kSpanish = {
    "PCATDR", {"TD", "CD", "AD", "D", "R", "AR", "CR", "TR"}, true};

class DescriptiveNotation final : public Notation {
 public:
  explicit DescriptiveNotation(const DescriptiveTerms& terms) : terms_(terms) {
    for (std::size_t square = 0; square < wings_.size(); ++square)
      wings_[square] = square % 8 < 4 ? Wing::Queen : Wing::King;
  }

  bool names(std::string_view word, Move move, const Position& position) const override {
    if (is_castling(word, move)) return true;
    if (move.kind() == MoveKind::Castling) return false;
    std::string text(word);
    for (std::size_t at; (at = text.find("KT")) != std::string::npos;) text.replace(at, 2, "N");
    if (text.ends_with("EP")) text.resize(text.size() - 2);
    if (move.kind() == MoveKind::Promotion) {
      const char role = terms_.pieces[static_cast<std::size_t>(move.promotion_role())];
      if (text.empty() || text.back() != role) return false;
      text.pop_back();
      if (text.ends_with('=') || text.ends_with('/')) text.pop_back();
    }
    const Color us = position.turn();
    const Board& board = position.board();
    const std::size_t sign = text.find_first_of("X:");
    if (sign != std::string::npos) {
      const bool is_en_passant = move.kind() == MoveKind::EnPassant;
      if (board.is_empty(move.to()) && !is_en_passant) return false;
      const Role taken = is_en_passant ? Role::Pawn : board.at(move.to())->role();
      return is_piece(text.substr(0, sign), *board.at(move.from()), move.from(), us) &&
             (is_name(text.substr(sign + 1), taken, move.to()) ||
              is_square(text.substr(sign + 1), move.to(), us));
    }
    if (!board.is_empty(move.to()) || move.kind() == MoveKind::EnPassant) return false;
    const std::size_t dash = text.find('-');
    const std::size_t split = dash != std::string::npos ? dash
                              : terms_.has_rank_first   ? text.find_first_of("12345678")
                                                        : std::string::npos;
    if (split == std::string::npos) return false;
    return is_piece(text.substr(0, split), *board.at(move.from()), move.from(), us) &&
           is_square(std::string_view(text).substr(split + (dash != std::string::npos ? 1 : 0)),
                     move.to(), us);
  }
  void played(Move move) override { wing(move.to()) = wing(move.from()); }

 private:
  enum class Wing : std::uint8_t { Queen, King };

  Wing& wing(Square square) { return wings_[static_cast<std::size_t>(square)]; }

  // Checks for a file name, with or without its wing.
  bool is_file(std::string_view name, Square square) const {
    const std::string_view whole = terms_.files[static_cast<std::size_t>(file_of(square))];
    const bool begins_with_wing = !terms_.has_rank_first;
    return name == whole ||
           (whole.size() == 2 && name == whole.substr(begins_with_wing ? 1 : 0, 1));
  }
  bool is_square(std::string_view text, Square square, Color us) const {
    if (text.size() < 2) return false;
    const int rank = static_cast<int>(relative_rank(us, square)) + 1;
    const char digit = terms_.has_rank_first ? text.front() : text.back();
    const std::string_view file =
        terms_.has_rank_first ? text.substr(1) : text.substr(0, text.size() - 1);
    return digit == static_cast<char>('0' + rank) && is_file(file, square);
  }
  // Checks for the name of a piece, with or without its wing, or of a pawn with its file.
  bool is_name(std::string_view text, Role role, Square square) const {
    const char letter = terms_.pieces[static_cast<std::size_t>(role)];
    if (text.size() == 1) return text[0] == letter;
    if (text.empty() || (terms_.has_rank_first ? text.front() : text.back()) != letter)
      return false;
    const std::string_view more =
        terms_.has_rank_first ? text.substr(1) : text.substr(0, text.size() - 1);
    if (role == Role::Pawn) return is_file(more, square);
    const Wing wing = wings_[static_cast<std::size_t>(square)];
    const Role side = wing == Wing::Queen ? Role::Queen : Role::King;
    return role != Role::Queen && role != Role::King && more.size() == 1 &&
           more[0] == terms_.pieces[static_cast<std::size_t>(side)];
  }
  // Checks for a piece name, with or without the square of origin, as in "R(K1)" or "N/5".
  bool is_piece(std::string_view text, Piece piece, Square from, Color us) const {
    const std::size_t sign = text.find_first_of("(/");
    if (!is_name(text.substr(0, sign), piece.role(), from)) return false;
    if (sign == std::string_view::npos) return true;
    const std::string_view square = text.substr(sign + 1, text.find(')') - sign - 1);
    const int rank = static_cast<int>(relative_rank(us, from)) + 1;
    return is_square(square, from, us) ||
           (square.size() == 1 && square[0] == static_cast<char>('0' + rank));
  }

  const DescriptiveTerms& terms_;
  std::array<Wing, kSquareCount> wings_;
};

// Checks for the heading of a list of UCI moves.
bool is_heading(std::string_view word) {
  return word == "POSITION" || word == "STARTPOS" || word == "MOVES";
}

// Returns the moves up to the first word that does not name exactly one move, if they are at least
// `least_before_fault`.
std::optional<std::vector<TokenMove>> read_in(Notation& notation, const PgnGame& game,
                                              Position position, std::size_t least_before_fault) {
  std::vector<TokenMove> moves;
  for (std::uint32_t at = 0; at < game.tokens.size(); ++at) {
    const Token& token = game.tokens[at];
    if (token.kind == TokenKind::Result) break;
    const bool is_number = token.kind == TokenKind::MoveNumber;
    const bool is_word = token.kind == TokenKind::Move || token.kind == TokenKind::Word;
    if (!is_word && !is_number) continue;
    const std::string word = plain_word(game.text_of(token));
    if (is_number && (token.dots > 0 || word.size() < 4)) continue;
    if (word.empty() || mark_in(game.text_of(token))) continue;
    if (moves.empty() && is_heading(word)) continue;
    const MoveList legal = legal_moves(position);
    const auto names = [&](Move move) { return notation.names(word, move, position); };
    const auto named = std::ranges::find_if(legal, names);
    if (named == legal.end() || std::any_of(named + 1, legal.end(), names)) {
      return moves.size() >= least_before_fault ? std::optional(std::move(moves)) : std::nullopt;
    }
    moves.push_back({at, *named});
    notation.played(*named);
    position.play(*named);
  }
  return moves.size() >= kMinMoves ? std::optional(std::move(moves)) : std::nullopt;
}

}  // namespace

std::optional<std::vector<TokenMove>> read_other_notation(const PgnGame& game,
                                                          const Position& first) {
  const auto begin = std::ranges::find_if(game.tokens, [](const Token& token) {
    return token.kind == TokenKind::Move || token.kind == TokenKind::Word ||
           (token.kind == TokenKind::MoveNumber && token.dots == 0);
  });
  const bool is_san = begin == game.tokens.end() || begin->kind == TokenKind::Move;
  if (is_san || game.has_variations) return std::nullopt;
  CoordinateNotation coordinates;
  // Coordinates may be mixed with SAN, which is read word by word.
  if (auto moves = read_in(coordinates, game, first, SIZE_MAX)) return moves;
  NumericNotation numeric;
  DescriptiveNotation english(kEnglish);
  DescriptiveNotation spanish(kSpanish);
  for (Notation* const notation : std::initializer_list<Notation*>{&numeric, &english, &spanish}) {
    if (auto moves = read_in(*notation, game, first, kMinMovesBeforeFault)) return moves;
  }
  return std::nullopt;
}

}  // namespace arbiter
