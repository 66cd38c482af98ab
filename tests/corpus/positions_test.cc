// Compares the database with a plain replay of all games, for five hundred positions of real games.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "lib/chess/position.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/pgn/reader.h"
#include "tests/pgn/played_line.h"
#include "tests/support/corpus.h"
#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;

namespace {

template <class Visit>
void for_each_game(const std::string& padded, Visit visit) {
  const std::string_view text(padded.data(), padded.size() - kTextPadding);
  CollectingSink findings;
  PgnReader reader({.text = text}, findings);
  PgnGame game;
  while (reader.next(game)) visit(game);
}

// The games that reached a position, and games by next move.
struct Answer {
  int games = 0;
  std::map<std::string, int> next;
};

struct Question {
  Position position;
  Answer replayed;
};

// Returns positions of some games. Half are early positions, which many games share.
std::vector<Question> questions_from(const std::string& games, std::size_t count) {
  std::mt19937_64 random(20261121);
  std::vector<Question> questions = {{Position(), {}}};
  std::size_t number = 0;
  for_each_game(games, [&](const PgnGame& game) {
    if (++number % 97 != 0 || questions.size() == count) return;
    const auto positions = line_of(game).positions;
    const std::size_t most =
        random() % 2 == 0 ? std::min<std::size_t>(positions.size(), 16) : positions.size();
    questions.push_back({positions[random() % most], {}});
  });
  return questions;
}

// Counts every game once, at the first ply where it has the position.
void replay_all(const std::string& games, std::vector<Question>& questions) {
  std::unordered_multimap<PositionKey, std::size_t> places;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    places.emplace(questions[i].position.key(), i);
  }
  for_each_game(games, [&](const PgnGame& game) {
    const PlayedLine line = line_of(game);
    std::vector<std::size_t> counted;
    for (std::size_t ply = 0; ply < line.positions.size(); ++ply) {
      const auto [first, last] = places.equal_range(line.positions[ply].key());
      for (auto place = first; place != last; ++place) {
        Question& question = questions[place->second];
        if (question.position != line.positions[ply]) continue;
        if (std::ranges::find(counted, place->second) != counted.end()) continue;
        counted.push_back(place->second);
        ++question.replayed.games;
        if (ply < line.moves.size()) {
          ++question.replayed.next[san_of(line.moves[ply], question.position)];
        }
      }
    }
  });
}

Answer tree_at(const std::string& database, const std::string& fen) {
  Answer answer;
  for (const std::string& line :
       lines_of(run_arbiter({"tree", database, "--fen", fen, "--format", "json"}).output)) {
    const Json object = Json::parse(line);
    if (object["type"] == "position") answer.games = static_cast<int>(object["games"].number());
    // A null move counts the games that ended in the position.
    if (object["type"] == "move" && !object["move"].is_null()) {
      answer.next[object["move"].text()] = static_cast<int>(object["games"].number());
    }
  }
  return answer;
}

}  // namespace

TEST_CASE("find and tree on 500 positions of real games agree with a replay of all games") {
  const auto folder = corpus();
  if (!folder) SKIP_TEST("ARBITER_CORPUS is not set");
  const std::string source = (*folder / "games/otb-players.pgn.zst").string();
  const std::string database = (scratch_folder() / "corpus_positions.db").string();
  for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(database + ending);
  REQUIRE(run_arbiter({"import", "--quiet", database, source}).status == 0);
  // `fmt` writes the moves in standard SAN.
  std::string games = run_arbiter({"fmt", source}).output;
  games.append(kTextPadding, '\0');

  std::vector<Question> questions = questions_from(games, 500);
  REQUIRE(questions.size() == 500);
  replay_all(games, questions);
  for (const Question& question : questions) {
    const std::string fen = fen_of(question.position);
    CAPTURE(fen);
    const Answer answer = tree_at(database, fen);
    CHECK(answer.games == question.replayed.games);
    CHECK(answer.next == question.replayed.next);
    CHECK(run_arbiter({"find", database, "--fen", fen, "--count"}).output ==
          std::to_string(question.replayed.games) + "\n");
  }
  for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(database + ending);
}
