// Reads commands in comments where they are written as programs write them: of any name, with a
// value that is well formed and in range, and with blanks around it or without. For the lexer only:
// a NUL and readable bytes follow all texts.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "lib/pgn/comment_command.h"

namespace arbiter::command_reader {

// Reads the command that begins with `bracket`; sets all of it but its offset. Returns what stands
// after it, and null for other text, which may still be a command: see command_fault().
const char* read_any(const char* bracket, CommentCommand& command);

// The same of "[%clk 0:03:00]" alone, all bytes at once. About 2 ns.
inline const char* read_usual_clock(const char* bracket, CommentCommand& command) {
  static_assert(std::endian::native == std::endian::little);
  const auto load = [](const char* bytes) {
    std::uint64_t word;
    std::memcpy(&word, bytes, sizeof word);
    return word;
  };
  // What differs from "0:00:00]": nothing may, but for digits, which differ by 0 to 9, the tens of
  // minutes and seconds by 0 to 5.
  const std::uint64_t digits = load(bracket + 6) ^ load("0:00:00]");
  constexpr std::uint64_t kRoomBelow128 = 0x7F'76'7A'7F'76'7A'7F'76;
  const std::uint64_t overflow = (digits + kRoomBelow128) | digits;
  const bool is_clock =
      (load(bracket) ^ load("[%clk 0:")) << 16 == 0 && (overflow & 0x80'80'80'80'80'80'80'80) == 0;
  if (!is_clock) return nullptr;
  const std::uint64_t pairs = digits * 10 + (digits >> 8);  // tens and ones, where the tens stood
  command.milliseconds = static_cast<std::uint32_t>(
      (digits & 0xFF) * 3'600'000 + (pairs >> 16 & 0xFF) * 60'000 + (pairs >> 40 & 0xFF) * 1000);
  command.length = 14;
  command.kind = CommandKind::TimeLeft;
  command.form = ClockForm::Full;
  command.has_fraction = false;
  return bracket + 14;
}

// Any command; the usual clock without a call.
inline const char* read(const char* bracket, CommentCommand& command) {
  const char* const stop = read_usual_clock(bracket, command);
  return stop != nullptr ? stop : read_any(bracket, command);
}

}  // namespace arbiter::command_reader
