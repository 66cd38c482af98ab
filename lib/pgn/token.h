// The words of movetext (PGN 7, 8.2).
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "lib/notation/san.h"

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
  Stray,           // one character that means nothing here: } ] < > " ...
};

// 16 bytes; the text lies at `offset` of the game's text.
struct Token {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
  TokenKind kind = TokenKind::Stray;

  San san() const {
    San san;
    std::memcpy(&san, payload.data(), sizeof san);
    return san;
  }
  void set_san(const San& san) { std::memcpy(payload.data(), &san, sizeof san); }

  // The value of a MoveNumber or a Nag; kHugeNumber where it is larger.
  std::uint32_t number() const {
    std::uint32_t number = 0;
    std::memcpy(&number, payload.data(), sizeof number);
    return number;
  }
  void set_number(std::uint32_t number) { std::memcpy(payload.data(), &number, sizeof number); }
  static constexpr std::uint32_t kHugeNumber = 1'000'000'000;

  // How many dots stand behind a MoveNumber; 255 for more.
  std::uint8_t dots() const { return payload[4]; }
  void set_dots(std::uint8_t dots) { payload[4] = dots; }

  std::array<std::uint8_t, 7> payload{};
};

static_assert(sizeof(San) == 7 && sizeof(Token) == 16);

}  // namespace arbiter
