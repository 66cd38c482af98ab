// Tests functions that split and concatenate batches.
#include <catch2/catch.hpp>
#include <set>

#include "db/model/game_draft.h"
#include "tests/db/sample_games.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
namespace {

SampleGame sample(std::size_t number) {
  SampleGame game{.white = "White " + std::to_string(number),
                  .black = number % 2 == 0 ? "" : "Black",
                  .round = std::to_string(number),
                  .moves = number % 3 == 0 ? "" : "e4 e5 Nf3",
                  .record = std::string(number, 'r')};
  for (std::uint32_t ply = 0; ply < number % 4; ++ply) {
    game.findings.push_back({DiagnosticCode::Unreachable, ply});
  }
  return game;
}

DraftBatch batch_of(const std::vector<std::size_t>& numbers) {
  DraftBatch batch;
  for (const std::size_t number : numbers) add_sample(sample(number), batch);
  return batch;
}

// Returns all contents of a batch by game, except the offsets in files, which differ in samples.
std::vector<std::string> content_of(const DraftBatch& batch) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < batch.games.size(); ++i) {
    const GameDraft& game = batch.games[i];
    std::string line;
    for (const BatchSpan stretch : {game.white, game.black, game.event, game.site, game.round,
                                    game.start, game.moves, game.record}) {
      line += std::string(batch.text(stretch)) + "|";
    }
    for (std::uint32_t j = 0; j < game.findings; ++j) {
      line += std::to_string(batch.findings[game.first_finding + j].ply) + " ";
    }
    for (const Posting& posting : batch.postings) {
      if (posting.game != i) continue;
      line += std::to_string(static_cast<std::uint64_t>(posting.key)) + " ";
    }
    lines.push_back(line);
  }
  return lines;
}

}  // namespace

TEST_CASE("games added by others since are removed", "[draft_editing]") {
  DraftBatch batch = batch_of({1, 2, 3});
  const auto before = content_of(batch);
  const BatchSize size = size_of(batch);
  const std::size_t memory = memory_of(batch);
  add_sample(sample(7), batch);
  add_sample(sample(8), batch);
  CHECK(memory_of(batch) > memory);
  shrink(batch, size);
  CHECK(content_of(batch) == before);
  CHECK(memory_of(batch) == memory);
}

TEST_CASE("parts of a batch are appended to another", "[draft_editing]") {
  const DraftBatch from = batch_of({1, 2, 3, 4, 5, 6, 7});
  for (std::size_t first = 0; first <= 7; ++first) {
    for (std::size_t count = 0; first + count <= 7; ++count) {
      CAPTURE(first, count);
      DraftBatch to = batch_of({11, 12});
      append_games(to, from, {first, count});
      std::vector<std::size_t> numbers = {11, 12};
      for (std::size_t i = 0; i < count; ++i) numbers.push_back(first + i + 1);
      CHECK(content_of(to) == content_of(batch_of(numbers)));
    }
  }
}

TEST_CASE("games are removed with their postings", "[draft_editing]") {
  for (unsigned mask = 0; mask < 32; ++mask) {
    CAPTURE(mask);
    DraftBatch batch = batch_of({1, 2, 3, 4, 5});
    std::vector<bool> is_unwanted;
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < 5; ++i) {
      is_unwanted.push_back((mask >> i & 1) != 0);
      if (!is_unwanted.back()) rest.push_back(i + 1);
    }
    remove_games(batch, is_unwanted);
    CHECK(content_of(batch) == content_of(batch_of(rest)));
  }
}

TEST_CASE("games that were read before are removed, and the marks count the others",
          "[draft_editing]") {
  // Source 5 has four games, two of which are already stored. Source 6 is new. Source 7 was read
  // beyond the batch's games.
  constexpr SourceId kRead{5}, kNew{6}, kBeyond{7};
  DraftBatch batch = batch_of({1, 2, 3, 4, 5, 6});
  const std::uint64_t offsets[] = {0, 100, 200, 300, 0, 50};
  for (std::size_t i = 0; i < batch.games.size(); ++i) batch.games[i].offset = offsets[i];
  const std::vector<SourceMark> marks = {
      {.source = kRead, .batch_games = 4, .offset = 400, .games = 4},
      {.source = kNew, .batch_games = 1, .offset = 90, .games = 1},
      {.source = kBeyond, .batch_games = 1, .offset = 80, .games = 1}};
  const auto mark_of = [](SourceId source) -> SourceMark {
    if (source == kRead) return {.source = source, .offset = 200, .games = 7};
    if (source == kBeyond) return {.source = source, .offset = 900, .games = 30};
    return {.source = source};
  };
  const std::vector<SourceMark> left = skip_known(batch, marks, mark_of);
  CHECK(content_of(batch) == content_of(batch_of({3, 4, 5})));
  REQUIRE(left.size() == 3);
  CHECK((left[0].batch_games == 2 && left[0].offset == 400 && left[0].games == 9));
  CHECK((left[1].batch_games == 1 && left[1].offset == 90 && left[1].games == 1));
  CHECK((left[2].batch_games == 0 && left[2].offset == 900 && left[2].games == 30));
}
