// Tests that the database returns every game unchanged. Each game is drafted and written as PGN
// from the draft alone, and then compared with GameExporter's output for the original.

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "db/model/stored_game.h"
#include "lib/base/encoding.h"
#include "lib/export/game_export.h"
#include "lib/io/input_files.h"
#include "lib/pgn/pgn_game.h"
#include "tests/db/drafted_games.h"
#include "tests/pgn/mutations.h"
#include "tests/support/corpus.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"

using namespace arbiter::testing;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

// The parts of a game, read with the reader and the validator only.
struct Parts {
  std::set<std::string> tags;  // entries such as "Name value"
  std::vector<Move> moves;
  Outcome outcome = Outcome::Unknown;
  Words words;  // words of comments
  Words nags;
  Words escapes;
  std::size_t variations = 0;
  bool is_complete = false;
};

std::string with_spaces_for(std::string text, std::string_view signs) {
  const auto is_blank = [&](char c) {
    return static_cast<unsigned char>(c) < ' ' || c == '\x7f' ||
           signs.find(c) != std::string_view::npos;
  };
  std::ranges::replace_if(text, is_blank, ' ');
  return text;
}

// Adds the words of a comment. Braces and a few other characters count as spaces, because the
// output may change them.
void add_words(std::string_view comment, Words& words) {
  std::istringstream stream(with_spaces_for(decode_text(comment).utf8, "{};()"));
  for (std::string word; stream >> word;) words.push_back(word);
}

Parts parts_of(const CheckedGame& checked) {
  const PgnGame& game = checked.game;
  Parts parts;
  for (const PgnTag& tag : game.tags) {
    if (tag.known == KnownTag::Result && !parse_outcome(tag.value)) continue;  // not a PGN result
    const std::string value = utf8_value(tag.value);
    parts.tags.insert(decode_text(tag.name).utf8 + ' ' + with_spaces_for(value, ""));
  }
  parts.moves.assign(checked.played.moves.begin(), checked.played.moves.end());
  parts.is_complete = checked.played.is_complete;
  parts.outcome = checked.summary.result.value_or(GameResult()).outcome;
  for (const Token& token : game.tokens) {
    const std::string_view text = game.text_of(token);
    if (token.kind == TokenKind::BraceComment || token.kind == TokenKind::LineComment) {
      add_words(text, parts.words);
    }
    if (token.kind == TokenKind::Nag) parts.nags.push_back(std::to_string(token.number()));
    if (token.kind == TokenKind::Escape) parts.escapes.push_back(decode_text(text).utf8);
    parts.variations += token.kind == TokenKind::VariationStart ? 1 : 0;
  }
  return parts;
}

Parts parts_of(const std::string& pgn) {
  Parts parts;
  visit_drafts(pgn, {},
               [&](const CheckedGame& checked, const DraftBatch&) { parts = parts_of(checked); });
  return parts;
}

bool is_subsequence(const Words& part, const Words& whole) {
  std::size_t at = 0;
  for (const std::string& word : whole) at += at < part.size() && part[at] == word ? 1 : 0;
  return at == part.size();
}

// Compares the games without GameExporter, as a second check. `after` may contain more: NAGs from
// signs, and comments from unreadable text.
void compare_parts(const Parts& before, const Parts& after) {
  REQUIRE(before.moves.size() >= after.moves.size());
  REQUIRE(std::ranges::equal(after.moves, std::span(before.moves).first(after.moves.size())));
  REQUIRE(std::ranges::includes(after.tags, before.tags));
  REQUIRE(is_subsequence(before.escapes, after.escapes));
  REQUIRE(is_subsequence(before.words, after.words));
  const bool is_kept_as_comment = std::ranges::count(after.words, "unreadable:") > 0;
  if (!before.is_complete || is_kept_as_comment) return;
  REQUIRE(after.is_complete);
  REQUIRE(after.moves == before.moves);
  REQUIRE(after.outcome == before.outcome);
  REQUIRE(is_subsequence(before.nags, after.nags));
  REQUIRE(after.variations <= before.variations);  // variations without a word are dropped
}

class RoundTrip {
 public:
  explicit RoundTrip(const std::optional<PieceLetters>& letters = {}) : exporter_(letters) {}

  // Returns whether the database returns the game as it would be written without a database.
  bool holds(const CheckedGame& checked, const DraftBatch& batch) {
    const GameDraft& draft = batch.games.back();
    expected_.clear();
    found_.clear();
    exporter_.append(checked.game, expected_);
    stored_pgn_.append(stored_game(draft, batch), batch.text(draft.record), found_);
    return found_ == expected_;
  }

  void operator()(const CheckedGame& checked, const DraftBatch& batch) {
    if (holds(checked, batch)) return;
    CAPTURE(checked.game.text);
    REQUIRE(found_ == expected_);
  }

  // Returns the last game.
  const std::string& pgn() const { return found_; }

 private:
  GameExporter exporter_;
  StoredPgn stored_pgn_;
  std::string expected_;
  std::string found_;
};

struct Tally {
  std::size_t games = 0;
  std::size_t plain = 0;
};

// Compares all games of a file, compressed or not, with both comparisons.
Tally round_trip_of_file(const fs::path& path) {
  Tally tally;
  RoundTrip round_trip;
  const auto input = open_input(path.string());
  REQUIRE(input);
  while (const auto member = (*input)->next_member()) {
    visit_drafts(member->source, {}, [&](const CheckedGame& checked, const DraftBatch& batch) {
      CAPTURE(path.string(), checked.game.number);
      round_trip(checked, batch);
      compare_parts(parts_of(checked), parts_of(round_trip.pgn()));
      ++tally.games;
      tally.plain += (batch.games.back().flags & kHasMovetext) == 0 ? 1 : 0;
    });
  }
  return tally;
}

std::string file_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("games of the test data are returned unchanged", "[round_trip]") {
  std::size_t files = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(testdata(""))) {
    if (entry.path().extension() != ".pgn") continue;
    CAPTURE(entry.path().string());
    RoundTrip round_trip;
    visit_drafts(file_text(entry.path()), {}, std::ref(round_trip));
    ++files;
  }
  CHECK(files > 400);
}

// Known limitation: about 3 of 4,000 damaged texts differ in their unreadable parts.
TEST_CASE("nearly all damaged games are returned unchanged", "[round_trip]") {
  std::mt19937 chance(21);
  RoundTrip round_trip;
  const int rounds = is_nightly() ? 20'000 : 4'000;
  int different = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::vector<std::string>& files = sample_files();
    const std::string text = mutated(files[chance() % files.size()], chance);
    CAPTURE(text);
    visit_drafts(text, {}, [&](const CheckedGame& checked, const DraftBatch& batch) {
      different += round_trip.holds(checked, batch) ? 0 : 1;
    });
  }
  CHECK(different * 1000 <= rounds);
}

TEST_CASE("markup, and words around misplaced tags, are returned as they are written",
          "[round_trip]") {
  const std::string moves =
      GENERATE("**1. e4** `e5` 2. Nf3** Nc6 *", "[1. e4 e5 2. Nf3 foo Nc6] *",
               "\\mainline{1. e4 e5 foo \\variation{1... c5}} bar *",
               "1. e4 e5 1-\n[Black \"x\"]\n0\n", "1. O-\n[Black \"x\"]\nO *", "1. e4 0\x85");
  RoundTrip round_trip;
  visit_drafts("[White \"w\"]\n\n" + moves, {}, std::ref(round_trip));
}

TEST_CASE("moves in other letters are returned in English", "[round_trip]") {
  const PieceLetters german = *parse_piece_letters("KDTLS");
  RoundTrip round_trip(german);
  const DrafterOptions options{.letters = german};
  visit_drafts("1. e4 e5 2. Sf3 Sc6 3. Lb5 1-0", options, std::ref(round_trip));
  CHECK(round_trip.pgn().ends_with("\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n"));
  visit_drafts("1. e4 e5 2. Sf3 {Springer} Sc6 (2... d6 3. Lc4 $1) 3. Lb5 *", options,
               std::ref(round_trip));
  CHECK(round_trip.pgn().ends_with(
      "\n1. e4 e5 2. Nf3 {Springer} 2... Nc6 (2... d6 3. Bc4 $1) 3. Bb5 *\n\n"));
}

TEST_CASE("every game of the large files is returned unchanged", "[round_trip][corpus]") {
  const auto folder = corpus();
  if (!folder) SKIP_TEST("ARBITER_CORPUS is not set");
  const struct {
    std::string file;
    Tally tally;  // games: `grep -c '^\[Event '`; plain: games without a brace in their moves
  } cases[] = {
      {"otb-mixed.pgn.zst", {150'000, 149'999}},
      {"otb-players.pgn.zst", {59'906, 59'906}},
      {"lichess-clocks.pgn.zst", {24'000, 45}},
      {"engine-comments.pgn.zst", {1'500, 0}},
      {"chess960.pgn.zst", {300, 0}},
  };
  for (const auto& example : cases) {
    CAPTURE(example.file);
    if (example.tally.games > 60'000 && !is_nightly()) continue;
    const Tally tally = round_trip_of_file(*folder / "games" / example.file);
    CHECK(tally.games == example.tally.games);
    CHECK(tally.plain == example.tally.plain);
  }
}

TEST_CASE("every game of the malformed files is returned unchanged", "[round_trip][corpus]") {
  const auto folder = corpus();
  if (!folder) SKIP_TEST("ARBITER_CORPUS is not set");
  std::size_t games = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(*folder / "dirty")) {
    if (entry.is_regular_file()) games += round_trip_of_file(entry.path()).games;
  }
  CHECK(games > 500);
}
