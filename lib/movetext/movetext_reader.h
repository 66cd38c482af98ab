// The one interpreter of movetext: tokens and a first position become events, once, for
// everybody who reads games.
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
#include "lib/movetext/word_reading.h"
#include "lib/movetext/written_result.h"
#include "lib/notation/piece_letters.h"
#include "lib/notation/san.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// What a listener wants of a variation.
enum class VariationUse : std::uint8_t {
  Read,
  Skip,  // all but its comments comes as unplayed()
};

// How words are understood:
// - A word that names a legal move in whatever spelling is that move, and a null move is one
//   too, unless the king stands in check.
// - The first word that names a move that is not legal, or that was meant as a move but cannot
//   be read, breaks its line: what follows in it, variations included, is not played.
// - Every other word says nothing, and the moves go on: prose, signs that follow no move, "000"
//   where that is no legal castling. A comma or full stop does not even say that.
// - A game whose letters nobody has named is in English as long as that is legal; else in the
//   letters that determine_letters() finds.
// - A variation begins before the last move of its line. "}" stands for ")" where no other
//   parenthesis closes the variation.
// - The result is the first one outside of variations, or one that nothing but comments follow,
//   in other words too ("draw", "1 - 0"). What follows it is no part of the game.
//
// `Listener` derives from MovetextListener<Listener> (movetext_listener.h) and hides the functions
// that it wants to hear. They are called directly, so that a plain move costs no more than what
// is done with it. What a listener makes of an event is its policy.
template <class Listener>
class MovetextReader {
 protected:
  // `letters` name the pieces; nothing: those of each game, as determine_letters() has it.
  explicit MovetextReader(std::optional<PieceLetters> letters)
      : has_fixed_letters_(letters.has_value()),
        letters_(std::move(letters).value_or(PieceLetters())),
        has_other_letters_(letters_ != PieceLetters()) {}

  // Reads the movetext of a game, which must live as long as questions are asked. About 40 ns a
  // plain move.
  void read(const PgnGame& game, const Position& start);
  // The same where moves cannot be played: all of them come as unplayed().
  void read_without_board(const PgnGame& game);

  const PgnGame& game() const { return *game_; }
  bool has_board() const { return has_board_; }
  bool has_other_letters() const { return has_other_letters_; }  // than English
  const PieceLetters& letters() const { return letters_; }
  // What was determined of the game; empty if its letters are fixed, or English fits.
  const GameLetters& game_letters() const { return game_letters_; }
  std::uint32_t index_of(const Token& token) const {
    return static_cast<std::uint32_t>(&token - game_->tokens.data());
  }

  // Of the line that is being read: the main line, or a variation.
  const Position& position() const { return line_.position; }
  // Before its last move. Only in games with variations, or after a null move.
  const Position& position_before_last() const { return line_.before; }
  bool keeps_position_before_last() const { return keeps_before_; }
  bool has_move() const { return line_.has_move; }
  // What follows in it is not played: it is broken, or there is no board.
  bool is_unplayed() const { return line_.is_unplayed; }
  bool is_broken() const { return line_.is_unplayed && has_board_; }
  // The same of the line around a variation that is being skipped.
  bool is_broken_around() const {
    return has_board_ && (is_skipping() ? outer_is_unplayed_ : line_.is_unplayed);
  }
  // A null move, or an illegal one that stood, was made in it.
  bool is_off_record() const { return line_.is_off_record; }
  bool is_skipping() const { return skipped_depth_ > 0; }
  bool in_variation() const { return !outer_.empty() || skipped_depth_ > 0; }
  std::size_t depth() const { return outer_.size(); }

  // The rest of the line is not played.
  void break_line() {
    line_.has_move = true;
    line_.is_unplayed = true;
  }

  // What Listener would be told of the word if it stood first in a variation that begins now.
  enum class Outlook { Move, Break, Nothing };
  Outlook outlook_in_variation(const Token& token) const;
  // Shows to `visit(token, is_nested)` what stands in the variation that begins now with `open`,
  // but for closing parentheses, to its end or until `visit` returns false.
  template <class Visit>
  void look_into_variation(const Token& open, Visit visit);
  // "00" and "000", which look like numbers.
  bool is_castling_in_zeros(const Token& token) const;
  // A comma, or dots that belong to no number.
  bool is_punctuation(const Token& token) const;
  // Whether nothing but comments, escapes and punctuation follows.
  bool is_last_word(const Token& token) const;

 private:
  struct Line {
    Position position;
    Position before;
    bool has_move = false;     // a move has been seen, legal or not
    bool is_unplayed = false;  // what follows is not played
    bool is_off_record = false;
  };
  struct Outer {
    Line line;
    std::uint32_t opened_at;  // the token "("
  };
  Listener& listener() { return static_cast<Listener&>(*this); }
  void leave_record() {
    line_.is_off_record = true;
    keeps_before_ = true;  // for no list of moves leads there any more
  }
  void start(const PgnGame& game);
  void reset_letters();
  void settle_letters();
  bool read_in_other_letters(const Token& token);
  void walk();
  bool visit_all(std::span<const Token> tokens);
  bool visit(const Token& token);
  void move(const Token& token, San san);
  void plain_san_with_care(const Token& token, San san, const SanResolution& resolution);
  void word(const Token& token);
  void read_board_word(const Token& token, std::string_view text);
  void named(const Token& token, const NamedMove& read);
  void null_move(const Token& token, const NamedMove& read);
  void illegal(const Token& token, San san, const NamedMove* read);
  bool captures_king(const Token& token, Move move);
  // Always inline: in move(), through which nearly every half-move comes, a call costs 2 %.
  [[gnu::always_inline]] void play(const Token& token, San san, Move move);
  void number(const Token& token);
  void unplayed(const Token& token);
  bool result(const Token& token);
  bool end_in_words(const WrittenResult& words);
  void end_with(const WrittenResult& result);
  void open_variation(const Token& token);
  void close_variation(const Token& token);
  void leave_variation();
  void finish_variations();
  void stray(const Token& token);
  bool belongs_to_move(const Token& token) const;
  bool is_meant_as_move(const Token& token, std::string_view text, WordKind kind,
                        const Position& position) const;
  bool closes_one_of(std::size_t variations, const Token& token);
  std::string_view utf8_of(const Token& token);

  bool has_fixed_letters_;
  PieceLetters letters_;
  bool has_other_letters_;
  GameLetters game_letters_;
  bool are_letters_settled_ = false;  // by more than a glance
  const Position* first_ = nullptr;   // while its game is read
  const PgnGame* game_ = nullptr;
  Line line_;
  std::vector<Outer> outer_;
  std::size_t skipped_depth_ = 0;   // parentheses open since a variation was skipped
  bool outer_is_unplayed_ = false;  // of the line in which that variation stands
  bool has_board_ = false;
  bool keeps_before_ = false;
  const Token* last_sign_ = nullptr;  // the last odd word that was a move, or a sign behind one
  // Behind each token, opening parentheses less closing ones; only where it was needed.
  std::vector<std::int64_t> surplus_behind_;
  std::string converted_;  // a word that is not UTF-8
};

}  // namespace arbiter
