#include "lib/pgn/comment_lexer.h"

#include <cstring>

#include "lib/base/text_scan.h"
#include "lib/pgn/movetext_characters.h"
#include "lib/pgn/movetext_lexer.h"

namespace arbiter {

using namespace movetext_characters;

namespace {

const char* find_bracket(const char* at, const char* stop) {
  return static_cast<const char*>(std::memchr(at, '[', static_cast<std::size_t>(stop - at)));
}

}  // namespace

// Makes room for more commands; false if a game can have no more.
bool CommentLexer::grow() {
  constexpr std::size_t kStep = 4 * Token::kMostCommands;
  const std::size_t count = command_count();
  if (count + kStep > Token::kMostOfGame) return false;
  if (commands_.capacity() < count + kStep) commands_.reserve(2 * count + kStep);
  commands_.resize(count + kStep);
  next_ = commands_.data() + count;
  limit_ = next_ + kStep;
  return true;
}

// Adds the commands that stand from `at` to `stop`. Adds none and returns false if some bracket
// there begins no well-formed command.
bool CommentLexer::add_commands(const char* at, const char* stop) {
  if (!has_room()) return false;
  CommentCommand* next = next_;
  const CommentCommand* const most = next + Token::kMostCommands;
  for (at = find_bracket(at, stop); at != nullptr; at = find_bracket(at, stop)) {
    if (next == most) return false;
    at = read_command(at, *next++);
    if (at == nullptr) return false;
  }
  next_ = next;
  return true;
}

// Where the next game begins from `at` to `stop`: at a tag with a capital below an empty line, or
// an Event tag on any line. `stop` if it does not.
const char* CommentLexer::game_inside(const char* at, const char* stop) const {
  for (at = find_bracket(at, stop); at != nullptr; at = find_bracket(at + 1, stop)) {
    const bool is_capital = at[1] >= 'A' && at[1] <= 'Z';
    if (is_capital && is_line_start(begin_, at) && is_tag_start(at, end_) &&
        (is_below_empty_line(begin_, at) || is_event_tag(at))) {
      return at;
    }
  }
  return stop;
}

// The same up to the brace on the horizon.
const char* CommentLexer::game_on_horizon(const char* at) {
  if (at > horizon_.game) horizon_.game = game_inside(at, horizon_.brace);
  return horizon_.game;
}

// A comment that ends before `game`, or with the text. Its commands are not read.
LexedComment CommentLexer::unclosed(const char* game) const {
  return {
      .end = game, .signs = Token::kHasText | Token::kHasBracket, .first_command = command_count()};
}

LexedComment CommentLexer::any(const char* open) {
  const char* const inside = open + 1;
  const bool is_known = is_on_horizon(inside);
  if (is_known) {
    const char* const game = game_on_horizon(inside);
    if (game < horizon_.brace || game == end_) return unclosed(game);
  }
  CommentSigns signs;
  const char* const stop = find_comment_end(inside, end_, signs);
  if (!is_known && (signs.tag_line != nullptr || stop == end_)) {
    const char* const game = signs.tag_line == nullptr ? stop : game_inside(signs.tag_line, stop);
    horizon_ = {inside, stop, game};
    if (game < stop || stop == end_) return unclosed(game);
  }
  LexedComment comment;
  comment.is_closed = true;
  comment.end = stop + 1;
  comment.first_command = command_count();
  const bool has_odd_bracket = signs.bracket && !add_commands(inside, stop);
  comment.command_count = command_count() - comment.first_command;
  comment.signs = Token::kHasText | (has_odd_bracket ? Token::kHasBracket : 0) |
                  (signs.open_brace ? Token::kHasBrace : 0) |
                  (signs.number ? Token::kHasNumber : 0);
  return comment;
}

}  // namespace arbiter
