#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "lib/pgn/comment_parts.h"
#include "tests/pgn/games_read.h"
#include "tests/pgn/padded_text.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

namespace {

// Returns the words of the only game, such as "Move e4 Word xyz ...".
std::string words_of(const std::string& text, SetAside set_aside = SetAside::ReadBack) {
  const PaddedText padded(text);
  CollectingSink findings;
  PgnReader reader(padded.source(), findings, set_aside);
  PgnGame game;
  REQUIRE(reader.next(game));
  CHECK(game.text.size() == text.size());
  std::string words;
  for (const Token& token : game.tokens) {
    words += (words.empty() ? "" : "|") + std::string(game.text_of(token));
  }
  REQUIRE_FALSE(reader.next(game));
  return words;
}

}  // namespace

TEST_CASE("unreadable comments at the end of a line are words again", "[set_aside]") {
  const struct {
    std::string text;
    std::string words;
  } cases[] = {
      {"1. e4 {unreadable: 1... Ke5 d4} *", "1.|e4|1...|Ke5|d4|*"},
      {"1. e4 {unreadable: 1... Ke5} {x} {unreadable: d4} *", "1.|e4|1...|Ke5|{x}|d4|*"},
      {"1. e4 {unreadable: 1... Ke5} {unreadable: } *", "1.|e4|1...|Ke5|{unreadable: }|*"},
      {"1. e4 ({unreadable: 1. Ke5}) e5 *", "1.|e4|(|1.|Ke5|)|e5|*"},
      {"1. e4 {unreadable:\n1... Ke5\n% x} *", "1.|e4|1...|Ke5|%|x|*"},
      {"1. e4 {unreadable: 1... Ke5}", "1.|e4|1...|Ke5"},
      {"1. e4 {unreadable: 1... Ke5", "1.|e4|1...|Ke5"},
  };
  for (const auto& game : cases) {
    CAPTURE(game.text);
    CHECK(words_of(game.text) == game.words);
  }
}

TEST_CASE("other comments stay comments", "[set_aside]") {
  const std::string comment = GENERATE(
      as<std::string>{}, "{unreadable: Ke5}", "{unreadable: (x} {y} {unreadable: 1... d5}",
      "{unreadable: 1... Ke5} 1... d5", "{unreadable: 1... Ke5 [x}", "{unreadable: 1... Ke5 ; x}",
      "{unreadable: 1... Ke5 { x}", "{unreadable: 1... Ke5 1-0}", "{unreadable: 1... Ke5 (d4}",
      "{unreadable: 1... Ke5 ) (}", "{after-result: 1... Ke5}", "{ unreadable: 1... Ke5}",
      "{unreadable:}", "{unreadable: 1... e5");
  const std::string text = "1. e4 " + comment + " *";
  CAPTURE(text);
  CHECK(words_of(text) == words_of(text, SetAside::Keep));
}

TEST_CASE("tags and places are kept if moves are read back", "[set_aside]") {
  const std::string text =
      "junk\n[Event \"e\"]\n[White \"w\"]\n\n1. e4 {unreadable: 1... Ke5} *\n\n[Event "
      "\"f\"]\n\n*\n";
  const FileRead read = read_in_one_piece(text);
  REQUIRE(read.games.size() == 2);
  const GameRead& game = read.games.front();
  CHECK(game.offset == text.find('['));
  REQUIRE(game.tags.size() == 2);
  CHECK(game.tags[1].value == "w");
  CHECK(game.tokens[3].text == "Ke5");
  CHECK(game.tokens[3].offset == text.find("Ke5"));
  const auto found = std::ranges::find(read.findings, "comment-unreadable", &FindingRead::id);
  REQUIRE(found != read.findings.end());
  CHECK(found->offset == text.find("{unreadable"));
}
