// Tests the reader of games in JSON, with valid and hostile text.
#include "lib/export/json_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "tests/export/exported.h"
#include "tests/pgn/portion_source.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

namespace {

struct ReadJson {
  std::string pgn;
  std::string damage;
};

ReadJson read(std::string_view json) {
  PortionSource portions(json, {1, 7, 4096});
  JsonSource source(portions);
  ReadJson read;
  std::array<char, 100> block;
  while (const std::size_t size = source.read(block)) read.pgn.append(block.data(), size);
  read.damage = source.damage().value_or("");
  return read;
}

TEST_CASE("a game in JSON is the game in PGN, in any order of its members") {
  const auto [json, moves] = GENERATE(table<std::string, std::string>({
      {R"({"moves":[{"san":"e4"},{"san":"e5"}],"result":"*","tags":{}})", "1. e4 e5 *"},
      {R"({"tags":{"Event":"?"},"moves":[],"result":"1-0"})", "1-0"},
      {R"({"moves":[{"san":"e4","nags":[1,14],"comments":["a b"]}],"result":"*"})",
       "1. e4 $1 $14 {a b} *"},
      {R"({"moves":[{"comments":["c"],"order":"VNC","nags":[3],"san":"e4",)"
       R"("variations":[{"moves":[{"san":"d4"},{"san":"d5"}],"comments":["x"]}]}]})",
       "1. e4 ({x} 1. d4 d5) $3 {c} *"},
      {R"({"comments":["first"],"moves":[{"san":"e4","escapes":["% here"]},{"san":"--"}]})",
       "{first} 1. e4\n% here\n1... -- *"},
      {R"({"moves":[{"san":"e4","ply":7,"uci":null,"clock":1.5,"fen":[{"x":[]}]}],"findings":[1]})",
       "1. e4 *"},
      {R"( [ {"moves":[{"san":"e4"}],"result":"*"} ] )", "1. e4 *"},
      {R"({"moves":[{"san":"e4","comments":["a } b {","\u2654 \"\n\t[Event"]}]})",
       "1. e4 {a ) b {} {♔ \" [Event} *"},
  }));
  CAPTURE(json);
  const ReadJson game = read(json);
  CHECK(game.damage.empty());
  CHECK(exported(game.pgn).text == exported("[Event \"?\"]\n\n" + moves + "\n").text);
}

TEST_CASE("the tags of a game in JSON are those of PGN, including repeated ones") {
  const ReadJson game =
      read(R"({"tags":{"Annotator":["A","B \"x\""],"Event":"An\nevent"},"moves":[]})");
  CHECK_THAT(game.pgn,
             Contains("[Event \"An event\"]\n[Annotator \"A\"]\n[Annotator \"B \\\"x\\\"\"]\n"));
}

TEST_CASE("moves are numbered from the FEN") {
  const ReadJson game = read(
      R"({"tags":{"FEN":"4k3/8/8/8/8/8/4P3/4K3 b - - 0 61"},"moves":[{"san":"Ke7"},{"san":"e4"}]})");
  CHECK_THAT(game.pgn, Contains("\n\n61... Ke7 62. e4\n"));
}

TEST_CASE("errors in JSON are reported with line and column, and the games before are read") {
  const std::string good = "{\"moves\":[{\"san\":\"e4\"}],\"result\":\"*\"}\n";
  const auto [json, damage] = GENERATE(table<std::string, std::string>({
      {"x", "line 2, column 1: syntax error while parsing value - invalid literal"},
      {"{", "line 2, column 1: syntax error while parsing object key - unexpected end of input"},
      {"[]", "line 2, column 1: expected a game, which is an object"},
      {"\"e4\"", "line 2, column 4: expected a game, which is an object"},
      {"{\"move\":[]}", "line 2, column 7: unknown member 'move'"},
      {"{\"tags\":[]}", "line 2, column 9: an array is not expected here"},
      {"{\"tags\":{\"a b\":\"\"}}", "line 2, column 14: the tag 'a b': it is not a valid tag name"},
      {"{\"tags\":{\"A\":1}}", "a value has the wrong type"},
      {"{\"moves\":[{}]}", "line 2, column 12: a move has no \"san\""},
      {"{\"moves\":[{\"san\":\"e4 e5\"}]}", "the move 'e4 e5': it is not one word"},
      {"{\"moves\":[{\"san\":\"}\"}]}", "it is not one word"},
      {"{\"moves\":[{\"san\":\"\"}]}", "it is empty"},
      {"{\"moves\":[{\"san\":\"e*\"}]}", "the move 'e*': a result ends the game"},
      {"{\"moves\":[{\"san\":\"1-0\"}]}", "the move '1-0': a result ends the game"},
      {"{\"moves\":[{\"san\":\"Qg20-1\"}]}", "the move 'Qg20-1': a result ends the game"},
      {"{\"moves\":[{\"san\":\"e4\",\n \"nags\":[-1]}]}",
       "line 3, column 12: a value has the wrong type"},
      {"{\"moves\":[{\"san\":\"e4\",\"nags\":[4294967296]}]}", "a value has the wrong type"},
      {"{\"moves\":[{\"san\":\"e4\",\"comments\":\"c\"}]}", "expected an array"},
      {"{\"moves\":[{\"san\":\"e4\",\"order\":\"N\"}]}",
       "\"order\": it does not match the other members"},
      {"{\"moves\":[{\"san\":\"e4\",\"order\":\"X\"}]}",
       "\"order\": it contains letters other than"},
      {"{\"result\":\"2-0\"}", "expected a result"},
      {"{\"between\":[\"a\"],\"tags\":{\"Event\":\"x\"}}",
       "an object has both \"between\" and a game"},
      {"{\"moves\":[{\"san\":\"\xff\"}]}", "ill-formed UTF-8"},
      {"{\"moves\":[[]]}", "an array is not expected here"},
      {"{\"variations\":[[]]}", "an array is not expected here"},
  }));
  CAPTURE(json);
  const ReadJson game = read(good + json);
  CHECK(game.pgn == "[Event \"?\"]\n\n1. e4 *\n\n");
  CHECK_THAT(game.damage, Contains(damage));
  CHECK_THAT(game.damage, Catch::Matchers::StartsWith("line "));
}

TEST_CASE("an array of games has its commas and its end") {
  const std::string game = R"({"moves":[]})";
  const auto [json, damage] = GENERATE_COPY(table<std::string, std::string>({
      {"[]", ""},
      {"", ""},
      {" \n", ""},
      {"\xEF\xBB\xBF[" + game + "]", ""},
      {"[" + game + "," + game + "]\n", ""},
      {game + game + "\n" + game, ""},
      {"[", "the array of games is not closed"},
      {"[" + game, "the array of games is not closed"},
      {"[" + game + ",", "a game is missing after the comma"},
      {"[" + game + " " + game, "expected a comma or the end of the array"},
      {"[" + game + "]" + game, "text follows the array of games"},
      {"[" + game + ",]", "syntax error"},
  }));
  CAPTURE(json);
  CHECK_THAT(read(json).damage, damage.empty() ? Contains("") : Contains(damage));
  CHECK(read(json).damage.empty() == damage.empty());
}

// Even the most hostile values stay within the limits.
TEST_CASE("nesting, lengths and numbers of moves are limited") {
  std::string nested;
  for (int i = 0; i < 100'000; ++i) nested += R"({"moves":[{"san":"e4","variations":[)";
  CHECK_THAT(read(nested).damage, Contains("values are nested too deeply"));
  CHECK_THAT(read("{\"findings\":" + std::string(100'000, '[')).damage,
             Contains("values are nested too deeply"));
  CHECK_THAT(read(std::string(100'000, '[')).damage, Contains("expected a game"));
}

// An endless text.
class Endless final : public ByteSource {
 public:
  explicit Endless(std::string begin) : next_(std::move(begin)) {}

  std::size_t read(std::span<char> into) override {
    const std::size_t size = std::min(into.size(), next_.size());
    std::copy_n(next_.begin(), size, into.begin());
    next_.erase(0, size);
    if (size > 0) return size;
    std::ranges::fill(into, 'x');
    return into.size();
  }

 private:
  std::string next_;
};

TEST_CASE("a game without an end is rejected once it is too large") {
  Endless endless("{\"comments\":[\"");
  JsonSource source(endless);
  std::array<char, 100> block;
  CHECK(source.read(block) == 0);
  CHECK_THAT(source.damage().value_or(""), Contains("the game takes more than 64 MB"));
}

}  // namespace
