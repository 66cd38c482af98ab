#include "tests/winnability/walled_positions.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <vector>

#include "lib/chess/playable.h"
#include "tests/judge/judged_setup.h"

namespace arbiter::testing {

namespace {

// By rank from the first, by file from a.
using Squares = std::array<std::string, 8>;

bool is_one_in(Random& random, int n) { return random_below(random, n) == 0; }

Squares empty_board() {
  Squares squares;
  squares.fill(std::string(8, '1'));
  return squares;
}

void put_anywhere(Squares& squares, Random& random, char man) {
  const bool is_pawn = man == 'P' || man == 'p';
  while (true) {
    const auto rank =
        static_cast<std::size_t>(is_pawn ? 1 + random_below(random, 6) : random_below(random, 8));
    char& square = squares[rank][static_cast<std::size_t>(random_below(random, 8))];
    if (square != '1') continue;
    square = man;
    return;
  }
}

// Mostly at home, behind its pawns.
void put_king(Squares& squares, Random& random, char king) {
  std::string& home = squares[king == 'K' ? 0 : 7];
  char& square = home[static_cast<std::size_t>(random_below(random, 8))];
  if (is_one_in(random, 8) || square != '1') return put_anywhere(squares, random, king);
  square = king;
}

// Pairs of pawns face to face. Beside a pair comes one a rank higher or lower, so that
// each guards the other, or after a free file one on the same rank; now and then some
// pair is missing, or stands apart.
void put_wall(Squares& squares, Random& random) {
  int rank = 1 + random_below(random, 5);
  int file = random_below(random, 2);
  while (file < 8) {
    const bool is_apart = is_one_in(random, 40) && rank < 5;
    if (!is_one_in(random, 60)) {
      squares[static_cast<std::size_t>(rank)][static_cast<std::size_t>(file)] = 'P';
      squares[static_cast<std::size_t>(rank + (is_apart ? 2 : 1))][static_cast<std::size_t>(file)] =
          'p';
    }
    if (is_one_in(random, 2)) {
      file += 2;
      continue;
    }
    ++file;
    rank += rank == 1 || (rank < 5 && is_one_in(random, 2)) ? 1 : -1;
  }
}

std::string fen_of(const Squares& squares, Random& random) {
  std::string text;
  for (auto rank = squares.rbegin(); rank != squares.rend(); ++rank) {
    text += (text.empty() ? "" : "/") + *rank;
  }
  return text + (is_one_in(random, 2) ? " w" : " b") + " - - 0 1";
}

std::string random_men(Random& random, const std::string& men, int most) {
  while (true) {
    Squares squares = empty_board();
    put_wall(squares, random);
    for (int i = random_below(random, most + 1); i > 0; --i) {
      put_anywhere(
          squares, random,
          men[static_cast<std::size_t>(random_below(random, static_cast<int>(men.size())))]);
    }
    put_king(squares, random, 'K');
    put_king(squares, random, 'k');
    const std::string fen = fen_of(squares, random);
    if (is_playable(judge::setup_of(fen))) return fen;
  }
}

std::vector<std::string> fields_of(const std::string& fen) {
  std::istringstream stream(fen);
  std::vector<std::string> fields;
  for (std::string field; stream >> field;) fields.push_back(field);
  return fields;
}

std::vector<std::string> ranks_of(const std::string& placement) {
  std::istringstream stream(placement);
  std::vector<std::string> ranks;
  for (std::string rank; std::getline(stream, rank, '/');) ranks.push_back(rank);
  return ranks;
}

std::string joined(const std::vector<std::string>& parts, char between) {
  std::string text;
  for (const std::string& part : parts)
    text += (text.empty() ? "" : std::string(1, between)) + part;
  return text;
}

char other_case(char letter) {
  const auto c = static_cast<unsigned char>(letter);
  return static_cast<char>(std::isupper(c) ? std::tolower(c) : std::toupper(c));
}

}  // namespace

std::string random_wall(Random& random) {
  switch (random_below(random, 8)) {
    case 0:
      return random_men(random, "bBbBnNrRpP", 2);
    case 1:
      return random_men(random, "pP", 1);
    default:
      return random_men(random, "p", 0);
  }
}

std::string with_colors_swapped(const std::string& fen) {
  std::vector<std::string> fields = fields_of(fen);
  std::vector<std::string> ranks = ranks_of(fields[0]);
  std::reverse(ranks.begin(), ranks.end());
  fields[0] = joined(ranks, '/');
  for (char& letter : fields[0]) letter = other_case(letter);
  fields[1] = fields[1] == "w" ? "b" : "w";
  for (char& letter : fields[2]) letter = other_case(letter);
  if (fields[3] != "-") fields[3][1] = fields[3][1] == '3' ? '6' : '3';
  return joined(fields, ' ');
}

std::string mirrored(const std::string& fen) {
  std::vector<std::string> fields = fields_of(fen);
  std::vector<std::string> ranks = ranks_of(fields[0]);
  for (std::string& rank : ranks) std::reverse(rank.begin(), rank.end());
  fields[0] = joined(ranks, '/');
  if (fields[3] != "-") fields[3][0] = static_cast<char>('a' + 'h' - fields[3][0]);
  return joined(fields, ' ');
}

}  // namespace arbiter::testing
