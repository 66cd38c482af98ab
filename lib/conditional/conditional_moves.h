// Conditional moves of correspondence chess: "if you play this, I answer that, and then ...". The
// opponent accepts a whole series, or only its first moves. Also declares the parser for the words
// of a series.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "lib/chess/bitboard.h"
#include "lib/chess/position.h"
#include "lib/notation/piece_letters.h"

namespace arbiter {

enum class ConditionId : std::size_t {};

// One condition: a move of the opponent and the answer to it.
struct ConditionalBranch {
  Position before;  // the opponent is to move
  Move reply;       // the opponent's move
  // The answer of the proposer; nothing if the reply ends the game, or after a fault.
  std::optional<Move> answer = {};
  std::optional<ConditionId> after = {};  // the preceding branch; nothing at the start
  std::vector<ConditionId> next = {};     // branches for the possible replies to the answer
  std::size_t offset = 0;                 // the offset of the reply in the text, in bytes
  bool is_for_any = false;                // the reply is included in the word "any"
};

enum class SeriesFault : std::uint8_t {
  Unreadable,     // a word that is not a move, or a misplaced sign
  Illegal,        // an illegal or ambiguous move
  AfterEnd,       // a move after the end of the game
  Contradiction,  // two answers to one move
  SaidTwice,      // the same answer to the same move: harmless
  WrongNumber,    // a wrong move number, which the move does not need: harmless
  NoAnswer,       // a branch ends with a move of the opponent, and the game goes on
  Empty,          // no conditional move at all
};

// Returns "contradiction", "no-answer", ...
std::string_view to_string(SeriesFault fault);

// Returns whether a series with this fault is still valid.
constexpr bool is_harmless(SeriesFault fault) {
  return fault == SeriesFault::SaidTwice || fault == SeriesFault::WrongNumber;
}

struct SeriesFinding {
  SeriesFault fault;
  std::size_t offset;     // offset in the text, in bytes
  std::string_view rule;  // the article, or the rule of correspondence chess
  std::string message;    // a sentence without a full stop
};

// The cited rule if no article of the Laws applies.
inline constexpr std::string_view kConditionalRule = "correspondence rules, conditional moves";

struct ConditionalSeries {
  Position first;  // the position after the move that was made; the opponent is to move
  std::vector<ConditionalBranch> conditions;  // branches in the order of the text
  std::vector<ConditionId> start;             // branches at the first position
  std::vector<SeriesFinding> findings;
  PieceLetters letters = {};  // the piece letters of the moves in the text

  const ConditionalBranch& at(ConditionId id) const {
    return conditions[static_cast<std::size_t>(id)];
  }
  Color proposer() const { return other(first.turn()); }
  // Returns whether all findings, if any, are harmless.
  bool can_stand() const;
};

inline constexpr std::size_t kMaxSeriesLength = 1 << 16;  // bytes

// Reads a series in one of two forms, with moves in any spelling that read_move() accepts;
// series_words() documents the text that is skipped.
//
// PGN movetext: the opponent's move, the answer, and so on. Alternatives of the opponent are
// variations: "1... Nf6 (1... e6 2. d4 d5 3. exd5) 2. e5 Nd5 3. d4".
//
// Short: branches separated by semicolons, with an optional colon after a move of the opponent.
// Brackets after an answer contain the possible continuations: "Nf6: e5 Nd5 d4; e6: d4 (d5: exd5;
// c5: Nf3)".
//
// The word "any" stands for all replies that have no condition of their own and after which its
// answer is legal. It ends its branch. The rest of a branch after a fault is skipped. A game ends
// by checkmate, stalemate or a dead position; correspondence chess has no 75-move end. Fails if the
// text is too long.
Result<ConditionalSeries> read_series(const Position& first, std::string_view text,
                                      const PieceLetters& letters = {});

enum class ReplyState : std::uint8_t {
  Left,            // the opponent's own move is not in the series: the proposer is free to choose
  StillBound,      // the move is in the series: its answer binds the proposer
  OwnMoveMissing,  // only accepted moves were sent, and the opponent is to move
  GameOver,        // the last move sent ended the game
};

struct ConditionalReply {
  ReplyState state;
  std::vector<Move> moves;   // all moves sent, from the first position of the series
  std::size_t accepted = 0;  // the number of leading moves that are in the series
  Position now;              // the position after all moves sent
  // The move that the proposer must now play, if StillBound.
  std::optional<Move> bound_answer = {};
  // The number of the proposer's move after which the series was proposed; its time is charged to
  // the proposer. Nothing before the first move of a game.
  std::optional<std::uint32_t> proposers_move = {};
  // The highest number among the opponent's moves, whose time is charged to the opponent.
  std::uint32_t opponents_move = 0;
  // The number of answers played from the series, which cost no time.
  std::size_t free_answers = 0;
  // Notes about harmless faults, such as wrong numbers.
  std::vector<std::string> notes = {};
};

// Compares a reply with the series. `moves` starts with the first move of the opponent, repeats the
// accepted moves of both players, and ends with a move of the opponent. Fails on an illegal move,
// on an answer that differs from the proposed answer, or if moves follow the reply that left the
// series. The error ends with the rule in parentheses. Precondition: series.can_stand().
Result<ConditionalReply> match_reply(const ConditionalSeries& series, std::string_view moves);

enum class SeriesForm : std::uint8_t {
  Pgn,
  Short,  // "Nf6: e5; e6: d4 (d5: exd5; c5: Nf3)", recognized by a colon or semicolon
};

enum class SeriesSign : std::uint8_t {
  Move,       // a word that may be a move, without its number
  Colon,      // a colon after a word
  Semicolon,  //
  Open,       // (
  Close,      // )
  Unclosed,   // the rest of the text after an unclosed "{"
};

// A move number: "12." before a move of White or either player, "12..." before one of Black.
struct WrittenNumber {
  std::uint32_t value;
  bool is_of_black;
};

// A word of a series. Its views point into the text.
struct SeriesWord {
  SeriesSign sign;
  std::string_view text;
  std::size_t offset;                        // offset in bytes
  std::optional<WrittenNumber> number = {};  // the number before a move
};

struct SeriesWords {
  SeriesForm form;
  std::vector<SeriesWord> words;
};

// Returns whether the move number is correct in the position.
bool fits(const WrittenNumber& number, const Position& position);
// Returns "'Nf6' is numbered 3., but it is 1...". Precondition: the word has a number.
std::string number_sentence(const SeriesWord& word, const Position& position);

// Splits the text into words. Omits white space, comments in braces, tag pairs, numbers not before
// a move, NAGs, separate suffixes, results, and the words "if" and "then".
SeriesWords series_words(std::string_view text);

}  // namespace arbiter
