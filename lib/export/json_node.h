// What stands after a move in JSON, or before the first one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lib/export/comment_values.h"

namespace arbiter {

// The letters of "order", a member that is there where what follows a move does not follow by
// kind: first all NAGs, then all comments, variations, escapes and words.
inline constexpr std::string_view kJsonOrder = "NCVEW";

class JsonNode {
 public:
  void clear();

  void add_nag(std::uint32_t number);
  void add_comment(std::string_view text);
  // `json` is an object.
  void add_variation(std::string_view json);
  void add_escape(std::string_view line);
  void add_word(std::string_view text);

  // Appends its members, a comma before each.
  void append_to(std::string& json) const;

 private:
  void note(char kind);

  std::string nags_, comments_, variations_, escapes_, words_;
  CommentValues values_;
  std::string order_;
  bool is_in_order_ = true;
};

}  // namespace arbiter
