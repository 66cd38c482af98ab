#include "lib/pgn/reader.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/base/text.h"
#include "tests/pgn/games_read.h"
#include "tests/pgn/mutations.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
namespace {

// Returns the text of each token, by game.
std::vector<std::vector<std::string>> words_of(std::string_view text) {
  std::vector<std::vector<std::string>> games;
  for (const GameRead& game : read_in_one_piece(text).games) {
    std::vector<std::string>& words = games.emplace_back();
    for (const TagRead& tag : game.tags) words.push_back(tag.name + "=" + tag.value);
    for (const TokenRead& token : game.tokens) words.push_back(token.text);
  }
  return games;
}

std::vector<std::string> findings_of(std::string_view text) {
  std::vector<std::string> ids;
  for (const FindingRead& finding : read_in_one_piece(text).findings) {
    ids.emplace_back(finding.id);
  }
  return ids;
}

using Words = std::vector<std::string>;
using Games = std::vector<Words>;

struct Recovery {
  std::string name;
  std::string text;
  Games games;
  Words findings;
};

}  // namespace

TEST_CASE("each word of movetext is a token of its kind", "[reader]") {
  struct Case {
    std::string text;
    TokenKind kind;
  };
  using enum TokenKind;
  const Case cases[] = {
      {"e4", Move},
      {"exd5", Move},
      {"Nf3+", Move},
      {"R1xa1#", Move},
      {"Qa1xb2", Move},
      {"e8=Q", Move},
      {"dxe8=N+", Move},
      {"O-O", Move},
      {"O-O-O#", Move},
      {"Ngf3", Move},
      {"0-0", Word},
      {"e8Q", Word},
      {"o-o", Word},
      {"Sf3", Word},
      {"e2e4", Word},
      {"Ng1-f3", Word},
      {"--", Word},
      {"Z0", Word},
      {"exd6e.p.", Word},
      {"e.p.", Word},
      {"+", Word},
      {"1/2", Word},
      {"10-0", Word},
      {"\u2658f3", Word},
      {"=", Word},
      {"Nf9", Word},
      {"1", MoveNumber},
      {"12.", MoveNumber},
      {"12...", MoveNumber},
      {"12. ...", MoveNumber},
      {"1-0", Result},
      {"0-1", Result},
      {"1/2-1/2", Result},
      {"*", Result},
      {"!", Suffix},
      {"?!", Suffix},
      {"!!!", Suffix},
      {"$1", Nag},
      {"$1234567890123", Nag},
      {"$", Stray},
      {"{a}", BraceComment},
      {"{}", BraceComment},
      {"{a\n{b}", BraceComment},
      {"{[%clk 0:01:00]}", BraceComment},
      {"; a } b", LineComment},
      {"(", VariationStart},
      {")", VariationEnd},
      {"}", Stray},
      {"]", Stray},
      {",", Stray},
      {"...", Stray},
      {"<", Stray},
      {">", Stray},
      {"\"", Stray},
      {"[", Stray},
      {"%", Stray},
  };
  for (const Case& word : cases) {
    CAPTURE(word.text);
    // The word follows a move on the same line, and is the last token.
    const FileRead file = read_in_one_piece("a3 " + word.text);
    REQUIRE(file.games.size() == 1);
    REQUIRE(file.games[0].tokens.size() == 2);
    const TokenRead& token = file.games[0].tokens[1];
    CHECK(token.kind == word.kind);
    CHECK(token.text == word.text);
    CHECK(token.offset == 3);
  }
}

TEST_CASE("adjacent words are separated", "[reader]") {
  const struct {
    std::string text;
    Words words;
  } cases[] = {
      {"1.e4!(1.d4)1...e5$1{c}",
       {"1.", "e4", "!", "(", "1.", "d4", ")", "1...", "e5", "$1", "{c}"}},
      {"Nf3!? Nf6?!", {"Nf3", "!?", "Nf6", "?!"}},
      {"1.O-O{}2.O-O-O", {"1.", "O-O", "{}", "2.", "O-O-O"}},
      {"e8(Q)+ exd1=(n)# Nf8(Q)", {"e8(Q)", "+", "exd1=(n)", "#", "Nf8(Q)"}},
      {"e8(Qa1) e7(Q)", {"e8", "(", "Qa1", ")", "e7", "(", "Q", ")"}},
      {"((e4))", {"(", "(", "e4", ")", ")"}},
      {"1-0", {"1-0"}},
      {"e4*", {"e4", "*"}},
      {"e4{a}{b};c", {"e4", "{a}", "{b}", ";c"}},
      {"1.e4,e5 2.Nf3, Nc6", {"1.", "e4", ",", "e5", "2.", "Nf3", ",", "Nc6"}},
      {"e4. e5 ... Nf3", {"e4", ".", "e5", "...", "Nf3"}},
      {"1. Qxf7#1-0", {"1.", "Qxf7#", "1-0"}},
      {"1. Qg20-1", {"1.", "Qg2", "0-1"}},
      {"1. exd8=N+1/2-1/2", {"1.", "exd8=N+", "1/2-1/2"}},
      {"1. O-O-O1-0", {"1.", "O-O-O", "1-0"}},
      {"1. 0-00-1", {"1.", "0-0", "0-1"}},
      {"1. g7-g8Q1-0", {"1.", "g7-g8Q", "1-0"}},
      {"1. Nf3\u00bd-\u00bd", {"1.", "Nf3", "\u00bd-\u00bd"}},
      {"1. Ng1-0 0-0-0 10-0 e1-0 f10-11", {"1.", "Ng1-0", "0-0-0", "10-0", "e1-0", "f10-11"}},
      {"1. 0,5-0,5", {"1.", "0,5-0,5"}},
  };
  for (const auto& line : cases) {
    CAPTURE(line.text);
    CHECK(words_of(line.text) == Games{line.words});
  }
}

TEST_CASE("superscripts that count from 1 are footnotes, others are signs", "[reader]") {
  const auto footnotes_in = [](std::string_view text) {
    const auto game = read_in_one_piece(text).games.at(0);
    return std::ranges::count(game.tokens, TokenKind::Stray, &TokenRead::kind);
  };
  CHECK(footnotes_in("1. e4\u00b9 e5 2. d4\u00b2 exd4\u00b3 *") == 3);
  CHECK(footnotes_in("1. e4\xb9 e5 2. d4 exd4\xb2 *") == 2);
  CHECK(footnotes_in("1. e4\u00b9 e5 2. d4\u00b9 *") == 0);
  CHECK(footnotes_in("1. e4\u00b2 e5\u00b9 2. d4\u00b2 *") == 0);
  CHECK(footnotes_in("1. e4\u00b9 e5 *") == 0);
}

TEST_CASE("tags are read as they are written", "[reader]") {
  const struct {
    std::string text;
    Words tags;
  } cases[] = {
      {"[Event \"a\"]", {"Event=a"}},
      {"[ Event \t\"a\" ]", {"Event=a"}},
      {"[Event\"a\"]", {"Event=a"}},
      {"[Event \"\"]", {"Event="}},
      {"[ANameOf15Chars_ \"a\"]", {"ANameOf15Chars_=a"}},
      {"[ANameOf16Chars__\"a\"]", {"ANameOf16Chars__=a"}},
      {"[ANameThatIsLongerThanTwoBlocks_ \"a\"]", {"ANameThatIsLongerThanTwoBlocks_=a"}},
      {"[Event \"a]b\"]", {"Event=a]b"}},
      {R"([Event "a \"b\" c\\"])", {R"(Event=a \"b\" c\\)"}},
      {"[Event \"a\"][Site \"b\"] [Round \"1\"]", {"Event=a", "Site=b", "Round=1"}},
      {"[Event \"a\"]\r\n[Site \"b\"]\r[Round \"1\"]", {"Event=a", "Site=b", "Round=1"}},
      {"[Event \"a\"]\n[Event \"b\"]", {"Event=a", "Event=b"}},
      {"[Event \"a\"]\n% passed over\n[Site \"b\"]", {"Event=a", "Site=b", "% passed over"}},
      {"[Event \"the \"best\" line\"]", {"Event=the \"best\" line"}},
      {"[Event \"a]\n[Site \"b\"]", {"Event=a", "Site=b"}},
      {"[Event \"a\"\n[Site \"b\"]", {"Event=a", "Site=b"}},
      {"[Event a]\n[Site \"b\"]", {"Event=a", "Site=b"}},
      {"[White \"a[Black \"b\"]", {"White=a", "Black=b"}},
      {"[Event \"a\"[Site \"b\"]", {"Event=a", "Site=b"}},
      {"[Event \"a[b \"c\"]", {"Event=a[b \"c"}},
      {"[\"a\"]\n[Site \"b\"]", {}},
  };
  for (const auto& section : cases) {
    CAPTURE(section.text);
    const Games games = words_of(section.text + "\n\n*\n");
    REQUIRE(games.size() == 1);
    Words expected = section.tags;
    expected.push_back("*");
    if (section.tags.empty()) expected = {"Site=b", "*"};
    CHECK(games[0] == expected);
  }
}

TEST_CASE("tags are the same whatever tags the games before have", "[reader]") {
  const std::vector<std::string> games = {
      "[Event \"A\"]\n[Site \"B\"]\n[Date \"?\"]\n\n1. e4 *\n\n",
      "[Event \"A\"]\r\n[Site \"\"]\r\n[Round \"1\"]\r\n\r\n1. e4 *\r\n\r\n",
      "[Event \"A]\\\"\"]\n[Site \"B\" ]\n[Dates \"?\"]\n1. e4 *\n\n",
      "[Event \"A\"][Site \"B\"] [Date \"?\"]\n\n\n1. e4 *\n\n",
      "[Event  \"A\"]\n[ Site \"B\"]\n% escape\n[Date\t\"C\"]\n\n1. e4 *\n\n",
      "[Event \"A\"]\n[Site \"\"B\"\"]\n[Date \"C]\n\n1. e4 *\n\n",
      "[Event \"A\"]\n[Site \"B\"]\n\n[Date \"?\"]\n{text}\n[Site \"B\"]\n\n1. e4 *\n\n",
      "[WhiteRatingDifference \"A\"]\n[Site \"B\"]\n[Site \"B\"]\n\n1. e4 *\n\n"};
  for (const std::string& before : games) {
    for (const std::string& game : games) {
      CAPTURE(before, game);
      Games alone;
      for (const std::string& text : {before, before, game}) {
        for (const Words& words : words_of(text)) alone.push_back(words);
      }
      CHECK(words_of(before + before + game) == alone);
    }
  }
}

TEST_CASE("a header directly below another one begins a game if its players differ", "[reader]") {
  const struct {
    std::string first;
    std::string second;
    std::size_t games;
  } cases[] = {
      {"[Event \"a\"]\n[White \"b\"]\n", "[Event \"c\"]\n[White \"d\"]\n", 2},
      {"[event \"a\"]\r\n[white \"b\"]\r\n", "[event \"a\"]\r\n[white \"d\"]\r\n", 2},
      {"[Event \"a\"]\n[White \"b\"]\n", "[Event \"a\"]\n[White \"b\"]\n", 1},
      {"[Event \"a\"]\n[White \"b\"]\n", "[White \"d\"]\n", 1},
      {"[Event \"a\"]\n[White \"b\"]\n", "[Event \"c\"]\n[Black \"d\"]\n", 1},
      {"[Event \"a\"]\n[Site \"b]\n", "[Event \"c\"]\n[Site \"d\"]\n[White \"e\"]\n", 2},
      {"[Event \"a\"]\n", "[Event \"c\"]\n[White \"e\"]\n", 1},
      {"[Site \"a\"]\n[Date \"b\"]\n[Round \"1\"]\n[White \"c\"]\n[Black \"d[Event \"e\"]\n",
       "[Site \"f\"]\n[Date \"b\"]\n[Round \"2\"]\n[White \"g\"]\n", 2},
  };
  for (const auto& one : cases) {
    CAPTURE(one.first, one.second);
    const Games games = words_of(one.first + one.second + "\n1. e4 *\n");
    REQUIRE(games.size() == one.games);
    CHECK(games.back().back() == "*");
  }
}

TEST_CASE("a game has at most a thousand tags; further ones are text", "[reader]") {
  std::string text;
  for (int i = 0; i < 1005; ++i) text += "[A \"x\"]\n";
  const auto read = read_in_one_piece(text + "\n1. e4 *\n");
  REQUIRE(read.games.size() == 1);
  CHECK(read.games[0].tags.size() == 1000);
  CHECK(read.games[0].tokens.size() == 3);
  REQUIRE(read.findings.size() == 1);
  CHECK(read.findings[0].id == "too-many-tags");
  CHECK(read.findings[0].offset == 8'000);
}

TEST_CASE("a line like a tag below a tag of the same name is a duplicate", "[reader]") {
  const auto read = read_in_one_piece("[White \"a\"]\nWhite \"b\"]\n\n1. e4 *\n");
  REQUIRE(read.games.size() == 1);
  CHECK(read.games[0].tags.size() == 2);
  CHECK(read.games[0].tokens.size() == 3);
}

TEST_CASE("unclosed comments end where games begin, however many exist", "[reader]") {
  const Words first = {"Event=a", "{ b"};
  const Words second = {"Event=c", "{"};
  const Words third = {"Site=d", "{e }", "*"};
  CHECK(words_of("[Event \"a\"]\n\n{ b\n[Event \"c\"]\n{\n\n[Site \"d\"]\n\n{e } *\n") ==
        Games{first, second, third});
  // A lower-case tag below an empty line belongs to the comment.
  CHECK(words_of("{ a\n\n[b \"c\"] } *\n") == Games{{"{ a\n\n[b \"c\"] }", "*"}});
  CHECK(words_of("[A \"x\"]\n\n{\n[A \"y\"]\n\n{\n[A \"z\"]\n\n{\n") ==
        Games{{"A=x", "{"}, {"A=y", "{"}, {"A=z", "{"}});
}

TEST_CASE("damage affects as little text as possible", "[reader]") {
  const Recovery cases[] = {
      {"an unclosed comment costs one game",
       "[Event \"a\"]\n\n1. e4 {open e5 1-0\n\n[Event \"b\"]\n\n1. d4 *\n",
       {{"Event=a", "1.", "e4", "{open e5 1-0"}, {"Event=b", "1.", "d4", "*"}},
       {"unterminated-brace-comment"}},
      {"an unclosed comment ends before any tag below an empty line",
       "[Event \"a\"]\n\n1. e4 {open\n\n[White \"w\"]\n\n1. d4 *\n",
       {{"Event=a", "1.", "e4", "{open"}, {"White=w", "1.", "d4", "*"}},
       {"unterminated-brace-comment"}},
      {"an unclosed comment ends before an Event tag on any line",
       "[Event \"a\"]\n\n1. e4 {open\n[Event \"b\"]\n\n1. d4 *\n",
       {{"Event=a", "1.", "e4", "{open"}, {"Event=b", "1.", "d4", "*"}},
       {"unterminated-brace-comment"}},
      {"a closed comment may quote a tag",
       "[Event \"a\"]\n\n1. e4 {see\n[White \"w\"]} e5 *\n",
       {{"Event=a", "1.", "e4", "{see\n[White \"w\"]}", "e5", "*"}},
       {}},
      {"a comment that the file cuts off ends at the first tag line in it",
       "[Event \"a\"]\n\n1. e4 {open\n[White \"w\"]\n\n1. d4",
       {{"Event=a", "1.", "e4", "{open"}, {"White=w", "1.", "d4"}},
       {"unterminated-brace-comment"}},
      {"the end of the file cuts a comment off",
       "[Event \"a\"]\n\n1. e4 {open e5",
       {{"Event=a", "1.", "e4", "{open e5"}},
       {"truncated-file"}},
      {"an unclosed variation costs one game",
       "[Event \"a\"]\n\n1. e4 (1. d4 d5 1-0\n\n[Event \"b\"]\n\n1. d4 *\n",
       {{"Event=a", "1.", "e4", "(", "1.", "d4", "d5", "1-0"}, {"Event=b", "1.", "d4", "*"}},
       {}},
      {"a missing result costs nothing",
       "[Event \"a\"]\n\n1. e4 e5\n\n[Event \"b\"]\n\n1. d4 *\n",
       {{"Event=a", "1.", "e4", "e5"}, {"Event=b", "1.", "d4", "*"}},
       {}},
      {"a missing result and no empty line cost nothing",
       "[Event \"a\"]\n\n1. e4 e5\n[White \"b\"]\n\n1. d4 *\n",
       {{"Event=a", "1.", "e4", "e5"}, {"White=b", "1.", "d4", "*"}},
       {}},
      {"a bad tag costs itself",
       "[Event \"a\"]\n[White]\n[Black \"b\"]\n\n1. e4 *\n",
       {{"Event=a", "Black=b", "1.", "e4", "*"}},
       {"malformed-tag"}},
      {"a tag with other punctuation is read as intended",
       "[Event \"a\"]\n[White w]\nBlack \"b\"]\n[Round = '3']\n(Site: s)\n[Date \"x\ny\"]\n\n1. e4 "
       "*\n",
       {{"Event=a", "White=w", "Black=b", "Round=3", "Site=s", "Date=x\ny", "1.", "e4", "*"}},
       {"tag-form", "tag-form", "tag-form", "tag-form", "tag-form"}},
      {"text and comments between tags are not the next game",
       "[Event \"a\"] (1)\n[White \"w\"]\nan open\n[Black \"b\"]\n\n1. e4 *\n",
       {{"Event=a", "White=w", "Black=b", "1.", "e4", "*"}},
       {"malformed-tag", "malformed-tag"}},
      {"tags among and after the moves belong to their game",
       "[White \"w\"]\n\n1. e4\n[Opening \"o\"]\n1... e5 1-0\n[Result \"1-0\"]\n\n[White "
       "\"x\"]\n\n*\n",
       {{"White=w", "Opening=o", "Result=1-0", "1.", "e4", "1...", "e5", "1-0"}, {"White=x", "*"}},
       {"tag-form", "tag-form"}},
      {"a result repeated in a tag after the moves is no game",
       "[Result \"1-0\"]\n\n1. e4 1-0\n\n[Result \"1-0\"]\n\n[Event \"b\"]\n\n*\n\n[Result "
       "\"*\"]\n",
       {{"Result=1-0", "Result=1-0", "1.", "e4", "1-0"}, {"Event=b", "Result=*", "*"}},
       {"tag-form", "tag-form"}},
      {"a first move number after an empty line begins a game",
       "1. e4 e5\n\n1. d4 (1. c4\n\n1. f4 *\n",
       {{"1.", "e4", "e5"}, {"1.", "d4", "(", "1.", "c4"}, {"1.", "f4", "*"}},
       {}},
      {"games without tags may have a line each, but a line repeated is no game",
       "1. e4 e5 2. d4\n1. e4 e5 2. d4\n1. d4 d5\n1. c4 12. e5\n",
       {{"1.", "e4", "e5", "2.", "d4", "1.", "e4", "e5", "2.", "d4"},
        {"1.", "d4", "d5", "1.", "c4", "12.", "e5"}},
       {}},
      {"after a result, only the number 1 begins a game",
       "1. e4 e5 1-0\n3. d4 d5 1-0\nd5 3. c4 *\n1. d4 *\n",
       {{"1.", "e4", "e5", "1-0", "3.", "d4", "d5", "1-0", "d5", "3.", "c4", "*"},
        {"1.", "d4", "*"}},
       {}},
      {"a star before the next number is no result",
       "1. e4 e5 * * *\n2. d4 *\n\n2. c4 *\n",
       {{"1.", "e4", "e5", "*", "*", "*", "2.", "d4", "*"}, {"2.", "c4", "*"}},
       {}},
      {"a star at a move is no result, and a footnote is no game",
       "1. e4* e5 2. d4 d5**) 3. c4 *\n\n*) Best.\n**) The text.\n(1) Good.\n(a) Bad.\n",
       {{"1.", "e4", "*", "e5", "2.", "d4", "d5", "*", "*", ")", "3.", "c4", "*"}},
       {"text-between-games"}},
      {"a heading of the next game is no part of a game without a result",
       "[White \"w\"]\n\n1. e4\n\nThe next one!\n\n[White \"b\"]\n\n*\n",
       {{"White=w", "1.", "e4"}, {"White=b", "*"}},
       {"text-between-games"}},
      {"a tag without its closing quotation mark ends with its line",
       "[Event \"a]\n[Black \"b\"]\n\n1. e4 *\n",
       {{"Event=a", "Black=b", "1.", "e4", "*"}},
       {"unterminated-string"}},
      {"a quotation mark in a value is part of it",
       "[Event \"the \"best\" line\"]\n\n1. e4 *\n",
       {{"Event=the \"best\" line", "1.", "e4", "*"}},
       {"unescaped-quote"}},
      {"an empty line between tags separates nothing",
       "[Event \"a\"]\n\n[White \"w\"]\n\n1. e4 *\n",
       {{"Event=a", "White=w", "1.", "e4", "*"}},
       {"blank-inside-tags"}},
      {"an Event tag below an empty line is another game",
       "[Event \"a\"]\n\n[Event \"b\"]\n\n1. e4 *\n",
       {{"Event=a"}, {"Event=b", "1.", "e4", "*"}},
       {}},
      {"tags below an empty line are another game's where this game has one of their roster",
       "[White \"a\"]\n[Result \"1-0\"]\n\n[Site \"s\"]\n[White \"b\"]\n\n[Black \"c\"]\n\n"
       "[White \"d\"]\n\n1. e4 *\n",
       {{"White=a", "Result=1-0"}, {"Site=s", "White=b", "Black=c"}, {"White=d", "1.", "e4", "*"}},
       {"blank-inside-tags"}},
      {"damaged tags and those of other names are no sign of another game",
       "[White \"a\"]\n[Foo \"x\"]\n\n[White b]\n[Foo \"y\"]\n\n1. e4 *\n",
       {{"White=a", "Foo=x", "White=b", "Foo=y", "1.", "e4", "*"}},
       {"blank-inside-tags", "tag-form"}},
      {"the same where lines end with CR LF",
       "[Event \"a\"]\r\n\r\n[Event \"b\"]\r\n\r\n1. e4 *\r\n",
       {{"Event=a"}, {"Event=b", "1.", "e4", "*"}},
       {}},
      {"the same where lines end with CR",
       "[Event \"a\"]\r\r[Event \"b\"]\r\r1. e4 *\r",
       {{"Event=a"}, {"Event=b", "1.", "e4", "*"}},
       {}},
      {"empty lines among moves separate nothing",
       "[Event \"a\"]\n\n1. e4\n\n\ne5 *\n",
       {{"Event=a", "1.", "e4", "e5", "*"}},
       {}},
      {"moves directly below the tags are read",
       "[Event \"a\"]\n1. e4 *\n",
       {{"Event=a", "1.", "e4", "*"}},
       {"missing-blank-after-tags"}},
      {"many empty lines before the moves do no harm",
       "[Event \"a\"]\n\n\n\n1. e4 *\n",
       {{"Event=a", "1.", "e4", "*"}},
       {"two-blanks-before-moves"}},
      {"text between games belongs to none",
       "From: a@b.c\nSubject: games\n\n[Event \"a\"]\n\n1. e4 *\n\nAnd another:\n\n"
       "[Event \"b\"]\n\n*\n\nthat was all\n",
       {{"Event=a", "1.", "e4", "*"}, {"Event=b", "*"}},
       {"text-between-games", "text-between-games", "text-between-games"}},
      {"comments alone are no game",
       "{a comment}\n\n[Event \"a\"]\n\n1. e4 *\n\n; another\n",
       {{"Event=a", "1.", "e4", "*"}},
       {"text-between-games", "text-between-games"}},
      {"a comment directly before the tags belongs to their game",
       "{a comment}\n[Event \"a\"]\n\n1. e4 *\n",
       {{"Event=a", "{a comment}", "1.", "e4", "*"}},
       {}},
      {"games need no tags",
       "1. e4 e5 1-0\n\n1. d4 d5 0-1\n1. c4 *\n",
       {{"1.", "e4", "e5", "1-0"}, {"1.", "d4", "d5", "0-1"}, {"1.", "c4", "*"}},
       {}},
      {"games need no tags where lines end with CR",
       "1. e4 e5 1-0\r\r1. d4 d5 0-1\r1. c4 *\r",
       {{"1.", "e4", "e5", "1-0"}, {"1.", "d4", "d5", "0-1"}, {"1.", "c4", "*"}},
       {}},
      {"words behind the result belong to the game that it ends",
       "1. e4 1-0 White won\nby far {and\n\nhow} e5\n\n1. d4 *\n",
       {{"1.", "e4", "1-0", "White", "won", "by", "far", "{and\n\nhow}", "e5"}, {"1.", "d4", "*"}},
       {}},
      {"an escape on the line below the result belongs to no game",
       "1. e4 *\n% x\n\n1. d4 *\n",
       {{"1.", "e4", "*"}, {"1.", "d4", "*"}},
       {}},
      {"a result in a variation does not end the game",
       "1. e4 (1. d4 1-0) e5 0-1\n",
       {{"1.", "e4", "(", "1.", "d4", "1-0", ")", "e5", "0-1"}},
       {}},
      {"a stray parenthesis does not hide the result",
       "1. e4 ) e5 0-1\n\n1. d4 *",
       {{"1.", "e4", ")", "e5", "0-1"}, {"1.", "d4", "*"}},
       {}},
      {"byte order marks inside the file are passed over",
       "\xEF\xBB\xBF[Event \"a\"]\n\n*\n\n\xEF\xBB\xBF[Event \"b\"]\n\n*\n",
       {{"Event=a", "*"}, {"Event=b", "*"}},
       {}},
      {"NUL bytes are blanks", std::string("1. e4\0 e5\0*\n", 13), {{"1.", "e4", "e5", "*"}}, {}},
      {"a file without games has none", "", {}, {}},
      {"a file of blanks has none", " \n\r\n\t\n", {}, {}},
      {"a file without the last line end is whole",
       "[Event \"a\"]\n\n1. e4 *",
       {{"Event=a", "1.", "e4", "*"}},
       {}},
      {"a game begins in the line in which a comment is cut off",
       "[Event \"a\"]\n\n1. e4 {b[Event \"c\"]\n[Site \"d\"]\n\n1. d4 {e} *\n",
       {{"Event=a", "1.", "e4", "{b"}, {"Event=c", "Site=d", "1.", "d4", "{e}", "*"}},
       {"unterminated-brace-comment"}},
      {"a tag that the file cuts off is a bad tag",
       "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b",
       {{"Event=a", "1.", "e4", "*"}, {"Event=b"}},
       {"unterminated-string"}},
  };
  for (const Recovery& recovery : cases) {
    CAPTURE(recovery.name, recovery.text);
    CHECK(words_of(recovery.text) == recovery.games);
    CHECK(findings_of(recovery.text) == recovery.findings);
  }
}

TEST_CASE("offsets are those of the file", "[reader]") {
  std::mt19937 chance(8);
  std::vector<std::string> texts = sample_files();
  for (int i = 0; i < 300; ++i) {
    texts.push_back(mutated(sample_files()[chance() % sample_files().size()], chance));
  }
  for (const std::string& text : texts) {
    CAPTURE(text);
    const auto stands_at = [&](std::uint64_t offset, std::string_view part) {
      return std::string_view(text).substr(offset, part.size()) == part;
    };
    std::uint64_t end = 0;
    for (const GameRead& game : read_in_one_piece(text).games) {
      REQUIRE(game.offset >= end);
      REQUIRE(stands_at(game.offset, game.text));
      for (const TagRead& tag : game.tags) {
        REQUIRE(equal_ignoring_case(text.substr(tag.offset, tag.name.size()), tag.name));
        REQUIRE(stands_at(tag.value_offset, tag.value));
      }
      std::uint64_t word_end = game.offset;
      for (const TokenRead& token : game.tokens) {
        REQUIRE(token.offset >= word_end);
        REQUIRE_FALSE(token.text.empty());
        REQUIRE(stands_at(token.offset, token.text));
        word_end = token.offset + token.text.size();
      }
      end = game.offset + game.text.size();
      REQUIRE(word_end <= end);
    }
  }
}

// No text after the tags of a game is skipped, except markup characters.
TEST_CASE("all movetext except white space and markup is in some token", "[reader]") {
  std::mt19937 chance(9);
  for (int i = 0; i < 2000; ++i) {
    const std::string text = mutated(sample_files()[chance() % sample_files().size()], chance);
    CAPTURE(text);
    for (const GameRead& game : read_in_one_piece(text).games) {
      const std::uint64_t tags_end =
          game.tags.empty() ? game.offset
                            : game.tags.back().value_offset + game.tags.back().value.size();
      for (std::size_t t = 1; t < game.tokens.size(); ++t) {
        const TokenRead& before = game.tokens[t - 1];
        const std::uint64_t from = before.offset + before.text.size();
        if (from < tags_end) continue;
        std::string between = text.substr(from, game.tokens[t].offset - from);
        std::erase_if(between, [](char c) {
          return std::string_view("*_`~[]").find(c) != std::string_view::npos;
        });
        CAPTURE(before.text, game.tokens[t].text);
        REQUIRE(is_blank_text(between));
      }
    }
  }
}

TEST_CASE("only an Event tag at a line start below an empty line is a certain boundary",
          "[reader]") {
  const struct {
    std::string before;
    bool is_boundary;
  } cases[] = {
      {"", true},        {"\n", true},        {"1-0\n\n", true}, {"1-0\r\n\r\n", true},
      {"1-0\r\r", true}, {"{\n \t\n", true},  {"1-0\n", false},  {"1-0 ", false},
      {"\n\n ", false},  {"x\n\ny\n", false},
  };
  for (const auto& example : cases) {
    CAPTURE(example.before);
    CHECK(is_hard_boundary(example.before + "[Event \"a\"]", example.before.size()) ==
          example.is_boundary);
    CHECK_FALSE(is_hard_boundary(example.before + "[White \"a\"]", example.before.size()));
  }
}
