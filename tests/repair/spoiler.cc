#include "tests/repair/spoiler.h"

#include <fmt/format.h>

#include <random>
#include <stdexcept>

#include "lib/diagnostics/sink.h"
#include "lib/io/input_files.h"
#include "lib/notation/san_resolution.h"
#include "lib/pgn/reader.h"
#include "lib/pgn/text_chunks.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

namespace {

constexpr std::size_t kLatest = 10;  // half-moves up to the first illegal one
constexpr int kTries = 200;
constexpr std::size_t kShortest = 16;  // half-moves of a game

using Random = std::mt19937_64;

std::size_t below(std::size_t limit, Random& random) { return random() % limit; }

// Behind the letter of the square in "Nbxd2+", "exd8=Q#".
std::size_t end_of_square(const std::string& san) { return san.find_last_of("12345678") + 1; }

std::optional<std::string> with_other_letter(std::string san, Random& random) {
  const std::string letters = "NBRQK";
  const std::size_t own = letters.find(san[0]);
  if (own == std::string::npos) return std::nullopt;
  san[0] = letters[(own + 1 + below(4, random)) % 5];
  return san;
}

std::optional<std::string> with_other_square(std::string san, Random& random) {
  if (san[0] == 'O') return std::nullopt;
  const bool changes_rank = below(2, random) == 0;
  const bool to_neighbour = below(2, random) == 0;
  char& letter = san[end_of_square(san) - (changes_rank ? 1 : 2)];
  const char first = changes_rank ? '1' : 'a';
  const int old = letter - first;
  const int shift =
      static_cast<int>(to_neighbour ? 2 * below(2, random) - 1 : 1 + below(7, random));
  const int shifted = to_neighbour ? old + shift : (old + shift) % 8;
  if (shifted < 0 || shifted > 7) return std::nullopt;
  letter = static_cast<char>(first + shifted);
  return san;
}

// What is written, move by move, and the number of each in the game as it was played.
struct Line {
  std::vector<std::string> words;
  std::vector<std::size_t> numbers;
};

Line line_of(const WholeGame& game) {
  Line line{game.sans, {}};
  for (std::size_t i = 0; i < line.words.size(); ++i) line.numbers.push_back(i);
  return line;
}

bool change(Line& line, std::size_t ply, Spoiling spoiling, Random& random) {
  const auto at = static_cast<std::ptrdiff_t>(ply);
  if (spoiling == Spoiling::Dropped) {
    line.words.erase(line.words.begin() + at);
    line.numbers.erase(line.numbers.begin() + at);
    return true;
  }
  if (spoiling == Spoiling::Doubled) {
    line.words.insert(line.words.begin() + at, line.words[ply - 1]);
    line.numbers.insert(line.numbers.begin() + at, ply - 1);
    return true;
  }
  const auto other = spoiling == Spoiling::Letter ? with_other_letter(line.words[ply], random)
                                                  : with_other_square(line.words[ply], random);
  if (other) line.words[ply] = *other;
  return other.has_value();
}

// The number of words if all are legal.
std::size_t first_illegal(const std::vector<std::string>& words) {
  Position position;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto san = parse_san(words[i]);
    if (!san) return i;
    const SanResolution resolution = resolve(*san, position);
    if (resolution.status != SanStatus::Legal) return i;
    position.play(resolution.move);
  }
  return words.size();
}

std::string pgn_of(const Line& line, const std::string& result, Numbering numbering) {
  std::string pgn = fmt::format("[Event \"?\"]\n[Result \"{}\"]\n\n", result);
  for (std::size_t i = 0; i < line.words.size(); ++i) {
    const std::size_t ply = numbering == Numbering::AsPlayed ? line.numbers[i] : i;
    if (ply % 2 == 0) pgn += fmt::format("{}. ", ply / 2 + 1);
    pgn += line.words[i];
    pgn += i % 10 == 9 ? '\n' : ' ';
  }
  return pgn + result + "\n";
}

std::optional<WholeGame> whole_game(const PgnGame& game) {
  WholeGame whole;
  Position position;
  if (game.has_variations || game.tag(KnownTag::Fen) != nullptr) return std::nullopt;
  for (const Token& token : game.tokens) {
    if (token.kind == TokenKind::Word) return std::nullopt;
    if (token.kind == TokenKind::Result) whole.result = game.text_of(token);
    if (token.kind != TokenKind::Move) continue;
    const SanResolution resolution = resolve(token.san(), position);
    if (resolution.status != SanStatus::Legal) return std::nullopt;
    position.play(resolution.move);
    whole.sans.emplace_back(game.text_of(token));
    whole.moves.push_back(resolution.move);
  }
  if (whole.result.empty() || whole.sans.size() < kShortest) return std::nullopt;
  return whole;
}

}  // namespace

std::optional<SpoiledGame> spoil(const WholeGame& game, const SpoilingPlan& plan) {
  Random random(plan.seed);
  for (int i = 0; i < kTries; ++i) {
    const std::size_t ply = 1 + below(game.sans.size() - 1, random);
    Line line = line_of(game);
    if (!change(line, ply, plan.spoiling, random)) continue;
    const std::size_t broken = first_illegal(line.words);
    if (broken == line.words.size() || broken > ply + kLatest) continue;
    return SpoiledGame{plan.spoiling, pgn_of(line, game.result, plan.numbering), ply, broken};
  }
  return std::nullopt;
}

std::vector<WholeGame> whole_games(const std::string& path, std::size_t step) {
  std::vector<WholeGame> games;
  const auto input = open_input(path);
  if (!input) throw std::runtime_error(input.error());
  CollectingSink nobody{CodeSet()};
  std::size_t number = 0;
  while (const auto member = (*input)->next_member()) {
    TextChunks chunks(member->source);
    TextChunk chunk;
    while (chunks.next(chunk)) {
      PgnReader reader(chunk.source, nobody);
      PgnGame game;
      while (reader.next(game)) {
        if (number++ % step != 0) continue;
        if (auto whole = whole_game(game)) games.push_back(std::move(*whole));
      }
    }
  }
  return games;
}

}  // namespace arbiter::testing
