// Tests that validate, fmt, import and export read games identically: the same moves, end and
// result. A game from the database is not changed by another import.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/stored_game.h"
#include "lib/chess/legal_moves.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/export/game_export.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/pgn/reader.h"
#include "lib/validate/validator.h"
#include "tests/db/drafted_games.h"
#include "tests/pgn/padded_text.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

namespace {

using Words = std::vector<std::string>;

// The moves of a game as read, up to its first null move.
struct Reading {
  std::size_t plies = 0;
  std::string last;  // final position as a FEN
  std::string result;

  bool operator==(const Reading&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Reading& reading) {
  return out << reading.plies << " plies to " << reading.last << ", " << reading.result;
}

std::string position_after(std::span<const Move> moves) {
  Position position;
  for (const Move move : moves) position.play(move);
  return fen_of(position);
}

// The results of all commands for a game.
struct Readings {
  Reading validated;
  Reading imported;
  std::string formatted;
  std::string exported;
};

Readings readings_of(const std::string& text) {
  Readings found;
  visit_drafts(text, {}, [&](const CheckedGame& checked, const DraftBatch& batch) {
    const Outcome outcome = checked.summary.result.value_or(GameResult()).outcome;
    found.validated = {checked.played.moves.size(), position_after(checked.played.moves),
                       std::string(to_string(outcome))};
    const GameDraft& draft = batch.games.back();
    const StoredGame stored = stored_game(draft, batch);
    found.imported = {stored.moves.size(), position_after(stored.moves),
                      std::string(to_string(stored.result))};
    GameExporter().append(checked.game, found.formatted);
    StoredPgn().append(stored, batch.text(draft.record), found.exported);
  });
  return found;
}

// Reads the formatted game like a simple program that supports only SAN.
Reading reading_of(const std::string& pgn) {
  const PaddedText padded(pgn);
  CollectingSink nobody{CodeSet()};
  PgnReader reader(padded.source(), nobody, SetAside::Keep);
  PgnGame game;
  REQUIRE(reader.next(game));
  Reading reading;
  Position position;
  int depth = 0;
  for (const Token& token : game.tokens) {
    if (token.kind == TokenKind::VariationStart) ++depth;
    if (token.kind == TokenKind::VariationEnd) --depth;
    if (depth > 0) continue;
    if (token.kind == TokenKind::Result) reading.result = game.text_of(token);
    if (token.kind == TokenKind::Word) break;  // null move
    if (token.kind != TokenKind::Move) continue;
    const SanResolution resolution = resolve(token.san(), position);
    REQUIRE(resolution.status == SanStatus::Legal);
    position.play(resolution.move);
    ++reading.plies;
  }
  reading.result = game.text_of(game.tokens.back());
  const PgnTag* tag = game.tag(KnownTag::Result);
  const bool both_lost = pgn.find("{0-0} *") != std::string::npos;
  if (reading.result == "*" && !both_lost && parse_outcome(tag->value)) {
    reading.result = tag->value;
  }
  reading.last = fen_of(position);
  return reading;
}

// Returns the rules of the export format that a text violates.
std::string style_findings(const std::string& pgn) {
  const PaddedText padded(pgn);
  Selection style = *make_selection({.select = {"style"}});
  CollectingSink sink(style.shown());
  PgnReader reader(padded.source(), sink);
  Validator validator({}, sink);
  PgnGame game;
  while (reader.next(game)) validator.check(game);
  std::string ids;
  for (const Diagnostic& finding : sink.take()) ids += std::string(entry_of(finding.code).id) + ' ';
  return ids;
}

// Checks that all commands agree, and that the output is in export format. Returns the results.
Readings check_readings(const std::string& text) {
  Readings first = readings_of(text);
  CAPTURE(first.formatted);
  REQUIRE(first.exported == first.formatted);
  REQUIRE(first.imported == first.validated);
  REQUIRE(reading_of(first.formatted) == first.validated);
  // Text in unreadable comments keeps its style.
  const bool has_set_aside = first.formatted.find("{unreadable:") != std::string::npos;
  if (!has_set_aside) REQUIRE(style_findings(first.formatted).empty());
  return first;
}

// Returns whether a second pass changes nothing.
bool is_settled(const Readings& first) {
  const Readings second = readings_of(first.exported);
  return second.validated == first.validated && second.imported == first.imported &&
         second.formatted == first.formatted && second.exported == first.exported;
}

const Words& human_games() {
  static const Words games = {
      "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1/2-1/2",
      "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Nxd4 c5 8. Ne2 Qxd1 1-0",
      "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
      "1. d4 d5 2. c4 dxc4 3. e3 b5 4. a4 c6 5. axb5 cxb5 6. Qf3 Nc6 7. Qxc6+ Bd7 8. Qf3 *",
      "1. e4 d5 2. e5 f5 3. exf6 Nxf6 4. Nf3 g6 5. Bc4 dxc4 6. O-O Bg7 7. Na3 O-O 8. Nxc4 0-1",
      "1. d4 Nf6 ( 1... d5 2. c4 ( 2. Nf3 Nf6 ) 2... e6 ) 2. c4 e6 $1 3. Nc3 {Nimzo} Bb4 4. Qc2 *",
      "1. c4 e5 2. g3 d5 3. cxd5 Qxd5 4. Nf3 Bg4 5. Bg2 e4 6. Nc3 Bxf3 7. Nxd5 Bxg2 8. Rg1 Bc6 *",
  };
  return games;
}

Words words_of(const std::string& text) {
  std::istringstream stream(text);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// Returns a game of random moves, with occasional comments, NAGs and variations.
std::string random_game(std::mt19937& chance) {
  Position position;
  std::string text;
  for (int ply = 0; ply < 24; ++ply) {
    const MoveList moves = legal_moves(position);
    if (moves.is_empty()) break;
    if (position.turn() == Color::White) {
      text += std::to_string(position.fullmove_number()) + ". ";
    }
    const Move move = moves[chance() % moves.size()];
    text += san_of(move, position) + ' ';
    if (chance() % 12 == 0) text += "$" + std::to_string(chance() % 20) + ' ';
    if (chance() % 12 == 0) text += "{a word} ";
    if (chance() % 12 == 0) {
      text += "( " + san_of(moves[chance() % moves.size()], position) + " {x} ) ";
    }
    position.play(move);
  }
  return text + (chance() % 2 == 0 ? "1-0" : "*");
}

std::string in_other_case(std::string word, std::mt19937& chance) {
  char& letter = word[chance() % word.size()];
  const bool is_letter = (letter | 0x20) >= 'a' && (letter | 0x20) <= 'z';
  if (is_letter) letter = static_cast<char>(letter ^ 0x20);
  return word;
}

// Words with a meaning in PGN, and words similar to these.
constexpr std::string_view kInserted[] = {
    "ch",   "dis",  "dbl",  "mate",  "000",      "00",    "0-0",    "0-0-0",    "OO",    "ooo",
    "e.p.", "ep",   "--",   "Z0",    "0000",     "null",  "1-0",    "0-1",      "*",     "1/2",
    "draw", "=",    "+-",   "N",     "D",        "$1",    "$",      "!",        "??",    "!?!",
    "(",    ")",    "}",    "{",     "( ch",     "(x)",   "( )",    "({y})",    "xyz",   "said",
    "Ng",   "e9",   "aG",   "nf3",   "bxc6",     "bxd5",  "Sf3",    "Lb5",      "Nf3=Q", "e4=Q",
    "3Nf3", "10-0", "10-0", "0-0-0", "P-K4",     "exd",   "Nf3!?",  "Bb5+-",    "e8=K",  "++",
    ";",    "%",    "<",    ".",     "...",      "7.",    "4...",   "\u2658f3", "\xC3",  "}}",
    "1-0F", "0-0",  "+/-",  "0-1 x", "Qxf7#1-0", "g1f3",  "g1-f3",  "exd6ep",   "Re1,",  "( --",
    ",",    "e5.",  "e4,",  "well,", "Qg20-1",   "f8-b4", "O-O1-0", "d2xc3",    "( so,", "by test.",
};

void mutate(Words& words, std::mt19937& chance) {
  const std::size_t at = chance() % words.size();
  const auto place = words.begin() + static_cast<std::ptrdiff_t>(at);
  switch (chance() % 9) {
    case 0:
      if (words.size() > 1) words.erase(place);
      return;
    case 1:
      words.insert(place, words[at]);
      return;
    case 2:
      std::swap(words[at], words[chance() % words.size()]);
      return;
    case 3:
      words[at] = in_other_case(words[at], chance);
      return;
    case 4:  // concatenated with the next word
      if (at + 1 == words.size()) return;
      words[at] += words[at + 1];
      words.erase(place + 1);
      return;
    case 5:
      words[at].pop_back();
      if (words[at].empty()) words[at] = "x";
      return;
    default:
      words.insert(place, std::string(kInserted[chance() % std::size(kInserted)]));
  }
}

std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace

TEST_CASE("words that were once read in two ways have one reading", "[one_reading]") {
  const struct {
    std::string moves;
    std::size_t plies;
  } cases[] = {
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 000 4. Ba4 Nf6 5. O-O *", 9},
      {"1. e4 e5 2. Nf3 Nc6 3. ch Bb5 a6 4. Ba4 Nf6 *", 8},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 {x} ch a6 *", 6},
      {"1. e4 e5 2. nf3 nc6 3. bb5 a6 4. bxc6 dxc6 *", 8},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. bxa6 *", 7},  // a capture by the bishop
      {"1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *", 6},
      {"1. e4 e5 2. Nf3=Q Nc6 *", 4},
      {"1. e4 f6 2. Qh5+ -- g6 *", 4},
      {"1. e4 e5 2. Nf3 OO Nc6 *", 4},
      {"1. e4 e5 2. Nf3 10-0 Nc6 *", 4},
      {"1. e4 e5 2. -- Nc6 *", 2},
      {"1. e4 e5 ( 1... c5 } 2. Nf3 *", 3},
      {"1. e4 e5 ( 1... c5 1-0 {never closed}", 2},
      {"1. e4 e5 2. 0-0", 2},
      {"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0", 7},
      {"1. e4, e5 2. Nf3, Nc6, 3. Bb5 *", 5},
      {"1. e4. e5 . 2. Nf3 ... Nc6 *", 4},
      {"1. e4 well, then. e5 (so, 1... c5, or d5.) 2. Nf3 *", 3},
      {"1. g1-f3 g8-f6 2. e2-e4 f6xe4 *", 4},
      {"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#1-0", 7},
      {"1. f3 e5 2. g4 Qh40-1", 4},
      {"1. e4 e5 draw. {agreed}", 2},
      {"1. e4 e5 1-0. White won.", 2},
      {"1. e4 e5 (1... c51-0) 2. Nf3 *", 3},
  };
  for (const auto& game : cases) {
    const std::string text = "[Event \"e\"]\n\n" + game.moves;
    CAPTURE(text);
    REQUIRE(is_settled(check_readings(text)));
    CHECK(readings_of(text).validated.plies == game.plies);
  }
}

TEST_CASE("all commands read the same game, also a second time", "[one_reading]") {
  std::mt19937 chance(11);
  const std::vector<std::string>& games = human_games();
  for (int round = 0; round < 10'000; ++round) {
    const bool is_human = round % 2 == 0;
    Words words = words_of(is_human ? games[chance() % games.size()] : random_game(chance));
    for (unsigned i = 1 + chance() % 4; i > 0; --i) mutate(words, chance);
    const std::string result = chance() % 4 == 0 ? "[Result \"0-1\"]\n" : "";
    const std::string text = "[Event \"e\"]\n" + result + "\n" + joined(words);
    CAPTURE(text);
    REQUIRE(is_settled(check_readings(text)));
  }
}
