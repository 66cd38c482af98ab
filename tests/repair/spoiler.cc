#include "tests/repair/spoiler.h"

#include <fmt/format.h>

#include <random>
#include <stdexcept>

#include "lib/diagnostics/sink.h"
#include "lib/io/input_files.h"
#include "lib/notation/san.h"
#include "lib/pgn/reader.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

namespace {

constexpr std::size_t kMaxPliesToError = 10;  // half-moves up to the first illegal one
constexpr int kTries = 200;
constexpr std::size_t kMinPlies = 16;  // half-moves of a game

using Random = std::mt19937_64;

std::size_t below(std::size_t limit, Random& random) { return random() % limit; }

// The offset after the letter of the square in "Nbxd2+", "exd8=Q#".
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

// The text move by move, with each move's number in the original game.
struct Line {
  std::vector<std::string> words;
  std::vector<std::size_t> numbers;
};

Line line_of(const WholeGame& game) {
  Line line{game.sans, {}};
  for (std::size_t i = 0; i < line.words.size(); ++i) line.numbers.push_back(i);
  return line;
}

std::optional<std::string> with_similar_character(std::string san, Random& random) {
  const std::pair<char, std::string> pairs[] = {{'1', "lI"}, {'5', "S"}, {'6', "G"},
                                                {'8', "B"},  {'2', "Z"}, {'B', "8"}};
  const std::size_t at = below(san.size(), random);
  for (const auto& [right, wrong] : pairs) {
    if (san[at] != right || san[0] == 'O') continue;
    san[at] = wrong[below(wrong.size(), random)];
    return san;
  }
  return std::nullopt;
}

std::optional<std::string> with_exchange(std::string san, Random& random) {
  const std::size_t at = below(san.size() - 1, random);
  if (san[at] == san[at + 1] || san[0] == 'O') return std::nullopt;
  std::swap(san[at], san[at + 1]);
  return san;
}

std::optional<std::string> cut_short(std::string san) {
  san.pop_back();
  if (san.size() < 2) return std::nullopt;
  return san;
}

std::optional<std::string> with_slip(const std::string& san, Spoiling spoiling, Random& random) {
  switch (spoiling) {
    case Spoiling::Letter:
      return with_other_letter(san, random);
    case Spoiling::Square:
      return with_other_square(san, random);
    case Spoiling::LookAlike:
      return with_similar_character(san, random);
    case Spoiling::Exchanged:
      return with_exchange(san, random);
    case Spoiling::CutShort:
      return cut_short(san);
    default:
      return std::nullopt;
  }
}

void drop(Line& line, std::size_t ply) {
  line.words.erase(line.words.begin() + static_cast<std::ptrdiff_t>(ply));
  line.numbers.erase(line.numbers.begin() + static_cast<std::ptrdiff_t>(ply));
}

// Drops every `step`th of the moves from `ply` on; false if the game ends before.
bool drop_many(Line& line, std::size_t ply, std::size_t count, std::size_t step) {
  if (ply + count * step + 4 > line.words.size()) return false;
  for (std::size_t i = 0; i < count; ++i) drop(line, ply + i * (step - 1));
  return true;
}

bool change(Line& line, std::size_t ply, Spoiling spoiling, Random& random) {
  const auto at = static_cast<std::ptrdiff_t>(ply);
  if (spoiling == Spoiling::Dropped) {
    drop(line, ply);
    return true;
  }
  if (spoiling == Spoiling::Page) return drop_many(line, ply, 4 + below(17, random), 1);
  if (spoiling == Spoiling::Column) return drop_many(line, ply, 4 + below(5, random), 2);
  if (spoiling == Spoiling::Swapped) {
    const std::size_t other = ply + 1 + below(2, random);
    if (other >= line.words.size()) return false;
    std::swap(line.words[ply], line.words[other]);
    return true;
  }
  if (spoiling == Spoiling::Doubled) {
    line.words.insert(line.words.begin() + at, line.words[ply - 1]);
    line.numbers.insert(line.numbers.begin() + at, ply - 1);
    return true;
  }
  const auto other = with_slip(line.words[ply], spoiling, random);
  if (other) line.words[ply] = *other;
  return other.has_value();
}

// The index of the first illegal word; the number of words if all are legal.
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
    const bool follows = ply == 0 || (i > 0 && line.numbers[i - 1] + 1 >= ply);
    if (ply % 2 == 0) pgn += fmt::format("{}. ", ply / 2 + 1);
    if (ply % 2 == 1 && !follows && numbering == Numbering::AsPlayed) {
      pgn += fmt::format("{}... ", ply / 2 + 1);
    }
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
  if (whole.result.empty() || whole.sans.size() < kMinPlies) return std::nullopt;
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
    if (broken == line.words.size() || broken > ply + kMaxPliesToError) continue;
    const bool keeps_numbers = plan.spoiling == Spoiling::Page || plan.spoiling == Spoiling::Column;
    const Numbering numbering = keeps_numbers ? Numbering::AsPlayed : plan.numbering;
    return SpoiledGame{plan.spoiling, pgn_of(line, game.result, numbering), ply, broken};
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
