// The words of a comment, between which a line may be broken.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arbiter {

struct CommentWord {
  std::string_view text;  // lives until the next word is asked for
  std::size_t columns = 0;
  bool is_last = false;
  // Must not begin a line: there "%" would be an escape (PGN 6), and "[Event"
  // would look like the tag of another game.
  bool must_stay = false;
};

// Walks through the text of a comment, in UTF-8, without its braces. A command,
// "[%clk 0:10:00]", is one word if it is no longer than a line.
class CommentWords {
 public:
  explicit CommentWords(std::string_view text);

  // False at the end.
  bool next(CommentWord& word);

 private:
  std::string_view command() const;
  std::string_view without_line_breaks(std::string_view command);

  std::string_view rest_;  // begins and ends with a word
  bool is_ascii_;
  std::string scratch_;
};

}  // namespace arbiter
