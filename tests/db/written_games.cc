#include "tests/db/written_games.h"

#include <fmt/format.h>

#include "tests/db/care_database.h"

namespace arbiter::testing {
namespace {

std::string pgn(const std::vector<WrittenGame>& games) {
  std::string text;
  for (const WrittenGame& game : games) text += testing::pgn(game);
  return text;
}

}  // namespace

std::string pgn(const WrittenGame& game) {
  return fmt::format(
      "[Event \"{}\"]\n[Site \"Chennai\"]\n[Date \"{}\"]\n[Round \"{}\"]\n[White \"{}\"]\n"
      "[Black \"{}\"]\n[Result \"{}\"]\n{}\n{} {}\n\n",
      game.event, game.date, game.round, game.white, game.black, game.result, game.more_tags,
      game.moves, game.result);
}

std::string moves_of(std::size_t plies, const std::string& first) {
  static const char* const kPawns[] = {"a3", "a6", "b3", "b6", "c3", "c6", "d3", "d6", "h3", "h6"};
  std::string text = first;
  for (std::size_t ply = 2, pawn = 0; ply < plies; ++ply) {
    static const char* const kKnights[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    const bool is_pawn = ply % 6 >= 4 && pawn < 10;
    text += std::string(" ") + (is_pawn ? kPawns[pawn++] : kKnights[(ply - 2 - pawn) % 4]);
  }
  return text;
}

std::vector<std::string> files_with_duplicates() {
  const std::string same = moves_of(60);
  const std::string longest = moves_of(70, "1. e4 e6");
  const std::string beginning = moves_of(30, "1. e4 e6");
  const std::string renamed = moves_of(50, "1. e3 e5");
  const std::string annotated = moves_of(44, "1. e3 e6");
  const std::string few = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4";
  const std::string placed = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n";
  const std::string endgame = "1. e4 Kd7 2. e5 Ke6 3. Ke2 Kxe5 4. Ke3";
  const std::string unfinished = moves_of(26, "1. e3 f5");
  const std::string rated = moves_of(28, "1. e3 g6");
  const std::string moved = moves_of(30, "1. e3 g5");
  const std::string ratings = "[WhiteElo \"2870\"]\n[BlackElo \"2775\"]\n";
  const std::string variant = "[Variant \"Atomic\"]\n";
  return {
      pgn({{.moves = same},
           {.moves = beginning},
           {.moves = renamed},
           {.moves = annotated + " {One}"},
           {.moves = few},
           {.moves = endgame, .more_tags = placed},
           {.moves = same, .more_tags = variant},
           {.moves = few, .event = "Blitz"}}) +
          games_of_all_kinds() +
          pgn({{.result = "*", .moves = unfinished, .more_tags = "[PlyCount \"26\"]\n"},
               {.moves = rated, .more_tags = "[PlyCount \"28\"]\n"},
               {.moves = moved, .event = "WCh", .more_tags = ratings}}),
      pgn({{.white = "Carlsen, M", .date = "2013.??.??", .moves = same},
           {.moves = longest, .more_tags = "[Annotator \"Somebody\"]\n"},
           {.white = "Karlsson, Peter", .moves = renamed},
           {.moves = annotated + " {Two}"},
           {.moves = annotated},
           {.moves = few},
           {.moves = endgame, .more_tags = placed},
           {.moves = same, .more_tags = variant},
           {.date = "1999.01.01", .moves = same}}) +
          games_of_all_kinds() +
          pgn({{.result = "1-0", .moves = unfinished},
               {.moves = rated, .more_tags = ratings},
               {.moves = moved, .more_tags = "[ECO \"A00\"]\n"}}),
  };
}

}  // namespace arbiter::testing
