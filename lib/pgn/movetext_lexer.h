// The lexer of movetext (PGN 7), for PgnReader only.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "lib/pgn/movetext_characters.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// Cached search results after an unclosed comment, so that no part of a text is searched twice.
struct CommentHorizon {
  const char* from = nullptr;   // the start of the searched text
  const char* brace = nullptr;  // the first brace from there on, or the end of the text
  const char* game = nullptr;   // the first game before `brace`, or `brace` if none begins
  // True if the file continues after the text, so that an unclosed comment may be closed in the
  // rest.
  bool is_cut = false;
};

// The reason why the lexer stopped.
enum class MovetextEnd : std::uint8_t {
  Result,           // after a terminator outside of variations
  Tag,              // before "[", which begins the next game's tags
  FirstNumber,      // before "1." and a move at the start of a line, after other moves
  EndOfText,        //
  UnclosedComment,  // before the next game; the last token is the comment
};

// Checks for a tag pair at `text`: "[", a name, a quotation mark. Reads at most to the end of the
// line or to `end`, which must be followed by a NUL.
bool is_tag_start(const char* text, const char* end);

// Checks whether `text`, which has 8 readable bytes, begins with `[Event "`.
bool is_event_tag(const char* text);

// Checks for a bracket before a move number and a move.
bool is_bracket_of_moves(const char* text);

// Checks whether `at` is the first character of its line.
inline bool is_line_start(const char* begin, const char* at) {
  return at == begin || at[-1] == '\n' || at[-1] == '\r';
}

// Checks whether the line before the line at `at` contains only spaces.
bool is_below_empty_line(const char* begin, const char* at);

class MovetextLexer {
 public:
  // `text` must be followed by kTextPadding readable bytes, the first of them NUL. `horizon` must
  // be empty for a new text, and must be passed again for the same text.
  MovetextLexer(std::string_view text, CommentHorizon& horizon) : text_(text), horizon_(horizon) {}

  // Appends the tokens from `at` on to `game`, whose text begins at `game_start`, and moves `at`
  // after the last token. A "1." directly at `at` does not stop the lexer.
  MovetextEnd run(const char*& at, const char* game_start, PgnGame& game) const;

  // Appends one token, and skips the spaces before it. Returns nothing if the lexer continues.
  std::optional<MovetextEnd> run_one(const char*& at, const char* game_start, PgnGame& game) const;

 private:
  class Run;

  std::string_view text_;
  CommentHorizon& horizon_;
};

namespace command_reader {

// Reads the command at `bracket`, in the form that programs write: any name, a well-formed value in
// range, optional spaces. Sets all fields except the offset. Returns the end of the command; null
// for other text, which may be a malformed command, see command_fault().
const char* read_any(const char* bracket, CommentCommand& command);

// Returns eight bytes as a number.
inline std::uint64_t word_at(const char* bytes) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

// The fast path for the time in "[%clk 0:03:00]", read as one 8-byte word. About 2 ns.
inline bool read_usual_time(const char* time, CommentCommand& command) {
  // XOR with "0:00:00]" gives the digits: 0 to 9, or 0 to 5 for the tens of minutes and seconds.
  const std::uint64_t digits = word_at(time) ^ word_at("0:00:00]");
  constexpr std::uint64_t kRoomBelow128 = 0x7F'76'7A'7F'76'7A'7F'76;
  if ((((digits + kRoomBelow128) | digits) & 0x80'80'80'80'80'80'80'80) != 0) return false;
  // The byte of each tens digit now contains the two-digit number.
  const std::uint64_t pairs = digits * 10 + (digits >> 8);
  constexpr std::uint64_t kSeconds = std::uint64_t{360} << 40 | std::uint64_t{60} << 24 | 1;
  const std::uint64_t seconds = (pairs & 0xFF'00'00'FF'00'FF) * kSeconds >> 40 & 0xFFFF;
  command.milliseconds = static_cast<std::uint32_t>(seconds) * 1000;
  command.length = 14;
  command.kind = CommandKind::TimeLeft;
  command.form = ClockForm::Full;
  command.has_fraction = false;
  return true;
}

// Returns the end of a number such as "0.17" or "-12.5", of up to seven characters without the
// sign; null for other text.
inline const char* usual_evaluation_end(const char* at) {
  at += *at == '-' ? 1 : 0;
  // The first non-digit bytes show the lengths of the two numbers.
  const std::uint64_t digits = word_at(at) ^ 0x3030'3030'3030'3030;
  const std::uint64_t others = ((digits + 0x7676'7676'7676'7676) | digits) & 0x8080'8080'8080'8080;
  const std::uint64_t after_point = others & (others - 1);
  if (after_point == 0) return nullptr;
  const auto point = static_cast<unsigned>(std::countr_zero(others)) / 8;
  const auto end = static_cast<unsigned>(std::countr_zero(after_point)) / 8;
  const bool is_number = point - 1 < 3 && end != point + 1 && at[point] == '.';
  return is_number ? at + end : nullptr;
}

// The fast paths for "[%clk 0:03:00]" and "[%eval 0.17]".
inline const char* read_usual_clock(const char* bracket, CommentCommand& command) {
  const bool is_clock = word_at(bracket) << 16 == word_at("[%clk 0:") << 16;
  return is_clock && read_usual_time(bracket + 6, command) ? bracket + 14 : nullptr;
}
inline const char* read_usual_evaluation(const char* bracket, CommentCommand& command) {
  if (word_at(bracket) << 8 != word_at("[%eval ") << 8) return nullptr;
  const char* const end = usual_evaluation_end(bracket + 7);
  if (end == nullptr || *end != ']') return nullptr;
  command.length = static_cast<std::uint32_t>(end + 1 - bracket);
  command.kind = CommandKind::Evaluation;
  return end + 1;
}

// Reads any command, with inline fast paths for the usual clock and evaluation.
inline const char* read(const char* bracket, CommentCommand& command) {
  const char* stop = read_usual_clock(bracket, command);
  if (stop == nullptr) stop = read_usual_evaluation(bracket, command);
  return stop != nullptr ? stop : read_any(bracket, command);
}

}  // namespace command_reader

struct LexedComment {
  const char* end = nullptr;  // the end after "}", or before the text that ends an unclosed comment
  bool is_closed = false;     // false if the next game or the end of the text comes first
  std::uint32_t signs = 0;    // payload of its token
  std::size_t first_command = 0;  // see Token
  std::size_t command_count = 0;
};

class CommentLexer {
 public:
  // `text` must be followed by kTextPadding readable bytes, the first of them NUL. Adds well-formed
  // commands to `commands`, with offsets from `game_start`. The destructor sets the size of
  // `commands`.
  CommentLexer(std::string_view text, const char* game_start, CommentCommands& commands,
               CommentHorizon& horizon)
      : begin_(text.data()),
        end_(text.data() + text.size()),
        game_start_(game_start),
        commands_(commands),
        horizon_(horizon),
        first_(commands.data()),
        next_(first_ + commands.size()),
        full_(next_) {}
  ~CommentLexer() { commands_.resize(command_count()); }
  CommentLexer(const CommentLexer&) = delete;
  CommentLexer& operator=(const CommentLexer&) = delete;

  // The fast path: reads the comment at `open` if it contains only well-formed commands. Otherwise
  // `end` is null.
  LexedComment commands_alone(const char* open);

  // Reads any comment.
  LexedComment any(const char* open);

 private:
  std::size_t command_count() const { return static_cast<std::size_t>(next_ - first_); }
  bool has_room() { return next_ < full_ || grow(); }
  bool grow();
  bool add_commands(const char* at, const char* stop);
  // Reads "{ [%eval 0.17] [%clk 0:03:00] }", the two commands after `next_`. Returns the end of the
  // comment; null for other text.
  const char* evaluation_and_clock(const char* open);
  LexedComment unclosed(const char* game) const;
  const char* game_inside(const char* at, const char* stop) const;
  bool is_on_horizon(const char* at) const {
    return horizon_.from != nullptr && horizon_.from <= at && at <= horizon_.brace;
  }
  const char* game_on_horizon(const char* at);
  const char* read_command(const char* bracket, CommentCommand& command) const {
    command.offset = static_cast<std::uint32_t>(bracket - game_start_);
    return command_reader::read(bracket, command);
  }

  const char* begin_;
  const char* end_;
  const char* game_start_;
  CommentCommands& commands_;
  CommentHorizon& horizon_;
  // Commands are written into reserved space.
  CommentCommand* first_;
  CommentCommand* next_;
  CommentCommand* full_;  // after this, the space may be too small for the commands of a comment
};

// Skips spaces; usually there is only one.
inline const char* skip_blanks(const char* at) {
  using namespace movetext_characters;
  at += *at == ' ' ? 1 : 0;
  if (*at > ' ') [[likely]]
    return at;
  while (class_of(*at) == CharClass::Blank) ++at;
  return at;
}

inline const char* CommentLexer::evaluation_and_clock(const char* open) {
  using namespace command_reader;
  if (word_at(open) != word_at("{ [%eval") || open[8] != ' ') return nullptr;
  const char* const end = usual_evaluation_end(open + 9);
  if (end == nullptr || word_at(end) != word_at("] [%clk ")) return nullptr;
  if (!read_usual_time(end + 8, next_[1]) || std::memcmp(end + 16, " }", 2) != 0) return nullptr;
  next_[0].offset = static_cast<std::uint32_t>(open + 2 - game_start_);
  next_[0].length = static_cast<std::uint32_t>(end - open - 1);
  next_[0].kind = CommandKind::Evaluation;
  next_[1].offset = static_cast<std::uint32_t>(end + 2 - game_start_);
  return end + 18;
}

inline LexedComment CommentLexer::commands_alone(const char* open) {
  if (!has_room()) [[unlikely]]
    return {};
  if (std::memcmp(open + 16, " }", 2) == 0) {  // "{ [%clk 0:03:00] }"
    next_->offset = static_cast<std::uint32_t>(open + 2 - game_start_);
    if (std::memcmp(open, "{ ", 2) == 0 && command_reader::read_usual_clock(open + 2, *next_))
      return {open + 18, true, 0, static_cast<std::size_t>(next_++ - first_), 1};
  }
  const std::size_t first = command_count();
  if (const char* const stop = evaluation_and_clock(open)) {
    next_ += 2;
    return {stop, true, 0, first, 2};
  }
  CommentCommand* next = next_;
  const CommentCommand* const most = next + Token::kMaxCommands;
  const char* at = skip_blanks(open + 1);
  do {
    if (*at != '[' || next == most) return {};
    at = read_command(at, *next++);
    if (at == nullptr) return {};
    at = skip_blanks(at);
  } while (*at != '}');
  const auto count = static_cast<std::size_t>(next - next_);
  next_ = next;
  return {at + 1, true, 0, first, count};
}

}  // namespace arbiter
