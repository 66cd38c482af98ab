// Comments of movetext: where they end, and what stands in them (PGN 5). For the lexer only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lib/pgn/command_reader.h"
#include "lib/pgn/comment_horizon.h"
#include "lib/pgn/movetext_characters.h"
#include "lib/pgn/token.h"

namespace arbiter {

struct LexedComment {
  const char* end = nullptr;      // after its "}", or before what ends it in place of that
  bool is_closed = false;         // else the next game or the end of the text comes first
  std::uint32_t signs = 0;        // of the payload of its token
  std::size_t first_command = 0;  // as its token has them
  std::size_t command_count = 0;
};

class CommentLexer {
 public:
  // `text` is followed by kTextPadding readable bytes, the first of them NUL. Well-formed commands
  // are added to `commands`, with their places from `game_start` on, until this object goes.
  CommentLexer(std::string_view text, const char* game_start, CommentCommands& commands,
               CommentHorizon& horizon)
      : begin_(text.data()),
        end_(text.data() + text.size()),
        game_start_(game_start),
        commands_(commands),
        horizon_(horizon),
        next_(commands.data() + commands.size()),
        limit_(next_) {}
  ~CommentLexer() { commands_.resize(command_count()); }
  CommentLexer(const CommentLexer&) = delete;
  CommentLexer& operator=(const CommentLexer&) = delete;

  // Reads the comment that begins with `open` if it has nothing but well-formed commands in it,
  // which is usual. Otherwise `end` is null.
  LexedComment commands_alone(const char* open);

  // Reads any comment.
  LexedComment any(const char* open);

 private:
  std::size_t command_count() const { return static_cast<std::size_t>(next_ - commands_.data()); }
  bool has_room() { return limit_ - next_ >= std::ptrdiff_t{Token::kMostCommands} || grow(); }
  bool grow();
  bool add_commands(const char* at, const char* stop);
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
  // The commands are written behind each other into room made beforehand.
  CommentCommand* next_;
  CommentCommand* limit_;
};

// Blanks mostly come one at a time.
inline const char* skip_blanks(const char* at) {
  using namespace movetext_characters;
  at += *at == ' ' ? 1 : 0;
  if (*at > ' ') [[likely]]
    return at;
  while (class_of(*at) == CharClass::Blank) ++at;
  return at;
}

inline LexedComment CommentLexer::commands_alone(const char* open) {
  if (!has_room()) [[unlikely]]
    return {};
  CommentCommand* next = next_;
  const CommentCommand* const most = next + Token::kMostCommands;
  const char* at = skip_blanks(open + 1);
  do {
    if (*at != '[' || next == most) return {};
    at = read_command(at, *next++);
    if (at == nullptr) return {};
    at = skip_blanks(at);
  } while (*at != '}');
  const std::size_t first = command_count();
  const auto count = static_cast<std::size_t>(next - next_);
  next_ = next;
  return {at + 1, true, 0, first, count};
}

}  // namespace arbiter
