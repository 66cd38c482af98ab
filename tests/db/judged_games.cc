#include "tests/db/judged_games.h"

#include <fmt/format.h>

#include <sstream>

#include "db/model/stored_game.h"
#include "db/sqlite/games/game_store.h"
#include "lib/chess/legal_moves.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"

namespace arbiter::testing {
namespace {

const std::string& one_of(const Words& words, Random& random) {
  return words[random() % words.size()];
}

const Words kPlayers = {"Carlsen, Magnus", "Carlsen,M", "Anand, V", "Karpova, Anna", "Tal", "?"};

const Words kComments = {"{good}", "{[%clk 0:00:45]}", "{[%clk 0:10:00] [%eval -0.75]}",
                         "{[%eval 2.5]}", "{[%eval #-3]}"};

// Initial positions with Black to move, and the standard one.
const Words kStarts = {"", "", "",
                       "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 3",
                       "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 1"};

Position first_position(const std::string& fen) {
  return fen.empty() ? Position() : *parse_position(fen);
}

std::string movetext(Random& random, const std::string& start, const std::string& result) {
  Position position = first_position(start);
  std::string text;
  const std::size_t plies = random() % 60;
  const bool has_comments = random() % 2 == 0;
  for (std::size_t ply = 0; ply < plies; ++ply) {
    std::vector<Move> moves;
    for (const Move move : legal_moves(position)) {
      moves.insert(moves.end(), position.board().is_empty(move.to()) ? 1 : 8, move);
    }
    if (moves.empty()) break;
    const Move move = moves[random() % moves.size()];
    const bool is_white = position.turn() == Color::White;
    if (is_white || ply == 0) {
      text += fmt::format("{}{} ", position.fullmove_number(), is_white ? "." : "...");
    }
    text += san_of(move, position) + " ";
    position.play(move);
    if (has_comments && random() % 3 == 0) text += one_of(kComments, random) + " ";
  }
  if (random() % 10 == 0) text += "Kh8 Ka1 ";
  return text + result;
}

// Removes the comments of the movetext, and adds them to the game.
std::string without_comments(const std::string& moves, JudgedGame& game) {
  std::string plain;
  std::string remark;
  Color player = other(first_position(game.tag("FEN")).turn());
  int count = 0;
  std::istringstream words(moves);
  for (std::string word; words >> word;) {
    if (!remark.empty() || word.starts_with("{")) {
      remark += (remark.empty() ? "" : " ") + word;
      if (!word.ends_with("}")) continue;
      game.remarks.push_back({player, remark.substr(1, remark.size() - 2), count});
      remark.clear();
    } else {
      const bool is_number = word.find_first_not_of("0123456789.") == std::string::npos;
      if (!is_number) {
        player = other(player);
        ++count;
      }
      plain += word + " ";
    }
  }
  return plain;
}

// Plays the moves of the movetext, up to the first word that is not a move.
void play(const std::string& moves, JudgedGame& game) {
  Position position = first_position(game.tag("FEN"));
  game.positions = {position};
  std::istringstream words(moves);
  for (std::string word; words >> word;) {
    if (word.find_first_not_of("0123456789.") == std::string::npos) continue;
    bool is_played = false;
    for (const Move move : legal_moves(position)) {
      if (san_of(move, position) != word) continue;
      position.play(move);
      is_played = true;
      break;
    }
    if (!is_played) return;
    game.positions.push_back(position);
  }
}

void read_export(const std::string& pgn, JudgedGame& game) {
  std::istringstream lines(pgn);
  std::string moves;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t quote = line.find('"');
    if (line.starts_with("[") && quote != std::string::npos) {
      game.tags[line.substr(1, quote - 2)] = line.substr(quote + 1, line.size() - quote - 3);
    } else {
      moves += line + " ";
    }
  }
  std::istringstream words(moves);
  while (words >> game.result) {
  }
  // If the movetext ends with "*", the Result tag decides.
  if (game.result == "*" && !game.tag("Result").empty()) game.result = game.tag("Result");
  moves = without_comments(moves, game);
  if (!game.is_unchecked) play(moves, game);
  if (game.is_unchecked) game.positions = {Position()};
}

}  // namespace

std::string random_pgn(std::size_t number, Random& random) {
  std::string text;
  const auto add = [&text](const std::string& name, const std::string& value) {
    if (!value.empty()) text += fmt::format("[{} \"{}\"]\n", name, value);
  };
  const std::string result = one_of({"1-0", "0-1", "1/2-1/2", "*"}, random);
  add("Event", one_of({"World Blitz", "Rest and Play", "Open (rapid)", "?"}, random));
  add("Site", one_of({"Moscow RUS", "Wijk aan Zee", "?"}, random));
  add("Date",
      one_of({"1950.05.17", "1950.05.??", "1950.??.??", "????.??.??", "1951.12.31"}, random));
  add("Round", one_of({"1", "2", "3", "3.1", "3.2", "10", "Final", "?", "-", ""}, random));
  add("White", one_of(kPlayers, random));
  add("Black", one_of(kPlayers, random));
  add("Result", random() % 9 == 0 ? "1-0" : result);
  add("WhiteElo", one_of({"", "2400", "2500", "2650"}, random));
  add("BlackElo", one_of({"", "1900", "2500", "2800"}, random));
  add("ECO", one_of({"", "B90", "B97", "C65", "A00"}, random));
  add("WhiteTitle", one_of({"", "GM", "IM"}, random));
  add("BlackTitle", one_of({"", "GM", "WGM", "-"}, random));
  add("TimeControl",
      one_of({"", "300+5", "600", "600+0", "180 + 2", "40/7200:3600", "?", "-"}, random));
  add("Annotator", one_of({"", "Kasparov, Garry", "Tim Krabbe"}, random));
  add("Termination", one_of({"", "normal", "time forfeit", "abandoned"}, random));
  add("Variant", random() % 15 == 0 ? "Atomic" : "");
  const std::string start = one_of(kStarts, random);
  add("SetUp", start.empty() ? "" : "1");
  add("FEN", start);
  add("Key", std::to_string(number));
  return text + "\n" + movetext(random, start, result) + "\n\n";
}

std::vector<JudgedGame> judged_games(const Database& database) {
  std::vector<JudgedGame> games;
  Statement rows = database.connection().prepare(
      "SELECT id, source, ending, is_incomplete, is_unchecked FROM games ORDER BY id");
  while (rows.step()) {
    JudgedGame& game = games.emplace_back();
    game.id = rows.integer(0);
    game.source = rows.text(1);
    game.ending = rows.text(2);
    game.is_incomplete = rows.integer(3) != 0;
    game.is_unchecked = rows.integer(4) != 0;
  }
  GameReader reader(database.connection());
  for (JudgedGame& game : games) {
    const GameId id{game.id};
    read_export(pgn_of(*reader.game(id), reader.record(id)), game);
  }
  Statement findings = database.connection().prepare("SELECT game, finding FROM findings");
  while (findings.step()) {
    games.at(static_cast<std::size_t>(findings.integer(0)) - 1)
        .findings.emplace_back(findings.text(1));
  }
  return games;
}

}  // namespace arbiter::testing
