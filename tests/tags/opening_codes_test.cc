// The openings of real games against what their files say of them.

#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lib/io/input_files.h"
#include "lib/notation/fen.h"
#include "lib/notation/san_resolution.h"
#include "lib/pgn/reader.h"
#include "lib/tags/eco_code.h"
#include "lib/tags/openings.h"
#include "tests/laws/test_game.h"
#include "tests/pgn/padded_text.h"
#include "tests/support/corpus.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"

namespace arbiter::testing {
namespace {

std::string unpacked(const std::filesystem::path& file) {
  auto input = open_input(file.string());
  REQUIRE(input.has_value());
  const auto member = input.value()->next_member();
  REQUIRE(member);
  std::string text;
  std::vector<char> block(1 << 20);
  while (const std::size_t size = member->source.read(block)) text.append(block.data(), size);
  return text;
}

// The moves of the main line, up to one that cannot be read.
std::vector<Move> moves_of(const PgnGame& game) {
  std::vector<Move> moves;
  Position position;
  int depth = 0;
  for (const Token& token : game.tokens) {
    if (token.kind == TokenKind::VariationStart) ++depth;
    if (token.kind == TokenKind::VariationEnd) --depth;
    if (depth != 0 || token.kind != TokenKind::Move) continue;
    const SanResolution resolution = resolve(token.san(), position);
    if (resolution.status != SanStatus::Legal) break;
    moves.push_back(resolution.move);
    position.play(resolution.move);
  }
  return moves;
}

// Games from the standard initial position that have a code.
struct CodedGame {
  std::string eco;
  std::vector<Move> moves;
};

std::vector<CodedGame> coded_games(const std::filesystem::path& file) {
  const testing::PaddedText text(unpacked(file));
  CollectingSink sink{CodeSet()};
  PgnReader reader(text.source(), sink);
  std::vector<CodedGame> games;
  for (PgnGame game; reader.next(game);) {
    const PgnTag* eco = game.tag(KnownTag::Eco);
    if (eco == nullptr || game.tag(KnownTag::Fen) || !is_eco_code(eco->value.substr(0, 3)))
      continue;
    games.push_back({std::string(eco->value.substr(0, 3)), moves_of(game)});
    if (games.back().moves.empty()) games.pop_back();
  }
  return games;
}

double percent(std::size_t part, std::size_t whole) {
  return 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

// The Laws' "same position" as text: a FEN without its two counts.
std::string place_of(const Position& position) {
  std::string fen = fen_of(position);
  fen.resize(fen.rfind(' ', fen.rfind(' ') - 1));
  return fen;
}

TEST_CASE("most games have the opening that their ECO tag says", "[openings]") {
  const auto corpus = testing::corpus();
  if (!corpus) SKIP_TEST("ARBITER_CORPUS is not set");
  struct Row {
    std::string file;
    double volumes;  // the least share of games, in percent, of the same volume
    double codes;    // and of the same code
  };
  // The table was mended by the games of otb-mixed and otb-players, which share many: there these
  // figures guard it, and flatter it. As first written it had 95.3 and 78.0 percent of otb-mixed,
  // 97.6 and 88.2 of otb-players. The tags of lichess-clocks, by another list of codes, were no
  // part of that, but for 2. e3 behind 1. d4 d5.
  // Measured: 97.02 and 83.34, 97.63 and 88.42, 96.16 and 89.25.
  const Row row = GENERATE(values<Row>({
      {"otb-mixed.pgn.zst", 97.0, 83.0},
      {"otb-players.pgn.zst", 97.5, 88.0},
      {"lichess-clocks.pgn.zst", 95.5, 88.0},
  }));
  CAPTURE(row.file);
  std::size_t volumes = 0;
  std::size_t codes = 0;
  const std::vector<CodedGame> games = coded_games(*corpus / "games" / row.file);
  for (const CodedGame& game : games) {
    const Opening* opening = opening_of(game.moves, Position());
    REQUIRE(opening);
    volumes += opening->eco[0] == game.eco[0];
    codes += opening->eco == game.eco;
  }
  CHECK(games.size() > 20'000);
  CHECK(percent(volumes, games.size()) >= row.volumes);
  CHECK(percent(codes, games.size()) >= row.codes);
}

TEST_CASE("the opening of a game is the last of its positions that is written in the table",
          "[openings]") {
  const auto corpus = testing::corpus();
  if (!corpus) SKIP_TEST("ARBITER_CORPUS is not set");
  std::map<std::string, const Opening*> places;
  for (const Opening& opening : openings()) {
    places[place_of(testing::play_out("startpos", opening.moves).last())] = &opening;
  }
  std::vector<CodedGame> games = coded_games(*corpus / "games" / "otb-players.pgn.zst");
  for (std::size_t i = 0; i < games.size(); i += 50) {
    const Opening* expected = nullptr;
    Position position;
    for (const Move move : games[i].moves) {
      position.play(move);
      const auto place = places.find(place_of(position));
      if (place != places.end()) expected = place->second;
    }
    CAPTURE(i);
    CHECK(opening_of(games[i].moves, Position()) == expected);
  }
}

}  // namespace
}  // namespace arbiter::testing
