// The words of movetext (PGN 7, 8.2).
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include "lib/notation/san.h"

namespace arbiter::pgn {

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
  Stray,           // one character that means nothing here: } ] < > " ...
};

// 16 bytes; the text lies at `offset` of the game's text. Without values of its own
// to begin with: millions are made room for.
struct Token {
  std::uint32_t offset;
  std::uint32_t length;
  std::uint32_t payload;  // by kind: see below
  TokenKind kind;
  std::uint8_t dots;  // behind a MoveNumber; 255 for more

  // What a Move says.
  San san() const { return San::from_bits(payload); }

  // The value of a MoveNumber or a Nag; kHugeNumber where it is larger.
  std::uint32_t number() const { return payload; }
  static constexpr std::uint32_t kHugeNumber = 1'000'000'000;

  // Of a BraceComment: whether a "[", a "{" or what may number a move ("12.") stands
  // inside, or whether it is just "{ [%clk 0:01:00] }" with some time of less than 60
  // minutes and seconds; then how many seconds in all. One behind a result is not told
  // from other comments.
  bool has_inner_sign() const { return payload != 0; }
  bool is_clock_comment() const { return (payload & kClockComment) != 0; }
  std::uint32_t clock_seconds() const { return payload >> kClockShift; }
  static constexpr std::uint32_t kHasBracket = 1;
  static constexpr std::uint32_t kHasBrace = 2;
  static constexpr std::uint32_t kHasNumber = 4;
  static constexpr std::uint32_t kClockComment = 8;
  static constexpr unsigned kClockShift = 4;
};

// Room for tokens is not written to before the tokens are.
template <class T>
struct UnfilledAllocator : std::allocator<T> {
  template <class U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
};
using Tokens = std::vector<Token, UnfilledAllocator<Token>>;

static_assert(sizeof(San) == 4 && sizeof(Token) == 16 && std::is_trivial_v<Token>);

}  // namespace arbiter::pgn
