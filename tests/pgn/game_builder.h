// Games built from text by simple means, to test code that follows the reader.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "lib/pgn/pgn_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// A game with the given text. Each line `[Name "value"]` becomes a tag, from the first quotation
// mark to the last. Tokens are added by hand.
class BuiltGame {
 public:
  explicit BuiltGame(std::string text) : text_(std::move(text)) {
    game_.text = text_;
    game_.number = 1;
    for (std::size_t line = 0; line < text_.size();) {
      std::size_t end = text_.find('\n', line);
      if (end == std::string::npos) end = text_.size();
      if (text_[line] == '[') add_tag(line, end);
      line = end + 1;
    }
  }
  BuiltGame(const BuiltGame&) = delete;
  BuiltGame& operator=(const BuiltGame&) = delete;

  // Adds the next occurrence of `word` after the tokens added so far.
  Token& add(TokenKind kind, std::string_view word) {
    Token token{};
    const std::size_t from =
        game_.tokens.empty() ? 0 : game_.tokens.back().offset + game_.tokens.back().length;
    token.offset = static_cast<std::uint32_t>(text_.find(word, from));
    token.length = static_cast<std::uint32_t>(word.size());
    token.kind = kind;
    return game_.tokens.emplace_back(token);
  }

  PgnGame& game() { return game_; }
  const PgnGame& game() const { return game_; }

 private:
  void add_tag(std::size_t line, std::size_t end) {
    const std::string_view text = game_.text.substr(line, end - line);
    const std::size_t quote = text.find('"');
    const std::size_t last = text.rfind('"');
    PgnTag tag;
    tag.name = text.substr(1, text.find_first_of(" \"", 1) - 1);
    tag.value = text.substr(quote + 1, last - quote - 1);
    tag.offset = static_cast<std::uint32_t>(line + 1);
    tag.value_offset = static_cast<std::uint32_t>(line + quote + 1);
    tag.known = known_tag_ignoring_case(tag.name);
    if (tag.known != KnownTag::Other && tag.name != to_string(tag.known)) {
      tag.name = to_string(tag.known);
    }
    game_.tags.push_back(tag);
  }

  std::string text_;
  PgnGame game_;
};

}  // namespace arbiter::testing
