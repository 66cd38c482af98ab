// A damaged score sheet: its tokens, their candidate moves, and the best reading.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/chess/bitboard.h"
#include "lib/chess/position.h"
#include "lib/movetext/sheet_reading.h"
#include "lib/notation/loose_move.h"
#include "lib/notation/piece_letters.h"
#include "lib/notation/san.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// The null index of tokens and words.
inline constexpr std::uint32_t kNoToken = ~0U;
// The maximum length of a move that is split into several words.
inline constexpr std::size_t kMaxTornLength = 10;

// The number of half-moves before a fault that the search for another reading may change.
inline constexpr std::size_t kLookBackPlies = 8;

// Checks for words other than plain moves. "Bb5a6" counts too, although it may be a single move.
bool may_be_glued(const Token& token, const PgnGame& game);

// Checks for hyphens or dashes, which can mean a null move.
bool is_dash(std::string_view word);

// A game with the same moves in usual words.
struct UsualWords {
  PgnGame game;
  MendedToken first;  // the first token that was changed
};

// Returns the game with usual move numbers, if at least three numbers have another form and are in
// order. The forms are "1-", "(1)", "[1]", "#1", "I.", "| 1 |", and half-moves: "1. e4 2. e5".
std::optional<UsualWords> with_usual_numbers(const PgnGame& game, const Position& first,
                                             const PieceLetters& letters);

// Checks whether a game begins with a move number in another form.
bool begins_with_other_number(const PgnGame& game);

// Returns the game with its rows divided, if at least three rows are one word: "1. e4-e5".
std::optional<UsualWords> with_divided_rows(const PgnGame& game, const Position& first,
                                            const PieceLetters& letters);

// The role of a token outside of variations.
enum class SheetPart : std::uint8_t {
  Remark,  // comments, NAGs and other tokens that are not evidence for moves
  Number,
  Move,  // a move, or a word that was meant as one
  Prose,
  Fragment,  // "N", "exd": a part of a move
  Dash,
  Open,  // an opening parenthesis that is closed
  Close,
  LooseOpen,  // an unclosed parenthesis, or a "{"
  LooseClose,
  Stray,
  Result,
};

// A candidate move: the tokens from `first` to `last`, or a part of one token.
struct SheetItem {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint32_t begin = 0;  // offset of the text
  std::uint32_t end = 0;
  std::uint64_t place = 0;          // position in token order
  std::uint64_t place_after = 0;    // the earliest position of the next move
  std::uint32_t number = kNoToken;  // the token of its move number
  std::uint32_t word = kNoToken;    // index into Sheet::words; kNoToken if `san` is used
  SheetFault fault = SheetFault::None;
  std::uint32_t part = 0;   // index of the part in a glued word
  std::uint32_t parts = 1;  // number of parts of the word
  San san = {};
  std::uint64_t key = 0;  // equal for equal short words; see Sheet::key_of()
};

// The tokens of a game and their candidate moves.
class Sheet {
 public:
  // The first `start` tokens of the game are sound rows, whose numbers are those expected; see
  // start().
  Sheet(const PgnGame& game, const PieceLetters& letters, std::uint32_t start = 0);

  // Returns the rows before the sheet: moves in SAN, their numbers, and comments.
  std::span<const Token> start() const { return std::span(game_.tokens).first(start_); }

  std::string_view text_of(const Token& token) const { return game_.text_of(token); }
  std::string_view text_of(const SheetItem& item) const {
    return game_.text.substr(item.begin, item.end - item.begin);
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(tokens.size()); }
  const PieceLetters& letters() const { return letters_; }
  bool is_english() const { return is_english_; }
  const PgnGame& game() const { return game_; }
  // Returns the key of an item that consists of this token.
  std::uint64_t key_of(const Token& token) const;
  // Returns the items whose move number stands for this number of preceding half-moves.
  std::span<const std::pair<std::int64_t, std::uint32_t>> items_at(std::int64_t claim) const;
  // Returns the number of half-moves before the move that a move number denotes, by its dots.
  std::int64_t claim_of(std::uint32_t number) const { return tokens[number].plies_before(); }
  // The next row whose number is right.
  struct NextRow {
    std::uint32_t number = kNoToken;
    bool follows_gap = false;  // words replace the half-move due
  };
  // Returns the next row if its number is that of no other row, and counts the moves from the token
  // `at` on. The first of them is the half-move `due`. Words may count as a move.
  NextRow next_row(std::uint32_t at, std::int64_t due) const;
  // Returns the move of a word after replacing look-alike characters other than the piece letter.
  std::optional<LooseMove> look_alike(const SheetItem& item) const;
  bool is_inside(std::uint32_t token) const { return inside_[token] != 0; }  // true in a variation
  // Checks whether only spaces are between a token and the token before it, without tags or markup.
  bool follows(std::uint32_t token) const {
    const std::uint32_t end = tokens[token - 1].offset + tokens[token - 1].length;
    return end >= tokens[token].offset ||
           is_blank_text(game_.text.substr(end, tokens[token].offset - end));
  }
  // Checks for a number without dots after a number with dots ("12. 4 e4") in a game whose numbers
  // have dots.
  bool is_loose(std::uint32_t at, std::uint32_t before) const {
    return numbers_have_dots && tokens[at].dots == 0 && before != kNoToken &&
           tokens[before].dots > 0;
  }

  Tokens tokens;
  std::vector<SheetPart> parts;
  std::vector<std::uint32_t> match;       // for each Open token, the index of its Close token
  std::vector<std::uint32_t> moves_from;  // the number of moves from each token on
  // For each token inside a damaged comment, the token of that comment.
  std::vector<std::uint32_t> comment;
  std::vector<SheetItem> items;  // sorted by start position
  std::vector<std::string> words;
  std::size_t glued = 0;        // glued words
  std::size_t torn = 0;         // split moves
  std::size_t look_alikes = 0;  // words that are moves if look-alike characters are replaced
  std::size_t strays = 0;       // words, signs and extra numbers among the moves
  std::size_t backs = 0;        // numbers lower than expected
  bool has_columns = false;
  bool numbers_have_dots = true;
  bool numbers_each_move = false;   // "1. e4 1. e5"
  bool numbers_half_moves = false;  // "1. e4 2. e5 3. Nf3"

 private:
  void add_tokens();
  void add(const Token& token, std::uint32_t origin);
  void add_comment(std::uint32_t index);
  void join_columns();
  void classify();
  void join_numbers();
  SheetPart part_of(std::uint32_t at) const;
  bool touches_number(std::uint32_t at) const;
  SheetPart part_of_word(std::uint32_t at) const;
  // Castling in words that ends at the token `last`; kNoToken if there is none.
  struct CastlingWords {
    std::uint32_t last = kNoToken;
    std::string_view san = {};
  };
  CastlingWords castling_in_words(std::uint32_t at) const;
  bool is_sign(std::uint32_t at, std::string_view word) const;
  void close_last(std::vector<std::uint32_t>& open);
  void match_brackets();
  void note_style();
  void add_items();
  bool is_only_move(std::uint32_t at) const;
  void add_digit_for_piece(std::uint32_t at, std::uint32_t number);
  void add_items_at(std::uint32_t at, std::uint32_t number);
  void add_item(const SheetItem& added);
  void add_word(SheetItem item, std::string word);
  void add_glued(SheetItem item);
  bool is_sign_inside(std::uint32_t at) const;
  bool precedes_word(std::uint32_t at) const;
  void add_torn(SheetItem item);

  static SheetPart part_at_start(const Token& token) {
    return token.kind == TokenKind::MoveNumber ? SheetPart::Number
           : token.kind == TokenKind::Move     ? SheetPart::Move
                                               : SheetPart::Remark;
  }

  const PgnGame& game_;
  const std::uint32_t start_;
  const PieceLetters& letters_;
  const bool is_english_;
  std::uint32_t last_other_ = kNoToken;  // the last token that is classified and is not a remark
  std::uint32_t next_word_ = 0;          // the next token of TokenKind::Word
  std::vector<std::uint8_t> inside_;     // 1 in variations
  mutable bool has_claims_ = false;      // `by_claim_` is complete
  mutable std::vector<std::pair<std::int64_t, std::uint32_t>> by_claim_;  // sorted when needed
};

// A half-move of a reading.
struct SheetMove {
  std::int32_t parent = -1;
  std::uint32_t item = 0;
  std::optional<Move> move;  // nothing: a null move
  SheetFault fault = SheetFault::None;
  bool changes_number = false;
};

// Plays a move if it is legal, and returns it.
std::optional<Move> play_legal(San san, Position& position);

// Returns the half-moves of the best reading, starting from the position at the start of the sheet;
// nothing if the game is sound.
std::optional<std::vector<SheetMove>> best_reading(const Sheet& sheet, const Position& first);

}  // namespace arbiter
