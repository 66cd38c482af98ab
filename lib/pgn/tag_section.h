// The tags of a game, from text (PGN 8.1). Used by the reader only.
#pragma once

#include <bitset>
#include <cstdint>

#include "lib/pgn/movetext_lexer.h"
#include "lib/pgn/pgn_game.h"
#include "lib/pgn/tag_lexer.h"
#include "lib/pgn/text_cursor.h"

namespace arbiter {

// Reads the tags at a cursor into a game, with the escapes that stand among them.
class TagSection {
 public:
  TagSection(TextCursor& cursor, const TextReports& reports, const MovetextLexer& lexer,
             PgnGame& game)
      : cursor_(cursor), reports_(reports), lexer_(lexer), game_(game) {}

  // What is read from here on belongs to a game without tags so far.
  void begin_game();

  // To the first byte that is no tag, or with which the tags of another game begin.
  void read();

  // Once the cursor stands behind the tags with which the game begins.
  void note_blank_lines_before_moves() const;

  // Of tags beyond PgnGame::kMostTags.
  void report_surplus_tags();

 private:
  void read_tag();
  void add_tag(const LexedTag& lexed);
  bool is_other_games_tag(const LexedTag& tag) const;
  bool begins_other_game() const;

  TextCursor& cursor_;
  const TextReports& reports_;
  const MovetextLexer& lexer_;
  PgnGame& game_;
  std::bitset<kRosterSize> roster_;  // which of its tags the game has
  std::uint64_t surplus_tags_ = 0;
  const char* first_surplus_tag_ = nullptr;
};

}  // namespace arbiter
