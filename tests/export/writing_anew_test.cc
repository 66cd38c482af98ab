#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "lib/diagnostics/sink.h"
#include "lib/pgn/reader.h"
#include "lib/validate/validator.h"
#include "tests/export/exported.h"
#include "tests/pgn/games_read.h"
#include "tests/pgn/mutations.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
namespace {

// Returns the whole file in the lossless form.
std::string without_loss(std::string_view text) {
  PortionSource source(text);
  FileExporter exporter(GameForm::Lossless);
  std::string result;
  const auto file =
      exporter.run(source, [&](std::string_view written, std::string_view) { result += written; });
  return file ? result : "no text";
}

// Returns the ids of findings in `text` that rewriting should have removed.
std::vector<std::string> remaining_findings(const std::string& text) {
  const std::string padded = text + std::string(kTextPadding, '\0');
  CollectingSink sink;
  PgnReader reader({std::string_view(padded).substr(0, text.size()), 0, true}, sink,
                   SetAside::Keep);
  Validator validator({}, sink);
  PgnGame game;
  while (reader.next(game)) validator.check(game);
  std::vector<std::string> ids;
  for (const Diagnostic& diagnostic : sink.diagnostics()) {
    const CatalogueEntry& entry = entry_of(diagnostic.code);
    // These two findings remain if the text has long words or repeated tags.
    const bool is_kept = entry.id == "line-over-79" || entry.id == "str-order";
    const bool is_repaired =
        entry.group == Group::Spelling || (entry.severity == Severity::Style && !is_kept);
    if (is_repaired && entry.severity != Severity::Note) ids.emplace_back(entry.id);
  }
  return ids;
}

// Returns the words of all comments, in order.
std::vector<std::string> comment_words(const std::string& text) {
  std::vector<std::string> words;
  for (const GameRead& game : read_in_one_piece(text).games) {
    for (const TokenRead& token : game.tokens) {
      if (token.kind != TokenKind::BraceComment) continue;
      std::istringstream stream(token.text.substr(1, token.text.find('}') - 1));
      for (std::string word; stream >> word;) words.push_back(word);
    }
  }
  return words;
}

bool is_subsequence(const std::vector<std::string>& part, const std::vector<std::string>& whole) {
  std::size_t at = 0;
  for (const std::string& word : whole) at += at < part.size() && part[at] == word ? 1 : 0;
  return at == part.size();
}

// A game before the damaged text, so that the file is recognized as PGN.
const std::string kGame = "[Event \"Own\"]\n[Site \"?\"]\n\n*\n\n";

}  // namespace

TEST_CASE("an escape on the line below the result stays after the game", "[writing_anew]") {
  CHECK(exported("1. e4 *\n% x\n").text.ends_with("1. e4 *\n\n% x\n\n"));
}

TEST_CASE("the lossless form of a file does not change when it is rewritten", "[writing_anew]") {
  const std::string broken = GENERATE(
      "1. d4 *[\"x\"]\n[Bad x", "*[White w][White w]\n\n[Event \"b\"]\n\n1. d4 *\n",
      "[Event \"a\"]\n\n1-0[Bad x\n[White \"w\"]\n\n1. e4 *\n", " [Bad x\n\n[White \"w\"]\n\n*\n",
      // Text on the line of a tag, and a heading below an empty line.
      "[Event \"a\"](\r\n[Result \"*\"]\n\n*\n",
      "*\n\n1. e4 (1. d4 [Ev\n1-0\n\nent \"d\"]\n\n1. Nf3 *\n");
  const std::string once = without_loss(broken);
  CAPTURE(broken, once);
  REQUIRE(without_loss(once) == once);
  REQUIRE(read_in_one_piece(once).games.size() == read_in_one_piece(broken).games.size());
}

TEST_CASE("the lossless form keeps invisible characters and markup", "[writing_anew]") {
  const std::string text = GENERATE(
      "[Event \"a\"]\n\n1. e4\u200b e5 \u200b 2. Nf3 \U000E0041 \u200bNc6 3.\u200bBc4 *\n\n",
      "[Event \"a\"]\n\n1. **e4** `e5` \\mainline{2. Nf3} Nc6 _3. Bb5_ a6&nbsp;*\n\n");
  CHECK(without_loss(text) == text);
}

TEST_CASE("the lossless form of damaged files does not change either", "[writing_anew]") {
  std::mt19937 chance(13);
  for (int round = 0; round < 5000; ++round) {
    const std::vector<std::string>& files = sample_files();
    const std::string text = kGame + mutated(files[chance() % files.size()], chance);
    const std::string once = without_loss(text);
    CAPTURE(text, once);
    REQUIRE(without_loss(once) == once);
  }
}

TEST_CASE("rewriting a written file changes nothing and leaves no finding", "[writing_anew]") {
  std::mt19937 chance(5);
  for (int round = 0; round < 3000; ++round) {
    const std::vector<std::string>& files = sample_files();
    const std::string text = kGame + mutated(files[chance() % files.size()], chance);
    const Exported first = exported(text);
    const Exported second = exported(first.text);
    CAPTURE(text, first.text);
    REQUIRE(second.text == first.text);
    REQUIRE(second.tally.games == first.tally.games);
    REQUIRE(remaining_findings(first.text) == std::vector<std::string>());
  }
}

TEST_CASE("all words of comments are kept", "[writing_anew]") {
  std::mt19937 chance(6);
  for (int round = 0; round < 1000; ++round) {
    const std::vector<std::string>& files = sample_files();
    const std::string text = kGame + mutated(files[chance() % files.size()], chance);
    // Other tests cover conversion to UTF-8 and control characters.
    const auto is_plain = [](char c) { return (c >= ' ' && c < '\x7f') || c == '\n' || c == '\r'; };
    if (!std::ranges::all_of(text, is_plain)) continue;
    const std::string written = exported(text).text;
    CAPTURE(text, written);
    REQUIRE(is_subsequence(comment_words(text), comment_words(written)));
  }
}
