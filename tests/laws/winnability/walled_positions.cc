#include "tests/laws/winnability/walled_positions.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <vector>

#include "lib/chess/setup.h"
#include "tests/judge/judged_setup.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

namespace {

// The ranks of a board from the first one, each from file a.
using Squares = std::array<std::string, 8>;

bool is_one_in(Random& random, int n) { return random_below(random, n) == 0; }

Squares empty_board() {
  Squares squares;
  squares.fill(std::string(8, '1'));
  return squares;
}

void put_anywhere(Squares& squares, Random& random, char piece) {
  const bool is_pawn = piece == 'P' || piece == 'p';
  while (true) {
    const auto rank =
        static_cast<std::size_t>(is_pawn ? 1 + random_below(random, 6) : random_below(random, 8));
    char& square = squares[rank][static_cast<std::size_t>(random_below(random, 8))];
    if (square != '1') continue;
    square = piece;
    return;
  }
}

// Places the king, mostly at home behind its pawns.
void put_king(Squares& squares, Random& random, char king) {
  std::string& home = squares[king == 'K' ? 0 : 7];
  char& square = home[static_cast<std::size_t>(random_below(random, 8))];
  if (is_one_in(random, 8) || square != '1') return put_anywhere(squares, random, king);
  square = king;
}

// Places pairs of blocked pawns. The next pair is one rank higher or lower, so that each pawn
// guards the other, or on the same rank after a free file. Occasionally a pair is missing or
// isolated.
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

struct Place {
  int rank;
  int file;
};

char& at(Squares& squares, Place place) {
  return squares[static_cast<std::size_t>(place.rank)][static_cast<std::size_t>(place.file)];
}

void put(Squares& squares, Place place, char piece) { at(squares, place) = piece; }

// Places a piece on a free square next to `place`, if a random attempt finds one.
void put_beside(Squares& squares, Random& random, Place place, char piece) {
  const bool is_pawn = piece == 'P' || piece == 'p';
  for (int attempt = 0; attempt < 30; ++attempt) {
    const Place near = {place.rank - 1 + random_below(random, 3),
                        place.file - 1 + random_below(random, 3)};
    const int least = is_pawn ? 1 : 0;
    if (near.rank < least || near.rank > 7 - least || near.file < 0 || near.file > 7) continue;
    if (at(squares, near) == '1') return put(squares, near, piece);
  }
}

// Places two blocked pawns, mostly on a file close to `place`.
void put_pair(Squares& squares, Random& random, Place place) {
  const int file = is_one_in(random, 3)
                       ? random_below(random, 8)
                       : std::clamp(place.file - 2 + random_below(random, 5), 0, 7);
  const int rank = is_one_in(random, 2) ? std::clamp(place.rank - 3 + random_below(random, 6), 1, 5)
                                        : 1 + random_below(random, 5);
  if (at(squares, {rank, file}) != '1' || at(squares, {rank + 1, file}) != '1') return;
  put(squares, {rank, file}, 'P');
  put(squares, {rank + 1, file}, 'p');
}

std::string fen_of(const Squares& squares, Random& random) {
  std::string text;
  for (auto rank = squares.rbegin(); rank != squares.rend(); ++rank) {
    text += (text.empty() ? "" : "/") + *rank;
  }
  return text + (is_one_in(random, 2) ? " w" : " b") + " - - 0 1";
}

std::string random_pieces(Random& random, const std::string& pieces, int most) {
  while (true) {
    Squares squares = empty_board();
    put_wall(squares, random);
    for (int i = random_below(random, most + 1); i > 0; --i) {
      put_anywhere(
          squares, random,
          pieces[static_cast<std::size_t>(random_below(random, static_cast<int>(pieces.size())))]);
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
      return random_pieces(random, "bBbBnNrRpP", 2);
    case 1:
      return random_pieces(random, "pP", 1);
    default:
      return random_pieces(random, "p", 0);
  }
}

std::string random_box(Random& random) {
  while (true) {
    Squares squares = empty_board();
    const bool is_white = is_one_in(random, 2);
    const Place boxed = {
        is_one_in(random, 4) ? random_below(random, 8) : (is_white ? 0 : 7),
        is_one_in(random, 3) ? random_below(random, 8) : 7 * random_below(random, 2)};
    put(squares, boxed, is_white ? 'K' : 'k');
    for (int pairs = 1 + random_below(random, 4); pairs > 0; --pairs) {
      put_pair(squares, random, boxed);
    }
    const std::string guards = is_white ? "BBBNPRB" : "bbbnprb";
    for (int pieces = random_below(random, 4); pieces > 0; --pieces) {
      put_beside(squares, random, boxed, guards[static_cast<std::size_t>(random_below(random, 7))]);
    }
    const Place walker = {random_below(random, 8), random_below(random, 8)};
    if (at(squares, walker) != '1') continue;
    put(squares, walker, is_white ? 'k' : 'K');
    for (int pawns = random_below(random, 3); pawns > 0; --pawns) {
      put_beside(squares, random, walker, is_one_in(random, 2) ? 'p' : 'P');
    }
    const std::string fen = fen_of(squares, random);
    if (is_playable(judge::setup_of(fen))) return fen;
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
