#include <catch2/catch.hpp>
#include <optional>
#include <string>

#include "lib/validate/text_checks.h"
#include "tests/pgn/portion_source.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using Kind = OtherContent::Kind;

const std::string kGame = "[Event \"Open\"]\n[White \"Alder\"]\n[Black \"Birch\"]\n\n1. e4 e5 *\n";

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

struct Decision {
  std::optional<OtherContent> other;
  std::string read;  // contents of all chunks
};

Decision decide(const std::string& text) {
  PortionSource source(text);
  TextChunks chunks(source);
  TextChunk chunk;
  Decision decision;
  if (!chunks.next(chunk)) return decision;
  decision.other = find_other_content(chunk, chunks);
  do {
    decision.read += chunk.source.text;
  } while (chunks.next(chunk));
  return decision;
}

TEST_CASE("games in any form are PGN", "[other_content]") {
  const std::string prose = "The games of this book were played in the cafe, on Sundays.\n";
  const std::string text = GENERATE_COPY(
      as<std::string>{}, kGame, "\xEF\xBB\xBF" + kGame, repeated(prose, 20) + "\n" + kGame, "1. e4",
      "1. e4 e5 *\n", std::string("e4 e5 Nf3 Nc6"), "1. e2e4 e7e5 2. g1f3 b8c6\n", "1. Nf9 *\n",
      "*\n", "{no moves} 1/2-1/2\n", "1. P-K4 P-K4 2. N-KB3 N-QB3 *\n",
      "1. 5254 5755 2. 7163 2836 *\n", "[Event 'Own']\n[White 'Alder']\n\n1. e4 e5 *\n",
      "[White Alder]\n[Black Birch]\n\n1. e4 *\n",
      "[Event \"Bye\"]\n[Round \"1\"]\n\nnobody came to this board this evening, so no moves *\n",
      "1. e4 e5 2. Qxg7 Nc6 3. Bb5 a6 4. Ba4 *\n", "12... Nf6 13. Bg5 *\n", "% an escape\n",
      "Sunday, in the cafe\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1-0\n\n",
      "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 White has the initiative. 4. Ba4 Nf6 Black equalises with "
      "ease "
      "and may even claim an edge here according to theory. 1-0\n",
      "1. d4 (a much better idea here would be to think a bit longer) d5 2. c4 *\n",
      "40. Kg2 Kg7 41. Kf3 White wins easily, since the king is near enough 1-0\n",
      "1. e4 e5 White resigned because his train left 0-1\n",
      "1. P-K4 P-K4 2. N-KB3 N-QB3 3. B-B4 B-B4 4. O-O NxP 5. PxP PxP 6. BxN QxQ *\n",
      "[GameId \"1\"]\n[Url \"own\"]\n\n1. e4 e5 this is a comment without braces that goes on *\n",
      "[White \"A\"]\n\nforfeit, no moves were played in this game 1-0\n",
      repeated("; a remark\n", 400) + "\n" + kGame, repeated("; a remark\n", 3),
      "{ " + repeated("a long comment\n", 400) + "}\n\n" + kGame, "[Event \"x\"]\n\n1. e4 *\n",
      "1.e4 e5 2.Sf3 Sc6 3.Lb5 a6 *\n");
  CAPTURE(text);
  CHECK_FALSE(decide(text).other);
}

TEST_CASE("text that only looks like games in places is not PGN", "[other_content]") {
  const std::string text = GENERATE(
      as<std::string>{}, "milk\n", "Milk, bread, a4 paper\n", "1. Buy milk.\n2. Call Ann.\n",
      "1. Ann Alder\n2. Bo Birch\n3. Cy Cedar\n", "[core]\n\teditor = vi\n[remote \"origin\"]\n",
      "[section]\nkey = 1\n", "h1 { color: red }\n", "h1, h2 { margin: 0 }\nb1 { top: 0 }\n",
      "{\n  \"pgn\": \"1. e4 e5\",\n  \"moves\": 2\n}\n", "{\"a\": [1, 2], \"b\": \"e4 e5\"}\n",
      "/* e4 */ int e4 = 28;\n",
      "--- a/x.pgn\n+++ b/x.pgn\n@@ -1,2 +1,2 @@\n [Event \"A\"]\n [White \"B\"]\n-1. e4 *\n+1. d4 "
      "*\n",
      "* one\n* two\n* three\n", "(see below)\n", "#!/bin/sh\nexit 0\n",
      "[Event \"Log\"]\nenabled = yes\nfile = engine.log\n[Site \"Local\"]\nport = none\n",
      "1. e4 is the move that most beginners play, and with good reason: it opens lines.\n",
      "<p>1. e4</p><p>is a good move for those who like open games</p>\n");
  CAPTURE(text);
  REQUIRE(decide(text).other);
  CHECK(decide(text).other->kind == Kind::Text);
  CHECK(decide(text).other->description() == "not PGN");
}

// The decision may need more than the first chunk, but nothing is lost or read twice.
TEST_CASE("large files are judged by as much of them as is necessary", "[other_content]") {
  const std::string prose = "The games of this book were played in the cafe, on Sundays.\n";
  const std::string logged = "1. started at noon with 4 workers (see e4) and no errors\n";
  struct Case {
    std::string text;
    bool is_pgn;
  };
  const Case c = GENERATE_COPY(
      Case{repeated(prose, 10'000) + "\n" + repeated(kGame + "\n", 200), true},
      Case{repeated(logged, 6'000) + "\n" + repeated(kGame + "\n", 20'000), true},
      Case{repeated("1. e4 e5 2. Nf3 Nc6 *\n\n", 30'000), true},
      Case{repeated("int a;\n", 60'000) + "[Event \"x\"]\n" + repeated("int b;\n", 60'000), false},
      Case{repeated(prose, 10'000), false}, Case{repeated(logged, 10'000), false},
      Case{repeated(logged, 100'000), false});
  const Decision decision = decide(c.text);
  CAPTURE(c.text.substr(0, 80), c.text.size());
  CHECK(decision.other.has_value() != c.is_pgn);
  CHECK((decision.read == c.text));
}

TEST_CASE("binary data is distinguished from text with unusual bytes", "[other_content]") {
  std::string all_bytes;
  for (int byte = 0; byte < 256; ++byte) all_bytes += static_cast<char>(byte);
  const std::string game = "[Event \"Open\"]\n\n1. e4 e5 *\n";
  struct Case {
    std::string text;
    std::optional<std::size_t> start;
  };
  const Case c =
      GENERATE_COPY(Case{"", {}}, Case{game, {}}, Case{"1. e4 e5 *\n\x1A", {}}, Case{"\x1A", {}},
                    Case{"\x7F"
                         "ELF" +
                             all_bytes,
                         0U},
                    Case{"SQLite format 3" + all_bytes + all_bytes, 0U},
                    Case{std::string(5000, '\0'), 0U}, Case{game + all_bytes + all_bytes, {}});
  CAPTURE(c.text);
  const auto other = decide(c.text).other;
  CHECK((other ? std::optional(other->offset) : std::nullopt) == c.start);
  if (other) CHECK(other->kind == Kind::Binary);
}

// A table may contain a line that looks like a tag, and bytes that look like text.
TEST_CASE("a file of a known kind is not PGN, even if text follows", "[other_content]") {
  struct Case {
    std::string start;
    std::string description;
  };
  const Case c = GENERATE(Case{"PAR1", "a Parquet file, not PGN"},
                          Case{"%PDF-1.4\n", "a PDF document, not PGN"},
                          Case{std::string("Scid.si\0", 8), "a Scid database, not PGN"});
  const auto other = decide(c.start + "\x15\x04\n" + kGame + "\n" + kGame).other;
  REQUIRE(other);
  CHECK(other->kind == Kind::Binary);
  CHECK(other->offset == 0);
  CHECK_THAT(other->description(), Catch::Matchers::StartsWith(c.description));
}

}  // namespace
}  // namespace arbiter::testing
