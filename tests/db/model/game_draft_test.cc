#include "db/model/game_draft.h"

#include <catch2/catch.hpp>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// Adds a game whose strings all contain its name.
void add_game(DraftBatch& batch, const std::string& name, std::uint16_t findings) {
  GameDraft game;
  game.white = batch.add(name + " white");
  game.black = batch.add(name + " black");
  game.event = batch.add(name + " event");
  game.site = batch.add(name + " site");
  game.round = batch.add(name + " round");
  game.start = batch.add(name + " start");
  game.moves = batch.add(name + " moves");
  game.record = batch.add(name + " record");
  game.first_finding = static_cast<std::uint32_t>(batch.findings.size());
  game.findings = findings;
  for (std::uint32_t ply = 0; ply < findings; ++ply) {
    batch.findings.push_back({static_cast<DiagnosticCode>(name.size()), ply});
  }
  const auto number = static_cast<std::uint32_t>(batch.games.size());
  batch.games.push_back(game);
  batch.postings.push_back({.key = PositionKey{name.size()}, .game = number});
}

std::vector<std::string> texts_of(const DraftBatch& batch, const GameDraft& game) {
  std::vector<std::string> texts;
  for (const BatchSpan stretch : {game.white, game.black, game.event, game.site, game.round,
                                  game.start, game.moves, game.record}) {
    texts.emplace_back(batch.text(stretch));
  }
  return texts;
}

TEST_CASE("appending a batch equals adding its games", "[game_draft]") {
  DraftBatch whole;
  DraftBatch first;
  DraftBatch second;
  add_game(first, "a", 2);
  add_game(first, "bb", 0);
  add_game(second, "ccc", 1);
  add_game(second, "dddd", 3);
  add_game(whole, "a", 2);
  add_game(whole, "bb", 0);
  add_game(whole, "ccc", 1);
  add_game(whole, "dddd", 3);

  first.append(second);
  REQUIRE(first.games.size() == 4);
  CHECK(first.findings == whole.findings);
  CHECK(first.postings == whole.postings);
  CHECK(first.bytes == whole.bytes);
  for (std::size_t i = 0; i < 4; ++i) {
    CAPTURE(i);
    CHECK(texts_of(first, first.games[i]) == texts_of(whole, whole.games[i]));
    CHECK(first.games[i].first_finding == whole.games[i].first_finding);
    CHECK(first.games[i].findings == whole.games[i].findings);
  }
}

TEST_CASE("a cleared batch is like a new one", "[game_draft]") {
  DraftBatch batch;
  add_game(batch, "a", 2);
  batch.clear();
  CHECK(batch.games.empty());
  CHECK(batch.findings.empty());
  CHECK(batch.postings.empty());
  CHECK(batch.bytes.empty());
  add_game(batch, "bb", 1);
  CHECK(batch.text(batch.games[0].white) == "bb white");
}

}  // namespace
}  // namespace arbiter::testing
