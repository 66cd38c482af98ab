// What is known of the text behind a comment that nothing closes. For the lexer only.
#pragma once

namespace arbiter {

// Keeps any stretch from being searched twice, however many comments are opened there. Begins
// empty, and is about one text.
struct CommentHorizon {
  const char* from = nullptr;   // between here and
  const char* brace = nullptr;  // this, a brace or the end of the text, no brace stands,
  const char* game = nullptr;   // and no game begins before this, which is `brace` if none does
};

}  // namespace arbiter
