// The words of movetext (PGN 7, 8.2).
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include "lib/notation/san.h"
#include "lib/pgn/comment_command.h"

namespace arbiter {

enum class TokenKind : std::uint8_t {
  MoveNumber,      // "12." "12..." "12"
  Move,            // a move exactly as PGN 8.2.3 writes it, parsed: san()
  Word,            // any other symbol; perhaps a move in other spelling
  Suffix,          // ! ? !! !? ?! ?? (or a longer run) behind a move
  Nag,             // $14: number()
  BraceComment,    // { ... } with its braces; the closing one may be missing
  LineComment,     // ; to the end of the line
  Escape,          // % in column 1, to the end of the line
  VariationStart,  // (
  VariationEnd,    // )
  Result,          // 1-0 0-1 1/2-1/2 *
  Stray,           // one character that means nothing here: } ] < > " , ...
};

// 16 bytes; the text lies at `offset` of the game's text. Without values of its own
// to begin with: millions are made room for.
struct Token {
  std::uint32_t offset;
  std::uint32_t length;
  std::uint32_t payload;  // by kind: see below
  TokenKind kind;
  std::uint8_t dots;  // behind a MoveNumber; 255 for more. Of a BraceComment: command_count()

  // What a Move says.
  San san() const { return San::from_bits(payload); }

  // The value of a MoveNumber or a Nag; kHugeNumber where it is larger.
  std::uint32_t number() const { return payload; }
  static constexpr std::uint32_t kHugeNumber = 1'000'000'000;

  // Of a BraceComment: whether it has more than commands in it, and whether something in it wants
  // to be read with care: a "[" that begins none of its commands, a "{" or what may number a move
  // ("12.").
  bool has_text() const { return (payload & kHasText) != 0; }
  bool has_inner_sign() const { return (payload & (kHasBracket | kHasBrace | kHasNumber)) != 0; }
  static constexpr std::uint32_t kHasBracket = 1;
  static constexpr std::uint32_t kHasBrace = 2;
  static constexpr std::uint32_t kHasNumber = 4;
  static constexpr std::uint32_t kHasText = 8;

  // Of a BraceComment: the commands in it, as PgnGame::commands has them, if each is well formed;
  // else none.
  std::size_t command_count() const { return dots; }
  std::size_t first_command() const { return payload >> kCommandShift; }
  void set_commands(std::size_t first, std::size_t count) {
    payload |= static_cast<std::uint32_t>(first) << kCommandShift;
    dots = static_cast<std::uint8_t>(count);
  }
  static constexpr unsigned kCommandShift = 4;
  // Of a comment, and of a game; others are read with care.
  static constexpr std::size_t kMostCommands = 255;
  static constexpr std::size_t kMostOfGame = 1 << (32 - kCommandShift);
};

// Comments and escapes, which are no part of the moves.
constexpr bool is_remark(const Token& token) {
  return token.kind == TokenKind::BraceComment || token.kind == TokenKind::LineComment ||
         token.kind == TokenKind::Escape;
}

// Room for tokens and commands is not written to before they are.
template <class T>
struct UnfilledAllocator : std::allocator<T> {
  template <class U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
};
using Tokens = std::vector<Token, UnfilledAllocator<Token>>;

using CommentCommands = std::vector<CommentCommand, UnfilledAllocator<CommentCommand>>;

static_assert(sizeof(San) == 4 && sizeof(Token) == 16 && std::is_trivial_v<Token>);

}  // namespace arbiter
