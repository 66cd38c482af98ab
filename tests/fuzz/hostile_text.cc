#include "tests/fuzz/hostile_text.h"

namespace arbiter::testing {
namespace {

constexpr HostileText kTexts[] = {
    // Comments.
    {"open-comments-behind-tags", "", "[A \"x\"]\n\n{\n"},
    {"open-comments-behind-events", "", "[Event \"x\"]\n{\n"},
    {"open-comments-behind-small-tags", "", "[a \"x\"]\n\n{\n"},
    {"open-braces", "1. e4 ", "{"},
    {"open-braces-on-lines", "1. e4 ", "{\n"},
    {"closed-and-open-comments", "", "{}[A \"x\"]\n{\n"},
    {"short-comments", "1. e4 ", "{a} "},
    {"line-comments", "1. e4 ", ";x\n"},
    {"escapes", "[A \"x\"]\n\n1. e4\n", "%x\n"},
    {"clocks-of-one-move", "1. e4 ", "{[%clk 1:00:00]} "},
    {"commands-in-one-comment", "1. e4 {", "[%a 1]"},
    {"odd-commands-in-one-comment", "1. e4 {", "[%clk x] [%"},
    {"moves-in-one-comment", "1. e4 {", "1. Nf3 "},

    // Variations.
    {"closing-parentheses", "1. e4 ", ") "},
    {"opening-parentheses", "1. e4 ", "("},
    {"balanced-parentheses", "1. e4 ", "(", ")"},
    {"nested-variations", "1. e4 ", "(1. d4 ", ") "},
    {"variations-of-one-move", "1. e4 ", "(1. d4) "},
    {"empty-variations", "1. e4 ", "() "},
    {"comments-in-variations", "1. e4 ", "({a}) "},
    {"words-before-nested-variations", "1. e4 ", "(x ", ") "},
    {"moves-behind-nested-variations", "1. e4 ", "(", "1. d4) "},
    {"variations-closed-by-braces", "1. e4 ", "(1. d4 } "},
    {"results-in-variations", "1. e4 (", "1-0 {a} "},
    {"castling-in-variations", "1. Nf3 Nf6 2. Ng1 Ng8 ", "Nf3 Nf6 Ng1 Ng8 (O-O) "},

    // Tags.
    {"different-tags", "", "[T# \"x\"]\n"},
    {"equal-tags", "", "[A \"x\"]\n"},
    {"events", "", "[Event \"#\"]\n"},
    {"tags-without-end", "", "[A \"x\n"},
    {"tags-with-quotes", "[A \"", "x\" "},
    {"brackets", "", "["},
    {"brackets-in-moves", "1. e4 ", "[a "},
    {"backslashes-in-a-value", "[Event \"", "\\"},
    {"a-long-name", "[White \"", "a, b. "},
    {"a-long-time-control", "[TimeControl \"", "40/7200:"},
    {"a-long-fen", "[FEN \"", "8/"},
    {"a-long-termination", "[Termination \"", "time "},
    {"a-long-result", "[Result \"", "1-0 "},
    {"a-long-eco", "[Event \"x\"]\n[ECO \"", "B9"},

    // Games.
    {"games-of-a-star", "", "*\n"},
    {"games-of-a-result", "", "1-0\n\n"},
    {"games-on-one-line", "", "[A \"x\"]* "},
    {"games-without-blanks", "", "[A\"x\"]*"},
    {"illegal-games", "", "[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n\n"},
    {"illegal-games-on-one-line", "", "[A \"x\"]1. Ke5 * "},
    {"games-of-many-names", "", "[White \"#, A\"]\n[Black \"B, #\"]\n\n1. e4 *\n\n"},
    {"games-between-words", "", "x\n\n1. e4 *\n\n"},
    {"walls-of-pawns", "",
     "[Event \"x\"]\n[FEN \"4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 0 1\"]\n\nKe2 Ke7 1-0\n\n"},

    // Moves.
    {"knights-to-and-fro", "", "Nf3 Nf6 Ng1 Ng8 "},
    {"knights-to-and-fro-in-1980", "[Date \"1980.01.01\"]\n\n", "Nf3 Nf6 Ng1 Ng8 "},
    {"rooks-to-and-fro",
     "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n[Date \"1980.01.01\"]\n\n",
     "Ra2 Ra7 Rb2 Rb7 Rc2 Rc7 Rb2 Ra7 Ra2 Rb7 "},
    {"checks-without-sign", "[FEN \"6k1/8/8/8/8/8/8/K3Q3 w - - 0 1\"]\n\n", "Qe8 Kh7 Qh5 Kg8 "},
    {"illegal-moves", "1. e4 e5 ", "Ke5 Nf3 "},
    {"null-moves", "1. e4 e5 ", "-- "},
    {"castling-in-zeros", "1. e4 e5 ", "000 "},
    {"pieces-in-german", "", "Sf3 Sf6 Sg1 Sg8 "},
    {"garbled-moves", "1. e4 e5 ", "Ng "},
    {"wrong-numbers", "", "7. Nf3 Nf6 9. Ng1 Ng8 "},
    {"numbers", "1. e4 ", "1. "},
    {"dots", "1. e4 ", ". "},
    {"results", "1. e4 ", "1-0 "},
    {"nags", "1. e4 ", "$1 "},
    {"suffixes", "1. e4 ", "! "},
    {"glyphs-behind-suffixes", "1. e4 ", "! +- "},

    // Repeated words and bytes.
    {"one-long-word", "1. e4 ", "a"},
    {"one-long-number", "1. e4 ", "1"},
    {"words", "1. e4 ", "the old fox "},
    {"angle-brackets", "1. e4 ", "<b> "},
    {"blank-lines", "[A \"x\"]", "\n"},
    {"spaces", "[A \"x\"]\n\n1. e4 ", " "},
    {"carriage-returns", "[A \"x\"]\r\r1. e4 ", "\r"},
    {"bytes-of-latin-1", "1. e4 ", "\xFC "},
    {"control-characters", "1. e4 ", "\xC2\x92\x01 "},
    {"byte-order-marks", "", "\xEF\xBB\xBF"},
    {"hard-spaces", "1. e4 ", "\xC2\xA0"},
    {"quotation-marks", "1. e4 ", "\" "},
};

void append_numbered(std::string_view unit, std::size_t number, std::string& text) {
  for (const char c : unit) {
    if (c == '#') {
      text += std::to_string(number);
    } else {
      text += c;
    }
  }
}

}  // namespace

std::span<const HostileText> hostile_texts() { return kTexts; }

std::string make(const HostileText& text, std::size_t bytes) {
  std::string made(text.head);
  made.reserve(bytes + text.unit.size() + text.back.size());
  std::size_t units = 0;
  while (made.size() + units * text.back.size() < bytes) append_numbered(text.unit, units++, made);
  for (std::size_t i = 0; i < units; ++i) made += text.back;
  return made;
}

}  // namespace arbiter::testing
