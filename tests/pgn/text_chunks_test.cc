#include "lib/pgn/text_chunks.h"

#include <catch2/catch.hpp>

#include "tests/pgn/games_read.h"
#include "tests/pgn/mutations.h"
#include "tests/pgn/portion_source.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
namespace {

// Sizes of chunks, and of portions to read.
struct Cutting {
  std::size_t step;
  std::size_t target;
};
constexpr Cutting kCuttings[] = {{1, 1}, {3, 16}, {7, 40}, {100'000, 100}, {100'000, 1 << 18}};

void require_the_same(const std::string& text) {
  const FileRead whole = read_in_one_piece(text);
  for (const Cutting& cutting : kCuttings) {
    const FileRead read = read_in_chunks(text, cutting.step, cutting.target);
    if (read == whole) continue;
    CAPTURE(text, cutting.step, cutting.target);
    CHECK(read.games == whole.games);
    REQUIRE(read.findings == whole.findings);
  }
}

}  // namespace

TEST_CASE("chunks give the same games as the text in one piece", "[text_chunks]") {
  for (const std::string& file : sample_files()) require_the_same(file);
  std::string all;
  for (const std::string& file : sample_files()) all += file;
  require_the_same(all);
}

TEST_CASE("chunks of damaged texts give the same games as one piece", "[text_chunks]") {
  std::mt19937 chance(20261121);
  for (int round = 0; round < 3000; ++round) {
    const std::vector<std::string>& files = sample_files();
    require_the_same(mutated(files[chance() % files.size()], chance));
  }
}

TEST_CASE("chunks together are the file", "[text_chunks]") {
  std::string text;
  for (int i = 0; i < 50; ++i) text += sample_files()[0];
  const std::size_t target = GENERATE(1, 100, 5000, 1 << 20);
  PortionSource source(text);
  TextChunks chunks(source, target);
  TextChunk chunk;
  std::string joined;
  bool has_ended = false;
  while (chunks.next(chunk)) {
    REQUIRE_FALSE(has_ended);
    REQUIRE_FALSE(chunk.source.text.empty());
    REQUIRE(chunk.source.offset == joined.size());
    joined += chunk.source.text;
    has_ended = chunk.source.ends_file;
    // The text is followed by padding, which is NUL.
    const char* end = chunk.source.text.data() + chunk.source.text.size();
    REQUIRE(std::string_view(end, kTextPadding) == std::string(kTextPadding, '\0'));
  }
  REQUIRE(joined == text);
  REQUIRE(has_ended);
}

TEST_CASE("the rest of a game that is too large is not a game, and is reported", "[text_chunks]") {
  std::string moves;
  while (moves.size() <= 2 * TextChunks::kMaxSize) moves += "1. Nf3 Nf6 2. Ng1 Ng8\n";
  const std::string text = "[White \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[White \"b\"]\n\n" + moves +
                           "*\n\n[White \"c\"]\n\n1. d4 *\n";
  const FileRead read = read_in_chunks(text, std::size_t{1} << 20, TextChunks::kTargetSize);
  REQUIRE(read.games.size() == 3);
  CHECK(read.games[1].tags.at(0).value == "b");
  CHECK(read.games[2].tags.at(0).value == "c");
  REQUIRE(read.findings.size() == 2);
  for (const FindingRead& finding : read.findings) CHECK(finding.id == "game-too-large");
  CHECK(read.findings[0].offset == read.games[1].offset + read.games[1].text.size());
}

TEST_CASE("an empty file has no chunk", "[text_chunks]") {
  REQUIRE(read_in_chunks("", 1, 1) == FileRead{});
}
