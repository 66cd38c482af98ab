// The interpreter of movetext: turns tokens and an initial position into events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/chess/position.h"
#include "lib/movetext/game_letters.h"
#include "lib/movetext/sheet_reading.h"
#include "lib/movetext/word_reading.h"
#include "lib/notation/piece_letters.h"
#include "lib/notation/san.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

enum class VariationUse : std::uint8_t {
  Read,
  Skip,  // sends everything except comments to unplayed()
};

// Rules for words:
//
// - A word that names a legal move, in any spelling, is that move. Null moves are accepted, unless
//   the king is in check.
//
// - The first word that names an illegal move, or was meant as a move but cannot be read, breaks
//   its line. The rest of the line, variations included, is not played.
//
// - A number is a move number if it is the number of the next move. Any other number is a move
//   number if a move follows it, and it has dots or differs by at most one.
//
// - Any other word or number is reported and skipped: prose, times, signs that follow no move,
//   "000" if that is not legal castling. Adjacent numbers and signs belong to that word. Other
//   commas and full stops are skipped silently.
//
// - If no letters are given, the game is read in English if it is then legal; otherwise, in the
//   letters that determine_letters() returns.
//
// - If the main line contains a fault (a word, an illegal move, a wrong number or a bracket),
//   read_sheet() reads the whole game again. Its reading is used if it agrees with the events sent
//   so far.
//
// - A variation begins before the last move of its line. It is not played if its number is that of
//   an earlier move, and its first moves are legal there, too. "}" counts as ")" if no other
//   parenthesis closes the variation.
//
// - The result is the first result outside of variations, or a result that only comments follow. It
//   may be in words ("draw", "1 - 0"). Text after it does not belong to the game.
//
// `Listener` derives from MovetextListener<Listener> and hides the functions for its events. They
// are called directly, without virtual calls.
template <class Listener>
class MovetextReader {
 protected:
  // `letters` are the piece letters. Without them, determine_letters() detects the letters of each
  // game.
  explicit MovetextReader(std::optional<PieceLetters> letters)
      : has_fixed_letters_(letters.has_value()),
        letters_(std::move(letters).value_or(PieceLetters())),
        has_other_letters_(letters_ != PieceLetters()) {}

  // Reads the movetext of a game, which must outlive all other calls. About 40 ns per plain move.
  void read(const PgnGame& game, const Position& start);
  // Reads the movetext of a game without a board: all moves are unplayed().
  void read_without_board(const PgnGame& game);

  const PgnGame& game() const { return *game_; }
  bool has_board() const { return has_board_; }
  bool has_other_letters() const { return has_other_letters_; }  // letters other than English ones
  const PieceLetters& letters() const { return letters_; }
  // Returns the detected letters; empty if letters were given, or if the game is in English.
  const GameLetters& game_letters() const { return game_letters_; }
  // Returns the game with its new tokens, if read_sheet() reread it.
  std::optional<PgnGame> take_game_read_again() {
    return sheet_ ? std::optional(std::move(sheet_->game)) : std::nullopt;
  }
  std::uint32_t index_of(const Token& token) const {
    return static_cast<std::uint32_t>(&token - game_->tokens.data());
  }

  // Returns the position of the current line: the main line, or a variation.
  const Position& position() const { return line_.position; }
  // Returns the position before the last move of the current line. Available only in games with
  // variations, or after a null move.
  const Position& position_before_last() const { return line_.before; }
  bool keeps_position_before_last() const { return keeps_before_; }
  bool has_move() const { return line_.has_move; }
  // Checks whether the rest of the line is not played: it is broken, or there is no board.
  bool is_unplayed() const { return line_.is_unplayed; }
  bool is_broken() const { return line_.is_unplayed && has_board_; }
  // Checks whether the line that contains the skipped variation is broken. Outside of skipped
  // variations, the same as is_broken().
  bool is_broken_around() const {
    return has_board_ && (is_skipping() ? outer_is_unplayed_ : line_.is_unplayed);
  }
  // Checks whether the line contains a null move, or an accepted illegal move.
  bool is_off_record() const { return line_.is_off_record; }
  bool is_skipping() const { return skipped_depth_ > 0; }
  bool in_variation() const { return !outer_.empty() || skipped_depth_ > 0; }
  std::size_t depth() const { return outer_.size(); }

  // Send played() and brace_comment() to the listener.
  void report_played(const Token& token, San san, Move move) {
    listener().played(token, san, move);
  }
  void report_comment(const Token& token) { listener().brace_comment(token); }

  // Checks whether the check sign is a separate word after the move. The spelling of this sign is
  // reported later.
  bool has_mark_apart(const Token& token) const {
    const Tokens& tokens = game().tokens;
    std::uint32_t next = index_of(token) + 1;
    if (next < tokens.size() && tokens[next].kind == TokenKind::Suffix) ++next;
    return next < tokens.size() && tokens[next].kind == TokenKind::Word &&
           mark_in(game().text_of(tokens[next])) == SpellingDeviation::CheckSpelling;
  }

  // Returns the move that was probably misread if the sign contradicts the written move (see
  // move_by_signs()). Only in the main line, and once per game.
  std::optional<MeantMove> meant_by_sign(const Token& token) {
    const bool is_main = !in_variation() && !line_.is_off_record;
    if (!is_main || has_mark_apart(token) || std::exchange(is_sign_checked_, true)) return {};
    return move_by_signs(*game_, *first_, index_of(token), letters_);
  }

  // Makes the rest of the line unplayed.
  void break_line() {
    line_.has_move = true;
    line_.is_unplayed = true;
  }

  // The event that a word would cause at the start of a variation.
  enum class Outlook { Move, Break, Nothing };
  Outlook outlook_in_variation(const Token& token);
  // Calls `visit(token, is_nested)` for the tokens of the variation that begins with `open`,
  // without closing parentheses, until its end or until `visit` returns false.
  template <class Visit>
  void visit_variation(const Token& open, Visit visit);
  // Checks for a Nag written as a sign, such as "!?".
  bool is_sign(const Token& token) const { return game_->text_of(token)[0] != '$'; }
  // Checks for "00" and "000", which look like numbers. They are not castling in decimals, such as
  // "0.00" and "(4.00)".
  bool is_castling_in_zeros(const Token& token) const;
  bool stands_for_move(const Token& token) const;
  // Checks whether a MoveNumber is the number of the next move, and not castling in zeros.
  bool is_move_number(const Token& token, const Position& position) const;
  // Checks for a comma, or dots without a number.
  bool is_punctuation(const Token& token) const;
  // Checks whether only comments, escapes and punctuation follow the token.
  bool is_last_word(const Token& token) const;

 private:
  struct Line {
    Position position;
    Position before;
    bool has_move = false;     // a move has been seen, legal or not
    bool is_unplayed = false;  // the following moves are not played
    bool is_off_record = false;
  };
  struct Outer {
    Line line;
    std::uint32_t opened_at;  // the token "("
  };
  Listener& listener() { return static_cast<Listener&>(*this); }
  void leave_record() {
    line_.is_off_record = true;
    keeps_before_ = true;  // no move list leads to that position
  }
  void start(const PgnGame& game);
  bool reread(std::uint32_t index);
  void replace_game(SheetReading sheet);
  void keep_before(std::uint32_t index);
  bool reread_from(const Token& token);
  void walk_mended(std::uint32_t from);
  const Token* mended(const Token& token, const MendedToken& mended);
  bool contradicts(const Token& number);
  void reset_letters();
  void settle_letters();
  bool read_in_other_letters(const Token& token);
  void walk();
  bool visit_all(std::span<const Token> tokens);
  const Token* signs(const Token* first);
  const Token* move_after_signs(const Token* first, const Token* after, const Token* end) const;
  const Token* visit(const Token& token);
  bool may_read_plain_line() const;
  const Token* plain_line(const Token* at);
  template <Color us, class Played>
  [[gnu::always_inline]] bool play_plain(const Token& token, Played played);
  template <Color us>
  [[gnu::always_inline]] bool plain_move(const Token& token);
  [[gnu::noinline]] bool usual_move(const Token& token);
  bool begins_torn_move(const Token& sign) const;
  const Token* torn_move(const Token& sign);
  void move(const Token& token);
  void word(const Token& token);
  void read_board_word(const Token& token, std::string_view text);
  void named(const Token& token, const NamedMove& read);
  void null_move(const Token& token, const NamedMove& read);
  void illegal(const Token& token, San san, const NamedMove* read);
  bool captures_king(const Token& token, Move move);
  void play(const Token& token, San san, Move move);
  bool is_due(const Token& number) const {
    return number.dots > arbiter::index_of(line_.position.turn()) &&
           number.number() == line_.position.fullmove_number();
  }
  void number(const Token& token);
  void suffix(const Token& token);
  void unread(const Token& token, std::string_view text);
  void unplayed(const Token& token);
  bool result(const Token& token);
  bool end_in_words(const WrittenResult& words);
  void end_with(const WrittenResult& result);
  void open_variation(const Token& token);
  void close_variation(const Token& token);
  void leave_variation();
  void finish_variations();
  void stray(const Token& token);
  bool separates_variations(const Token& token) const;
  void unread_stray(const Token& token);
  bool belongs_to_move(const Token& token) const;
  bool joins_unread(const Token& token) const;
  // The tokens before `at`, and the position after the moves of the main line among them.
  struct PlayedTokens {
    Position position;
    std::uint32_t at = 0;
  };
  bool names_earlier_move(const Token& word, const Position& replaced);
  void play_main_line(PlayedTokens& played, std::int64_t plies);
  bool touches_number(const Token& token) const;
  bool precedes_move(const Token& number, const Position& position) const;
  bool precedes_same_move(const Token& token) const;
  bool is_meant_as_move(const Token& token, std::string_view text, WordKind kind,
                        const Position& position) const;
  bool closes_one_of(std::size_t variations, const Token& token);
  std::string_view utf8_of(const Token& token);

  bool has_fixed_letters_;
  PieceLetters letters_;
  bool has_other_letters_;
  GameLetters game_letters_;
  bool are_letters_settled_ = false;  // determine_letters() was called
  const Position* first_ = nullptr;   // initial position; set while a game is read
  const PgnGame* game_ = nullptr;
  Line line_;
  std::vector<Outer> outer_;
  const Token* end_of_visit_ = nullptr;  // end of the tokens in visit_all()
  std::size_t skipped_depth_ = 0;        // parentheses open since a variation was skipped
  bool outer_is_unplayed_ = false;       // the line that contains the skipped variation is unplayed
  bool has_board_ = false;
  bool keeps_before_ = false;
  std::optional<SheetReading> sheet_;  // set if the game was reread
  bool may_reread_ = false;
  bool is_sign_checked_ = false;  // see meant_by_sign()
  bool is_reread_ = false;        // another call has read the rest of the game
  bool is_in_signs_ = false;      // the signs before a move are visited after the move
  PlayedTokens earlier_;          // see names_earlier_move()
  std::int64_t ahead_ = 0;        // offset of the last main-line move number from the expected one
  const Token* last_sign_ = nullptr;  // the last misspelled move, or a sign after one
  const Token* last_unread_ = nullptr;
  // The excess of opening parentheses after each token; computed on demand.
  std::vector<std::int64_t> surplus_after_;
  std::string converted_;  // the last word that was not UTF-8, converted
};

// The events of MovetextReader, as empty functions. Unless stated otherwise, an event is sent
// before the board changes, so position() is the position in which the word appears.
template <class Listener>
class MovetextListener : public MovetextReader<Listener> {
  friend class MovetextReader<Listener>;

 protected:
  using MovetextReader<Listener>::MovetextReader;

  static constexpr SheetUse kSheetUse = SheetUse::Whole;
  static constexpr bool kReadsPlainLines = true;  // see MovetextReader::plain_line()

  // A fault of the score sheet, found by read_sheet(), that explains the next token. For a
  // corrected move, mended_move() follows, then played().
  void sheet_fault(const Token&, const MendedToken&) {}
  void mended_move(const Token&, Move) {}
  // Called when the following tokens are in another array. The tokens before them are equal in both
  // arrays.
  void tokens_moved(const Token* /*before*/, const Token* /*now*/) {}

  // A word that names a move, legal or not. This event precedes the others of a move; null moves do
  // not have it. Moves whose only other event is played() have it only if needs_of_move() is true.
  void of_move(const Token&) {}
  bool needs_of_move() const { return false; }
  // A legal move in plain SAN that deviates from PGN 8.2.3, or that is unambiguous only because
  // another piece is pinned.
  void deviating_move(const Token&, San, const SanResolution&) {}
  // A move in another spelling, legal or not. A move with a spurious promotion is always legal.
  void nonstandard_move(const Token&, const NamedMove&) {}
  void null_move(const Token&, const NamedMove&) {}
  // A legal move, after the three events above; the board has changed.
  void played(const Token&, San, Move) {}
  // Replaces played() for main-line moves that are on the record (see is_off_record()). Returns
  // whether the line continues.
  [[gnu::always_inline]] bool played_plainly(const Token& token, San san, Move move) {
    this->report_played(token, san, move);
    return !this->is_unplayed();
  }
  // An illegal move. If the listener returns a position, the move is accepted, and the line is off
  // the record. Otherwise, the line breaks. `named` is null for plain SAN.
  std::optional<Position> illegal_move(const Token&, San, const NamedMove*) { return std::nullopt; }
  // A move that captures a king, which is only possible after an accepted illegal move. The line
  // breaks; only of_move() has been called for the move.
  void king_capture(const Token&) {}
  // A word that was meant as a move, but cannot be read. The line breaks.
  void garbled_move(const Token&, std::string_view /*text*/) {}

  // Words that are not moves. `text` is in UTF-8.
  void any_word(const Token&) {}  // every TokenKind::Word, before the others
  void mark(const Token&, SpellingDeviation) {}
  void glyph(const Token&, std::uint32_t /*nag*/, bool /*follows_move*/) {}
  void unreadable_word(const Token&, std::string_view /*text*/) {}  // also a number or suffix
  // The word "000" if it is not legal castling.
  void unplayable_zeros(const Token&, const NamedMove&) {}
  void impossible_null_move(const Token&) {}

  void number(const Token&) {}  // see is_move_number()
  void suffix(const Token&) {}
  void nag(const Token&) {}  // sent after the move, even if the sign is written before it
  void draw_offer(const Token&) {}
  void elapsed_time(const Token&) {}
  void brace_comment(const Token&) {}
  // Replaces brace_comment() for comments of a main line that is on the record (see
  // is_off_record()).
  [[gnu::always_inline]] void plain_comment(const Token& token) { this->report_comment(token); }
  void line_comment(const Token&) {}
  void escape(const Token&) {}
  void stray(const Token&) {}        // also a closing parenthesis without an opening one
  void punctuation(const Token&) {}  // see is_punctuation()
  // A number or word in a line that is broken or has no board, or anything but comments in a
  // skipped variation.
  void unplayed(const Token&) {}

  // The opening parenthesis of a variation. There may be no move that the variation replaces.
  VariationUse variation(const Token&) { return VariationUse::Read; }
  void variation_too_deep(const Token&) {}  // the variation is skipped
  // Called after variation() has returned Read; position() is then before the replaced move.
  void variation_opened() {}
  // The end of a variation, before position() changes. `open` is the token of "(", `close` that of
  // ")" or "}".
  void variation_closing(std::uint32_t /*open*/, const Token& /*close*/) {}
  void variation_closed() {}  // position() is the position of the outer line again
  // Called at the end of the game, from the innermost variation outwards.
  void variation_unclosed(std::uint32_t /*open*/) {}

  void result(const WrittenResult&) {}
  // The word "0-0" at the end of a game, if it is legal as castling. It is then read as castling.
  void castling_or_result(const Token&) {}
  void result_in_variation(const Token&) {}
  // A token after the result, other than comments and punctuation. Returns false to skip the rest.
  bool after_result(const Token&) { return false; }
};

}  // namespace arbiter
