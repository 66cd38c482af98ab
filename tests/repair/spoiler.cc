#include "tests/repair/spoiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "lib/chess/legal_moves.h"
#include "lib/diagnostics/sink.h"
#include "lib/io/input_files.h"
#include "lib/notation/san.h"
#include "lib/pgn/reader.h"
#include "lib/pgn/text_chunks.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

namespace {

constexpr std::size_t kMinPlies = 16;  // minimum length of a game in half-moves

using Random = std::mt19937_64;

std::size_t below(std::size_t limit, Random& random) { return random() % limit; }

// The moves as written. `numbers[i]` is the half-move indicated by the move number of word i.
struct Line {
  std::vector<std::string> words;
  std::vector<std::size_t> numbers;

  void erase(std::size_t at) {
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
    numbers.erase(numbers.begin() + static_cast<std::ptrdiff_t>(at));
  }
  void insert(std::size_t at, std::string word, std::size_t number) {
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), std::move(word));
    numbers.insert(numbers.begin() + static_cast<std::ptrdiff_t>(at), number);
  }
  // Writes the words in the order of their numbers.
  void sort() {
    std::vector<std::pair<std::size_t, std::string>> cells;
    for (std::size_t i = 0; i < words.size(); ++i) cells.emplace_back(numbers[i], words[i]);
    std::ranges::stable_sort(cells, {}, [](const auto& cell) { return cell.first; });
    for (std::size_t i = 0; i < words.size(); ++i) std::tie(numbers[i], words[i]) = cells[i];
  }
};

// Slips within a word. Each function returns false if the slip does not apply to the word.

bool is_piece(char c) { return std::string_view("NBRQK").find(c) != std::string_view::npos; }
bool is_castling(const std::string& san) { return san[0] == 'O'; }
// Returns the offset of the target's file. Precondition: the word is not castling.
std::size_t square_in(const std::string& san) { return san.find_last_of("12345678") - 1; }

bool garble_letter(std::string& san, Random& random) {
  constexpr std::string_view kKeys = "qwertyuiopasdfghjklzxcvbnm1234567890_";
  san[below(san.size(), random)] = kKeys[below(kKeys.size(), random)];
  return true;
}
bool drop_letter(std::string& san, Random& random) {
  if (san.size() < 3) return false;
  san.erase(below(san.size(), random), 1);
  return true;
}
bool double_letter(std::string& san, Random& random) {
  const std::size_t at = below(san.size(), random);
  san.insert(at, 1, san[at]);
  return true;
}
bool exchange_letters(std::string& san, Random& random) {
  const std::size_t at = below(san.size() - 1, random);
  if (is_castling(san)) return false;
  std::swap(san[at], san[at + 1]);
  return true;
}
bool cut_short(std::string& san, Random&) {
  san.pop_back();
  return san.size() >= 2;
}
bool scan_badly(std::string& san, Random& random) {
  constexpr std::pair<char, std::string_view> kPairs[] = {{'1', "lI"}, {'5', "S"}, {'6', "G"},
                                                          {'8', "B"},  {'2', "Z"}, {'B', "8"}};
  const std::size_t at = below(san.size(), random);
  for (const auto& [right, wrong] : kPairs) {
    if (san[at] != right || is_castling(san)) continue;
    san[at] = wrong[below(wrong.size(), random)];
    return true;
  }
  return false;
}
bool other_piece(std::string& san, Random& random) {
  if (!is_piece(san[0])) return false;
  san[0] = "NBRQK"[below(5, random)];
  return true;
}
bool drop_piece(std::string& san, Random&) {
  if (!is_piece(san[0])) return false;
  san.erase(0, 1);
  return true;
}
bool add_piece(std::string& san, Random& random) {
  if (is_piece(san[0]) || is_castling(san)) return false;
  san.insert(san.begin(), "NBRQK"[below(5, random)]);
  return true;
}

enum class Coordinate : std::uint8_t { File, Rank };

// Changes a coordinate of the target with `change`, a function of its index from 0.
template <class Change>
bool change_coordinate(std::string& san, Coordinate coordinate, Change change) {
  if (is_castling(san)) return false;
  char& letter = san[square_in(san) + (coordinate == Coordinate::File ? 0 : 1)];
  const char first = coordinate == Coordinate::File ? 'a' : '1';
  const int index = change(letter - first);
  if (index < 0 || index > 7) return false;
  letter = static_cast<char>(first + index);
  return true;
}
template <Coordinate kWhich>
bool neighbour(std::string& san, Random& random) {
  const int step = below(2, random) == 0 ? 1 : -1;
  return change_coordinate(san, kWhich, [&](int index) { return index + step; });
}
template <Coordinate kWhich>
bool other_line(std::string& san, Random& random) {
  const int other = static_cast<int>(below(8, random));
  return change_coordinate(san, kWhich, [&](int) { return other; });
}
bool transpose(std::string& san, Random&) {
  if (is_castling(san)) return false;
  const std::size_t at = square_in(san);
  const char file = san[at];
  san[at] = static_cast<char>('a' + (san[at + 1] - '1'));
  san[at + 1] = static_cast<char>('1' + (file - 'a'));
  return true;
}
bool turn_board(std::string& san, Random&) {
  const auto mirrored = [](int index) { return 7 - index; };
  return change_coordinate(san, Coordinate::File, mirrored) &&
         change_coordinate(san, Coordinate::Rank, mirrored);
}
// Replaces the first character that is in a pair by the other one.
bool confuse(std::string& san, std::string_view pairs) {
  for (char& c : san) {
    const std::size_t at = pairs.find(c);
    if (at == std::string_view::npos) continue;
    c = pairs[at ^ 1];
    return !is_castling(san);
  }
  return false;
}
bool confuse_1_7(std::string& san, Random&) { return confuse(san, "17"); }
bool confuse_digits(std::string& san, Random&) { return confuse(san, "385649"); }
bool confuse_files(std::string& san, Random&) { return confuse(san, "bdceghaf"); }
bool castle_elsewhere(std::string& san, Random&) {
  if (!is_castling(san)) return false;
  san = san.starts_with("O-O-O") ? "O-O" : "O-O-O";
  return true;
}
bool other_pawn(std::string& san, Random& random) {
  if (san[0] < 'a' || san[0] > 'h' || san[1] != 'x') return false;
  san[0] = static_cast<char>(san[2] + (below(2, random) == 0 ? 1 : -1));
  return san[0] >= 'a' && san[0] <= 'h';
}
bool other_origin(std::string& san, Random& random) {
  if (!is_piece(san[0])) return false;
  const std::size_t to = square_in(san) - (san[square_in(san) - 1] == 'x' ? 1 : 0);
  if (to != 2) return false;  // unlike "Nbd2"
  if (below(2, random) == 0) {
    san.erase(1, 1);
  } else {
    san[1] = static_cast<char>((san[1] <= '8' ? '1' : 'a') + static_cast<char>(below(8, random)));
  }
  return true;
}
bool other_promotion(std::string& san, Random& random) {
  const std::size_t sign = san.find('=');
  if (sign == std::string::npos) return false;
  if (below(2, random) == 0) {
    san.erase(sign, 2);
  } else {
    san[sign + 1] = "NBR"[below(3, random)];
  }
  return true;
}

// Returns the position after the words; nothing if one of them is not a legal move.
std::optional<Position> played(std::span<const std::string> words, Position position) {
  for (const std::string& text : words) {
    const auto san = parse_san(text);
    if (!san) return std::nullopt;
    const SanResolution resolution = resolve(*san, position);
    if (resolution.status != SanStatus::Legal) return std::nullopt;
    position.play(resolution.move);
  }
  return position;
}

bool is_legal(std::span<const std::string> words, const Position& position) {
  return played(words, position).has_value();
}

// Slips of moves and rows. For slips of rows, `at` is a ply of White.

bool drop_move(Line& line, std::size_t at, Random&) {
  line.erase(at);
  return true;
}
bool double_move(Line& line, std::size_t at, Random&) {
  line.insert(at, line.words[at], line.numbers[at]);
  return true;
}
bool add_move(Line& line, std::size_t at, Random& random) {
  line.insert(at, line.words[below(line.words.size(), random)], line.numbers[at]);
  return true;
}
void append(Line& line, std::string word) {
  line.insert(line.words.size(), std::move(word), line.numbers.back() + 1);
}
bool put_kings_on_centre(Line& line, std::size_t, Random&) {
  append(line, "Ke4");
  append(line, "Kd5");
  return true;
}
bool play_on_after_mate(Line& line, std::size_t at, Random& random) {
  const auto last = played(line.words, Position());
  if (!last || !is_checkmate(*last)) return false;
  for (std::size_t count = 1 + below(3, random); count > 0; --count) {
    append(line, line.words[below(at, random)]);
  }
  return true;
}
// Swaps `count` moves at `at` with those `distance` later. The numbers remain.
bool exchange_moves(Line& line, std::size_t at, std::size_t count, std::size_t distance) {
  if (at + distance + count > line.words.size()) return false;
  for (std::size_t i = at; i < at + count; ++i) std::swap(line.words[i], line.words[i + distance]);
  return true;
}
bool exchange_two(Line& line, std::size_t at, Random&) { return exchange_moves(line, at, 1, 1); }
bool exchange_own(Line& line, std::size_t at, Random&) { return exchange_moves(line, at, 1, 2); }
bool exchange_rows(Line& line, std::size_t at, Random&) {
  if (!exchange_moves(line, at, 2, 2)) return false;
  for (std::size_t i = at; i < at + 2; ++i) std::swap(line.numbers[i], line.numbers[i + 2]);
  return true;
}
bool drop_row(Line& line, std::size_t at, Random&) {
  if (at + 2 >= line.words.size()) return false;
  line.erase(at);
  line.erase(at);
  return true;
}
bool double_row(Line& line, std::size_t at, Random&) {
  if (at + 1 >= line.words.size()) return false;
  for (std::size_t i = 0; i < 2; ++i)
    line.insert(at + 2, line.words[at + 1 - i], line.numbers[at + 1 - i]);
  return true;
}
// Shifts the column of the player whose move is at `at` by one row.
bool lower_column(Line& line, std::size_t at, Random&) {
  for (std::size_t i = at; i < line.words.size(); i += 2) line.numbers[i] += 2;
  line.sort();
  return true;
}
bool raise_column(Line& line, std::size_t at, Random&) {
  if (at + 2 >= line.words.size()) return false;
  for (std::size_t i = at + 2; i < line.words.size(); i += 2) line.numbers[i] -= 2;
  line.erase(at);
  line.sort();
  return true;
}

using WordSlip = bool (*)(std::string&, Random&);
using LineSlip = bool (*)(Line&, std::size_t, Random&);

enum class Where : std::uint8_t { Anywhere, White, Black, End };

struct Slip {
  WordSlip in_word;
  LineSlip in_line;
  Where where = Where::Anywhere;
};

struct Row {
  SlipKind kind;
  Slip slip;
};

constexpr Row word(std::string_view name, WordSlip slip) {
  return {{name, SlipGroup::Word}, {slip, nullptr}};
}

const Row kRows[] = {
    word("a letter garbled", garble_letter),
    word("a letter missing", drop_letter),
    word("a letter doubled", double_letter),
    word("two letters swapped", exchange_letters),
    word("the last letter missing", cut_short),
    word("scanned badly", scan_badly),
    word("another piece", other_piece),
    word("the piece missing", drop_piece),
    word("a piece before a pawn's move", add_piece),
    word("a neighbouring file", neighbour<Coordinate::File>),
    word("another file", other_line<Coordinate::File>),
    word("a neighbouring rank", neighbour<Coordinate::Rank>),
    word("another rank", other_line<Coordinate::Rank>),
    word("file and rank swapped", transpose),
    word("seen from the other side", turn_board),
    word("1 and 7 confused", confuse_1_7),
    word("3 and 8, 5 and 6 confused", confuse_digits),
    word("b and d, c and e confused", confuse_files),
    word("castling on the other side", castle_elsewhere),
    word("another pawn captures", other_pawn),
    word("the other of two pieces", other_origin),
    word("another promotion", other_promotion),
    {{"a move missing", SlipGroup::Move}, {nullptr, drop_move}},
    {{"a move twice", SlipGroup::Move}, {nullptr, double_move}},
    {{"a move too many", SlipGroup::Move}, {nullptr, add_move}},
    {{"kings on the centre squares", SlipGroup::Move}, {nullptr, put_kings_on_centre, Where::End}},
    {{"moves after mate", SlipGroup::Move}, {nullptr, play_on_after_mate, Where::End}},
    {{"two moves swapped", SlipGroup::Row}, {nullptr, exchange_two}},
    {{"two moves of one player swapped", SlipGroup::Row}, {nullptr, exchange_own}},
    {{"two rows swapped", SlipGroup::Row}, {nullptr, exchange_rows, Where::White}},
    {{"a row missing", SlipGroup::Row, 2}, {nullptr, drop_row, Where::White}},
    {{"a row twice", SlipGroup::Row}, {nullptr, double_row, Where::White}},
    {{"White's moves a row too low", SlipGroup::Row}, {nullptr, lower_column, Where::White}},
    {{"Black's moves a row too low", SlipGroup::Row}, {nullptr, lower_column, Where::Black}},
    {{"White's moves a row too high", SlipGroup::Row, 1}, {nullptr, raise_column, Where::White}},
    {{"Black's moves a row too high", SlipGroup::Row, 1}, {nullptr, raise_column, Where::Black}},
};

Line line_of(const WholeGame& game) {
  Line line{game.sans, {}};
  for (std::size_t i = 0; i < line.words.size(); ++i) line.numbers.push_back(i);
  return line;
}

bool is_place_of(const Slip& slip, std::size_t ply, std::size_t plies) {
  switch (slip.where) {
    case Where::Anywhere:
      return true;
    case Where::White:
      return ply % 2 == 0;
    case Where::Black:
      return ply % 2 == 1;
    case Where::End:
      return ply + 1 == plies;
  }
  return false;
}

// Returns the game with the slip at this half-move; nothing if it does not apply there.
std::optional<Line> slipped(const WholeGame& game, const Slip& slip, std::size_t ply,
                            Random& random) {
  if (!is_place_of(slip, ply, game.sans.size())) return std::nullopt;
  if (slip.in_line != nullptr) {
    Line line = line_of(game);
    if (!slip.in_line(line, ply, random)) return std::nullopt;
    return line;
  }
  std::string written = game.sans[ply];
  if (!slip.in_word(written, random) || written == game.sans[ply]) return std::nullopt;
  Line line = line_of(game);
  line.words[ply] = std::move(written);
  return line;
}

// Counts the ways to insert `count` moves before the words so that all moves are legal.
std::size_t count_fits(const Position& position, std::size_t count,
                       std::span<const std::string> words) {
  if (count == 0) return is_legal(words, position) ? 1 : 0;
  std::size_t fits = 0;
  for (const Move move : legal_moves(position)) {
    Position after = position;
    after.play(move);
    fits += count_fits(after, count - 1, words);
  }
  return fits;
}

bool is_determined(const WholeGame& game, std::size_t ply, std::size_t lost) {
  Position position;
  for (std::size_t i = 0; i < ply; ++i) position.play(game.moves[i]);
  return count_fits(position, lost, std::span(game.sans).subspan(ply + lost)) == 1;
}

std::string pgn_of(const Line& line, const std::string& result, bool keeps_numbers) {
  std::string pgn = fmt::format("[Event \"?\"]\n[Result \"{}\"]\n\n", result);
  for (std::size_t i = 0; i < line.words.size(); ++i) {
    const std::size_t ply = keeps_numbers ? line.numbers[i] : i;
    const bool follows = !keeps_numbers || (i > 0 && line.numbers[i - 1] + 1 == ply);
    if (ply % 2 == 0) pgn += fmt::format("{}. ", ply / 2 + 1);
    if (ply % 2 == 1 && !follows) pgn += fmt::format("{}... ", ply / 2 + 1);
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

bool is_for_judging(const WholeGame& game) {
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a
  for (const std::string& san : game.sans) {
    for (const char c : san + ' ') hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  }
  return (hash >> 32) % 2 == 1;
}

std::span<const SlipKind> slip_kinds() {
  static const std::vector<SlipKind> kinds = [] {
    std::vector<SlipKind> all;
    for (const Row& row : kRows) all.push_back(row.kind);
    return all;
  }();
  return kinds;
}

std::optional<SpoiledGame> spoil(const WholeGame& game, std::size_t kind, std::uint64_t seed) {
  const Row& row = kRows[kind];
  Random random(seed);
  const bool keeps_numbers = below(2, random) == 0;
  std::vector<std::size_t> plies(game.sans.size() - 1);
  std::iota(plies.begin(), plies.end(), 1);
  std::ranges::shuffle(plies, random);
  for (const std::size_t ply : plies) {
    const auto line = slipped(game, row.slip, ply, random);
    if (!line || is_legal(line->words, Position())) continue;
    return SpoiledGame{pgn_of(*line, game.result, keeps_numbers),
                       row.kind.lost == 0 || is_determined(game, ply, row.kind.lost)};
  }
  return std::nullopt;
}

std::vector<WholeGame> whole_games(const std::string& path, std::size_t step, std::size_t limit) {
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
        if (games.size() == limit) return games;
        if (number++ % step != 0) continue;
        if (auto whole = whole_game(game)) games.push_back(std::move(*whole));
      }
    }
  }
  return games;
}

}  // namespace arbiter::testing
