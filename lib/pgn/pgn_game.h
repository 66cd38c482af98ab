// A game as written: its tags and the words of its movetext, in order, each with
// its place in the file. Nothing is left out, nothing is judged.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lib/pgn/comment_command.h"
#include "lib/pgn/tag_name.h"
#include "lib/pgn/token.h"

namespace arbiter {

// One tag pair (PGN 8.1). Offsets are bytes from the start of the game's text.
struct PgnTag {
  std::string_view name;
  std::string_view value;          // between the quotes, as written: see unescape()
  std::uint32_t offset = 0;        // of the name
  std::uint32_t value_offset = 0;  // of the value
  KnownTag known = KnownTag::Other;
};

// Views point into the reader's text and live until it reads on.
struct PgnGame {
  // Beside those of the roster, which writers add. Tags beyond are text among the tags: see
  // damaged_tags().
  static constexpr std::size_t kMostTags = 1000;

  std::string_view text;     // from the first byte of the game to behind its last
  std::uint64_t offset = 0;  // of the text in the (decompressed) file, in bytes
  std::uint64_t number = 0;  // in the file, from 1
  std::vector<PgnTag> tags;
  Tokens tokens;
  CommentCommands commands;  // of all comments: see commands_of()
  bool has_variations = false;
  bool has_words = false;      // tokens that are a Word
  bool has_set_aside = false;  // a comment that begins with kUnreadable
  // Where moves that were set aside begin: see ended_line().
  std::vector<std::uint32_t> line_ends;

  std::string_view text_of(const Token& token) const {
    return text.substr(token.offset, token.length);
  }

  // The commands of a brace comment, in order, if each is well formed; else none, and the comment
  // has_inner_sign().
  std::span<const CommentCommand> commands_of(const Token& comment) const {
    return {commands.data() + comment.first_command(), comment.command_count()};
  }
  std::string_view text_of(const CommentCommand& command) const {
    return text.substr(command.offset, command.length);
  }

  // The last word is a comment that no brace closes.
  bool ends_in_open_comment() const {
    return !tokens.empty() && tokens.back().kind == TokenKind::BraceComment &&
           !text_of(tokens.back()).ends_with('}');
  }

  // The first tag of that name, or null.
  const PgnTag* tag(KnownTag known) const {
    for (const PgnTag& candidate : tags) {
      if (candidate.known == known) return &candidate;
    }
    return nullptr;
  }
  const PgnTag* tag(std::string_view name) const {
    for (const PgnTag& candidate : tags) {
      if (candidate.name == name) return &candidate;
    }
    return nullptr;
  }
};

}  // namespace arbiter
