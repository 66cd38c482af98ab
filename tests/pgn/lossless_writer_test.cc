#include <catch2/catch.hpp>

#include "lib/diagnostics/sink.h"
#include "lib/pgn/export_writer.h"
#include "lib/pgn/reader.h"
#include "tests/pgn/games_read.h"
#include "tests/pgn/mutations.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
namespace {

std::string rewritten(const std::string& text) {
  const std::string padded = text + std::string(kTextPadding, '\0');
  CollectingSink nobody{CodeSet()};
  PgnReader reader({std::string_view(padded).substr(0, text.size()), 0, true}, nobody);
  PgnGame game;
  std::string written;
  while (reader.next(game)) write_lossless(game, written);
  return written;
}

// Returns the words of a game without their offsets.
std::vector<std::string> content_of(const GameRead& game) {
  std::vector<std::string> content;
  for (const TagRead& tag : game.tags) content.push_back(tag.name + "=" + tag.value);
  for (const TokenRead& token : game.tokens) {
    content.push_back(std::to_string(static_cast<int>(token.kind)) + " " + token.text);
  }
  return content;
}

void require_round_trip(const std::string& text) {
  const FileRead before = read_in_one_piece(text);
  const std::string written = rewritten(text);
  const FileRead after = read_in_one_piece(written);
  CAPTURE(text, written);
  REQUIRE(after.games.size() == before.games.size());
  for (std::size_t i = 0; i < before.games.size(); ++i) {
    REQUIRE(content_of(after.games[i]) == content_of(before.games[i]));
  }
  REQUIRE(rewritten(written) == written);
}

}  // namespace

TEST_CASE("each tag has its own line, and words fill lines", "[lossless_writer]") {
  CHECK(rewritten("[White \"w\"] [Event \"e\"]\n[Bad x]\n\n\n1.e4 e5\n2. Nf3! (2. f4\n) * ") ==
        "[White \"w\"]\n[Event \"e\"]\n[Bad x]\n\n1.e4 e5 2. Nf3! (2. f4 ) *\n\n");
}

TEST_CASE("a result in a variation ends only the variation", "[lossless_writer]") {
  CHECK(rewritten("1. e4 (1. d4   1-0)\n\te5  2.\nNf3   1-0  {so}\n {it   is}\n") ==
        "1. e4 (1. d4 1-0) e5 2. Nf3 1-0  {so}\n {it   is}\n\n");
}

TEST_CASE("lines have at most 79 characters", "[lossless_writer]") {
  std::string text = "1. e4";
  for (int i = 0; i < 30; ++i) text += " {\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9}";
  const std::string written = rewritten(text + " *");
  // "1. e4" and eight comments of eight characters fill 5 + 8 * 9 = 77 columns.
  const std::string line = written.substr(0, written.find('\n'));
  CHECK(line == text.substr(0, 5 + 8 * (1 + 2 + 12)));
}

TEST_CASE("games are unchanged after writing and reading them again", "[lossless_writer]") {
  for (const std::string& file : sample_files()) require_round_trip(file);
}

TEST_CASE("games of damaged texts are unchanged after writing and reading them again",
          "[lossless_writer]") {
  std::mt19937 chance(4);
  for (int round = 0; round < 5000; ++round) {
    const std::vector<std::string>& files = sample_files();
    require_round_trip(mutated(files[chance() % files.size()], chance));
  }
}
