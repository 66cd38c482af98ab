// Tests of the movetext of games, and its values.
#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/game_tests.h"
#include "db/model/movetext_values.h"
#include "lib/base/encoding.h"
#include "lib/diagnostics/sink.h"
#include "lib/export/movetext_sink.h"
#include "lib/pgn/reader.h"
#include "lib/pgn/set_aside.h"

namespace arbiter {
namespace {

// Reads the movetexts of games one after another with the same storage.
class MovetextOfRecord {
 public:
  // Returns the game whose movetext the record has, without its tags. Nothing if it has none, or if
  // the record is damaged. It is valid until the next call.
  const PgnGame* read(const GameView& game) {
    RecordReader record(game.record, game);
    if (!record.skip_tags()) return nullptr;
    const std::string_view movetext = record.movetext();
    if (movetext.empty()) return nullptr;
    // A tag, so that the text certainly starts a game.
    source_ = "[Event \"?\"]\n\n";
    source_ += movetext;
    const std::size_t size = source_.size();
    source_.append(kTextPadding, '\0');
    PgnReader reader(
        {.text = std::string_view(source_).substr(0, size), .ends_file = false, .next = '['},
        sink_);
    return reader.next(game_) ? &game_ : nullptr;
  }

 private:
  CollectingSink sink_{CodeSet()};
  std::string source_;
  PgnGame game_;
};

const PgnGame* read_movetext(const GameView& game) {
  thread_local MovetextOfRecord movetext;
  return movetext.read(game);
}

// Returns the text of a brace comment without its braces.
std::string_view comment_in(const PgnGame& game, const Token& token) {
  std::string_view text = game.text_of(token).substr(1);
  if (text.ends_with('}')) text.remove_suffix(1);
  return text;
}

bool has_text(const PgnGame& game, const Token& token) {
  if (token.kind == TokenKind::LineComment) return !is_blank_text(game.text_of(token).substr(1));
  return token.kind == TokenKind::BraceComment && token.has_text() &&
         !is_set_aside(game.text_of(token));
}

template <class IsWanted>
bool has_command(const PgnGame& game, const Token& token, IsWanted is_wanted) {
  return token.kind == TokenKind::BraceComment &&
         std::ranges::any_of(game.commands_of(token), [&](const CommentCommand& command) {
           return is_wanted(command.kind);
         });
}

bool has(const PgnGame& game, const Token& token, MovetextPart part) {
  switch (part) {
    case MovetextPart::Words:
      return has_text(game, token);
    case MovetextPart::Variations:
      return token.kind == TokenKind::VariationStart;
    case MovetextPart::Nags:
      return token.kind == TokenKind::Nag || token.kind == TokenKind::Suffix;
    case MovetextPart::Clocks:
      return has_command(game, token, is_time_command);
    case MovetextPart::Evaluations:
      return has_command(game, token,
                         [](CommandKind kind) { return kind == CommandKind::Evaluation; });
    case MovetextPart::Commands:
      return has_command(game, token, [](CommandKind) { return true; });
    default:
      return token.kind == TokenKind::MoveNumber;
  }
}

// Returns the number after a move of `player`, if there is one.
std::optional<double> number_in(const CommentValues& values, Color player,
                                CommentNumberTest::Of of) {
  if (of != CommentNumberTest::Of::Evaluation) {
    const bool is_of_player = (of == CommentNumberTest::Of::WhiteClock) == (player == Color::White);
    if (!is_of_player || !values.clock) return std::nullopt;
    return std::chrono::duration<double>(*values.clock).count();
  }
  if (values.evaluation) return values.evaluation;
  if (!values.mate) return std::nullopt;
  constexpr double kMate = std::numeric_limits<double>::infinity();
  return *values.mate < 0 ? -kMate : kMate;
}

// Returns the side to move in the initial position. That of a game that is not replayed is only in
// its FEN tag.
Color first_player(const GameView& game) {
  std::string fen(game.start);
  if ((game[GameNumber::Flags] & kUnchecked) != 0) {
    RecordReader record(game.record, game);
    for (RecordTag tag; fen.empty() && record.next(tag);) {
      if (tag.known == KnownTag::Fen) fen = tag.value;
    }
  }
  return fen.find(" b ") == std::string::npos ? Color::White : Color::Black;
}

}  // namespace

bool ContentTest::accepts(const GameView& view) const {
  const PgnGame* game = read_movetext(view);
  return game != nullptr && std::ranges::any_of(game->tokens, [&](const Token& token) {
           return has(*game, token, part);
         });
}

std::vector<CommentValues> comment_values(const GameView& view) {
  std::vector<CommentValues> values;
  const PgnGame* game = read_movetext(view);
  if (game == nullptr) return values;
  values.emplace_back();
  int depth = 0;
  for (const Token& token : game->tokens) {
    if (token.kind == TokenKind::VariationStart) ++depth;
    if (token.kind == TokenKind::VariationEnd && depth > 0) --depth;
    if (depth > 0) continue;
    if (token.kind == TokenKind::Move || token.kind == TokenKind::Word) {
      values.emplace_back();
    } else if (token.kind == TokenKind::BraceComment) {
      add_values(comment_in(*game, token), values.back());
    }
  }
  return values;
}

bool CommentNumberTest::accepts(const GameView& view) const {
  Color player = other(first_player(view));  // who made the last move
  for (const CommentValues& values : comment_values(view)) {
    const auto number = number_in(values, player, of);
    if (number && min <= *number && *number <= max) return true;
    player = other(player);
  }
  return false;
}

}  // namespace arbiter
