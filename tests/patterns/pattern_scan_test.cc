// Compares the engine with the slow evaluation, for each position.
#include "lib/patterns/pattern_scan.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/io/input_files.h"
#include "lib/notation/fen.h"
#include "lib/notation/uci.h"
#include "lib/patterns/pattern_parser.h"
#include "lib/pgn/reader.h"
#include "tests/chess/random_positions.h"
#include "tests/judge/judged_setup.h"
#include "tests/notation/random_games.h"
#include "tests/patterns/pattern_judge.h"
#include "tests/patterns/queries.h"
#include "tests/pgn/played_line.h"
#include "tests/support/corpus.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"

using namespace arbiter::testing;

namespace {

struct Question {
  std::string text;
  Pattern pattern;
  PatternPlan plan;
};

std::vector<Question> questions() {
  std::vector<Question> list;
  const auto add = [&](std::string_view text) {
    auto pattern = read_pattern(text);
    CAPTURE(text, pattern ? "" : pattern.error());
    REQUIRE(pattern);
    list.push_back({std::string(text), *pattern, PatternPlan(*pattern)});
  };
  for (const std::string_view text : kTwentyQueries) add(text);
  for (const std::string_view text : kMoreQueries) add(text);
  return list;
}

// Returns the patterns in the list of themes on the page: lines with two spaces before a name.
std::vector<Question> themes() {
  std::ifstream page("tools/docs/patterns.md");
  std::vector<Question> list;
  bool is_list = false;
  for (std::string line; std::getline(page, line);) {
    if (line == "$ arbiter explain pattern themes") is_list = true;
    if (line == "```") is_list = false;
    constexpr std::size_t kNameWidth = 26;
    if (!is_list || line.size() <= kNameWidth || !line.starts_with("  ") || line[2] == ' ')
      continue;
    const std::string text = line.substr(kNameWidth);
    const auto pattern = read_pattern(text);
    CAPTURE(text, pattern ? "" : pattern.error());
    REQUIRE(pattern);
    // Expands the pattern once, because the slow evaluation would expand it again in each position.
    list.push_back({text, *expanded(*pattern), PatternPlan(*pattern)});
  }
  return list;
}

// Returns the plies at which the engine finds that the pattern holds.
std::vector<bool> scanned(const PatternPlan& plan, const JudgedGame& game) {
  std::vector<bool> answers;
  const Setup start = game.positions.front().setup();
  PatternScan scan(plan, start, static_cast<int>(game.moves.size()));
  answers.push_back(scan.holds());
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const Board& board = game.positions[i].board();
    const Move move = game.moves[i];
    Square taken = move.to();
    if (move.kind() == MoveKind::EnPassant) taken = square_of(file_of(taken), rank_of(move.from()));
    const std::uint8_t captured =
        move.kind() == MoveKind::Castling ? Board::kEmpty : board.code_at(taken);
    answers.push_back(scan.play(move, board.code_at(move.from()), captured));
  }
  return answers;
}

// Returns the game with moves such as "e2e4 a7a8q". Castling is written as the king's move.
JudgedGame game_of(const std::string& fen, const std::string& moves) {
  JudgedGame game;
  game.positions.push_back(*parse_position(fen));
  std::istringstream words(moves);
  for (std::string word; words >> word;) {
    const auto move = parse_uci(word, game.positions.back());
    REQUIRE(move);
    game.moves.push_back(*move);
    Position next = game.positions.back();
    next.play(*move);
    game.positions.push_back(next);
  }
  return game;
}

void compare(const Question& question, const JudgedGame& game, std::vector<int>& hits) {
  const std::vector<bool> answers = scanned(question.plan, game);
  for (std::size_t ply = 0; ply < game.positions.size(); ++ply) {
    const bool holds = judged_to_hold(question.pattern, game, ply);
    if (answers[ply] != holds) {
      CAPTURE(question.text, ply, holds, fen_of(game.positions[ply]), fen_of(game.positions[0]));
      REQUIRE(answers[ply] == holds);
    }
    hits.back() += holds ? 1 : 0;
  }
}

// Plays random legal moves from the position.
JudgedGame random_walk(const std::string& fen, std::mt19937& random) {
  JudgedGame game;
  game.positions.push_back(judge::position_of(judge::JudgeBoard::from_fen(fen)->fen()));
  while (game.moves.size() < 100) {
    const MoveList moves = legal_moves(game.positions.back());
    if (moves.is_empty()) break;
    game.moves.push_back(moves[random() % moves.size()]);
    Position next = game.positions.back();
    next.play(game.moves.back());
    game.positions.push_back(next);
  }
  return game;
}

// Returns games from the standard initial position, from Chess960 positions, from positions with
// many kinds of moves, and from random ones.
std::vector<JudgedGame> random_walks() {
  std::mt19937 random(20261123);
  std::vector<JudgedGame> games;
  for (int i = 0; i < 20; ++i) {
    for (const std::string& start : rich_starts()) games.push_back(random_walk(start, random));
    games.push_back(random_walk(random_chess960_start(random), random));
    games.push_back(random_walk(random_placement(random), random));
  }
  return games;
}

std::vector<JudgedGame> first_games(const std::filesystem::path& file, std::size_t count) {
  auto input = open_input(file.string());
  REQUIRE(input);
  const auto member = (*input)->next_member();
  std::string text(count * 1'200, '\0');
  text.resize(read_fully(member->source, text));
  const std::size_t size = text.size();
  text.append(kTextPadding, '\0');
  CollectingSink findings;
  PgnReader reader({.text = std::string_view(text).substr(0, size)}, findings);
  std::vector<JudgedGame> games;
  for (PgnGame game; games.size() < count && reader.next(game);) {
    PlayedLine line = line_of(game);
    games.push_back({std::move(line.positions), std::move(line.moves)});
  }
  return games;
}

void compare_all(const std::vector<JudgedGame>& games, const std::vector<Question>& queries) {
  for (const Question& question : queries) {
    std::vector<int> hits = {0};
    for (const JudgedGame& game : games) compare(question, game, hits);
    INFO(question.text << ": " << hits.back() << " positions");
  }
}

}  // namespace

TEST_CASE("patterns hold or not in positions that were judged by hand", "[patterns]") {
  struct Case {
    std::string fen, pattern;
    bool holds;
  };
  const std::string quiet = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  const Case test = GENERATE_COPY(values<Case>({
      // Two knights attack d5, which is empty, or has a black or a white pawn.
      {"4k3/8/8/8/8/2N1N3/8/4K3 w - - 0 1", "attackers(d5) >= 1", false},
      {"4k3/8/8/8/8/2N1N3/8/4K3 w - - 0 1", "attackers(d5) = 0", true},
      {"4k3/8/8/8/8/2N1N3/8/4K3 w - - 0 1", "white attackers(d5) = 2", true},
      {"4k3/8/8/3p4/8/2N1N3/8/4K3 w - - 0 1", "attackers(d5) = 2", true},
      {"4k3/8/8/3P4/8/2N1N3/8/4K3 w - - 0 1", "attackers(d5) >= 1", false},
      // Two bishops against two knights, with equal pawns and with one pawn less.
      {"1n2k1n1/p7/8/8/8/8/P7/2B1KB2 w - - 0 1", "white +BB -NN", true},
      {"1n2k1n1/pp6/8/8/8/8/P7/2B1KB2 w - - 0 1", "white +BB -NN", false},
      {"1n2k1n1/pp6/8/8/8/8/P7/2B1KB2 w - - 0 1", "white +BB -NN -P", true},
      {"1n2k1n1/pp6/8/8/8/8/P7/2B1KB2 w - - 0 1", "B > b and n > N", true},
      {"1n2k1n1/pp6/8/8/8/8/P7/2B1KB2 w - - 0 1", "P = p", false},
      {"1n2k1n1/pp6/8/8/8/8/P7/2B1KB2 w - - 0 1", "P < p", true},
      {"1n2k1n1/pp6/8/8/8/8/P7/2B1KB2 w - - 0 1", "isolated P >= isolated p", true},
      {"1n2k1n1/p7/8/8/8/8/P7/2B1KB2 w - - 0 1", "P = p and Pa <= pa", true},
      {quiet, "P > p", true},
      {quiet, "P <= p", false},
  }));
  CAPTURE(test.fen, test.pattern);
  const auto pattern = read_pattern(test.pattern);
  REQUIRE(pattern);
  const Setup start = parse_position(test.fen)->setup();
  CHECK(PatternScan(PatternPlan(*pattern), start, 0).holds() == test.holds);
}

TEST_CASE("patterns hold or not after moves that were judged by hand", "[patterns]") {
  // Each digit is a position, from the initial one on: 1 if the pattern holds.
  struct Case {
    std::string fen, moves, pattern, holds;
  };
  const std::string forks = "4k2r/8/8/3N4/8/8/6q1/4K3 w - - 0 1";
  const std::string fork_moves = "d5c7 e8d7 c7b5 g2b2";
  const std::string trade = "4k3/3r4/8/8/8/8/3R4/3RK3 w - - 0 1";
  const std::string trade_moves = "d2d7 e8f8 d7d3 f8f7";
  const std::string line = "4q1k1/8/8/8/4N3/8/8/4R1K1 w - - 0 1";
  const Case test = GENERATE_COPY(values<Case>({
      // A knight checks from c7, and goes to b5.
      {forks, fork_moves, "N attacks k then that N on b5", "00000"},
      {forks, fork_moves, "N attacks k later that N on b5", "00011"},
      {forks, fork_moves, "N attacks k later within 2 that N on b5", "00010"},
      {forks, fork_moves, "Nd5 later that N on c7", "01100"},
      {forks, fork_moves, "move N then not move that", "00101"},
      {forks, fork_moves, "move N later move that", "00010"},
      {forks, fork_moves, "move K later that k on d7", "00011"},
      {forks, fork_moves, "r on h8 later that r on h8", "01111"},
      {forks, fork_moves, "check later within 1 white to move", "00100"},
      {forks, fork_moves, "at end", "00001"},
      {forks, fork_moves, "white to move and at end", "00001"},
      {forks, fork_moves, "not at end and q", "11110"},
      // White captures a rook immediately.
      {trade, trade_moves, "white gains 5 in 1", "01000"},
      {trade, trade_moves, "white gains 5 in 3", "01110"},
      {trade, trade_moves, "black loses 4.. in 2", "01100"},
      {trade, trade_moves, "white loses 1.. in 4", "00000"},
      {trade, trade_moves, "A on d1-8 >= 2", "11111"},
      {trade, trade_moves, "[a] on d7", "10000"},
      // A knight opens the line of a rook to the queen.
      {line, "e4g5 e8e1", "discovered attack", "010"},
      {line, "e4g5 e8e1", "discovered attack on q", "010"},
      {line, "e4g5 e8e1", "discovered attack on r", "000"},
      {line, "e1d1 e8e4", "discovered attack", "000"},
      // Four pieces are attacked.
      {"4k3/8/1r3q2/3N4/1b6/4p3/8/4K3 w - - 0 1", "", "N forks 4 [qrbp]", "1"},
      {"4k3/8/1r3q2/3N4/1b6/4p3/8/4K3 w - - 0 1", "", "N forks 4 [qrb]", "0"},
      {"4k3/8/1r3q2/3N4/1b6/4p3/8/4K3 w - - 0 1", "", "N forks [qrb]", "1"},
      // A pawn captured en passant is no longer followed.
      {"4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e5d6", "p on d7 later that p", "010"},
      {"4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e5d6", "P later that P on d6", "001"},
      // The castling rook, and a promoting pawn.
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "R on h1 then that R on f1", "01"},
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "move O-O then move that", "00"},
      {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "P on 7 then that Q on 8", "01"},
  }));
  CAPTURE(test.fen, test.moves, test.pattern);
  const auto pattern = read_pattern(test.pattern);
  CAPTURE(pattern ? "" : pattern.error());
  REQUIRE(pattern);
  const JudgedGame game = game_of(test.fen, test.moves);
  std::string found;
  for (const bool holds : scanned(PatternPlan(*pattern), game)) found += holds ? '1' : '0';
  CHECK(found == test.holds);
}

TEST_CASE("words after 'later' are pieces, and after 'then' moves", "[patterns]") {
  const auto claim_of_last = [](std::string_view text) {
    const auto pattern = read_pattern(text);
    CAPTURE(text, pattern ? "" : pattern.error());
    REQUIRE(pattern);
    return *pattern->parts.back().claim;
  };
  CHECK(std::holds_alternative<PiecesStand>(claim_of_last("at e4 e5 Nf3 later Nf5")));
  CHECK(std::holds_alternative<PiecesStand>(claim_of_last("move Bxf7 later Nf5")));
  CHECK(std::holds_alternative<MovePlayed>(claim_of_last("move Bxf7 later move Nf5")));
  CHECK(std::holds_alternative<MovePlayed>(claim_of_last("move Bxf7 then Nf5")));
  CHECK(std::holds_alternative<MovePlayed>(claim_of_last("at e4 e5 then Nf3")));
  CHECK(!read_pattern("at e4 e5 later Bxc6"));
}

TEST_CASE("letters before a move name more pieces that can make it", "[patterns]") {
  const auto [text, movers, to] = GENERATE(table<std::string, Men, Bitboard>({
      {"move Q|Rh7", men_of(Role::Queen) | men_of(Role::Rook), Bitboard(Square::H7)},
      {"move [QR]h7", men_of(Role::Queen) | men_of(Role::Rook), Bitboard(Square::H7)},
      {"move Q|R", men_of(Role::Queen) | men_of(Role::Rook), kAllSquares},
      {"move B|N|Qxf7", men_of(Role::Bishop) | men_of(Role::Knight) | men_of(Role::Queen),
       Bitboard(Square::F7)},
  }));
  CAPTURE(text);
  const auto pattern = read_pattern(text);
  REQUIRE(pattern);
  const auto& move = std::get<MovePlayed>(*pattern->claim);
  CHECK(move.movers == movers);
  CHECK(move.to == to);
}

TEST_CASE("the engine agrees with the slow evaluation in random games", "[patterns]") {
  const std::vector<JudgedGame> games = random_walks();
  std::size_t positions = 0;
  for (const JudgedGame& game : games) positions += game.positions.size();
  REQUIRE(positions > 10'000);
  compare_all(games, questions());
}

TEST_CASE("the engine agrees with the slow evaluation in real games", "[patterns]") {
  const auto folder = corpus();
  if (!folder) SKIP_TEST("ARBITER_CORPUS is not set");
  const std::size_t count = is_nightly() ? 5'000 : 3'000;
  const auto games = first_games(*folder / "games/otb-mixed.pgn.zst", count);
  REQUIRE(games.size() == count);
  std::vector<Question> all = questions();
  if (is_nightly()) {
    // Expands the patterns once, because the slow evaluation would expand them again in each
    // position.
    for (Question& question : all) question.pattern = *expanded(question.pattern);
  }
  const auto more = all.begin() + std::ssize(kTwentyQueries);
  compare_all(games, {all.begin(), more});
  compare_all({games.begin(), games.begin() + (is_nightly() ? 5'000 : 300)}, {more, all.end()});
}

TEST_CASE("the engine agrees with the slow evaluation about themes in real games", "[patterns]") {
  const auto folder = corpus();
  if (!folder) SKIP_TEST("ARBITER_CORPUS is not set");
  const auto games = first_games(*folder / "games/otb-mixed.pgn.zst", 5'000);
  REQUIRE(games.size() == 5'000);
  const std::vector<Question> all = themes();
  CHECK(all.size() >= 45);
  compare_all(games, all);
}
