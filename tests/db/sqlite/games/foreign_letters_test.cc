// Tests games with the piece letters of twelve languages, without an option for them. The commands
// validate, fmt, import and repair must read the moves and result of the original.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "lib/export/game_export.h"
#include "lib/io/input_files.h"
#include "lib/movetext/game_letters.h"
#include "lib/notation/piece_letters.h"
#include "lib/pgn/reader.h"
#include "lib/pgn/text_chunks.h"
#include "lib/repair/repair.h"
#include "tests/db/drafted_games.h"
#include "tests/pgn/padded_text.h"
#include "tests/support/corpus.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"

using namespace arbiter::testing;

namespace {

constexpr std::string_view kTwelve[] = {"KDTLS", "RDTAC", "RDTFC",  "RDTBC", "RDTNC", "KHWGS",
                                        "KDTLP", "KDVSJ", "КрФЛСК", "KDTLR", "KDHBR", "KVBFH"};
constexpr std::size_t kGames = 40;
constexpr std::size_t kStep = 120;  // step between the games taken from the file

// Calls `visit` for the first game in a text.
template <class Visit>
void with_game(const std::string& pgn, Visit visit) {
  const PaddedText padded(pgn);
  CollectingSink nobody{CodeSet()};
  PgnReader reader(padded.source(), nobody);
  PgnGame game;
  REQUIRE(reader.next(game));
  visit(game);
}

std::vector<std::string> games_of(const std::string& path) {
  std::vector<std::string> games;
  const auto input = open_input(path);
  REQUIRE(input);
  CollectingSink nobody{CodeSet()};
  std::size_t number = 0;
  const auto member = (*input)->next_member();
  REQUIRE(member);
  TextChunks chunks(member->source);
  TextChunk chunk;
  while (games.size() < kGames && chunks.next(chunk)) {
    PgnReader reader(chunk.source, nobody);
    PgnGame game;
    while (games.size() < kGames && reader.next(game)) {
      if (number++ % kStep == 0) games.emplace_back(game.text);
    }
  }
  return games;
}

// Translates a move letter by letter, independently of the program.
std::string in_letters(std::string_view move, const PieceLetters& letters) {
  constexpr std::string_view english = "NBRQK";
  std::string text;
  for (const char c : move) {
    const std::size_t piece = english.find(c);
    if (piece == std::string_view::npos) {
      text += c;
    } else {
      text += letters.of(static_cast<Role>(piece + 1));
    }
  }
  return text;
}

std::string in_letters(const PgnGame& game, const PieceLetters& letters) {
  std::string text;
  std::size_t at = 0;
  for (const Token& token : game.tokens) {
    if (token.kind != TokenKind::Move) continue;
    text += game.text.substr(at, token.offset - at);
    text += in_letters(game.text_of(token), letters);
    at = token.offset + token.length;
  }
  return text + std::string(game.text.substr(at));
}

// The results of all commands for a game.
struct Readings {
  std::string formatted;
  std::vector<Move> validated;
  std::vector<Move> imported;
  Outcome result = Outcome::Unknown;

  bool operator==(const Readings&) const = default;
};

Readings readings_of(const std::string& pgn) {
  Readings readings;
  visit_drafts(pgn, {}, [&](const CheckedGame& checked, const DraftBatch& batch) {
    GameExporter().append(checked.game, readings.formatted);
    readings.validated.assign(checked.played.moves.begin(), checked.played.moves.end());
    const StoredGame stored = stored_game(batch.games.back(), batch);
    readings.imported = stored.moves;
    readings.result = stored.result;
  });
  return readings;
}

// Returns whether the moves use all piece letters.
bool uses_all(const PgnGame& game) {
  return std::ranges::all_of(std::string_view("NBRQK"), [&](char letter) {
    return std::ranges::any_of(game.tokens, [&](const Token& token) {
      return token.kind == TokenKind::Move && game.text_of(token)[0] == letter;
    });
  });
}

TEST_CASE("games in twelve languages are read as their originals", "[corpus]") {
  const auto folder = corpus();
  if (!folder) SKIP_TEST("ARBITER_CORPUS is not set");
  const auto games = games_of((*folder / "games" / "otb-players.pgn.zst").string());
  REQUIRE(games.size() == kGames);
  std::size_t determined = 0;
  for (const std::string& original : games) {
    const Readings expected = readings_of(original);
    with_game(original, [&](const PgnGame& game) {
      const bool is_determined = uses_all(game);
      for (const std::string_view language : kTwelve) {
        const std::string foreign = in_letters(game, *parse_piece_letters(language));
        CAPTURE(language, foreign);
        CHECK((readings_of(foreign) == expected));
        with_game(foreign, [&](const PgnGame& read) {
          const GameLetters letters = determine_letters(read, Position());
          if (is_determined) CHECK(letters.letters == *parse_piece_letters(language));
          CHECK(letters.possible.empty());
          CHECK_FALSE(find_repairs(read, {}).has_value());
        });
      }
      determined += is_determined ? 1 : 0;
    });
  }
  CHECK(determined > kGames / 2);
}

}  // namespace
