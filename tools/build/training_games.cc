// A program that prints games for training the profile-guided build: training_games NUMBER. The
// games begin with known openings; then each player mostly wins material. The same number gives the
// same games.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/chess/position.h"
#include "lib/notation/san.h"
#include "lib/openings/opening_table.h"

namespace arbiter {
namespace {

class GameWriter {
 public:
  std::string next() {
    Position position;
    text_.clear();
    column_ = 0;
    comments_ = below(3);
    const std::size_t max_plies = 30 + below(110);
    std::string result;
    for (std::size_t ply = 0; result.empty(); ++ply) {
      if (ply == max_plies || is_stalemate(position)) result = below(2) == 0 ? "1/2-1/2" : "1-0";
      if (is_checkmate(position)) result = position.turn() == Color::White ? "0-1" : "1-0";
      if (!result.empty()) break;
      const Move move = choose(position, ply);
      if (position.turn() == Color::White) add(fmt::format("{}.", position.fullmove_number()));
      add(san_of(move, position));
      add_annotations(position, ply);
      position.play(move);
    }
    add(result);
    return tags(result) + text_ + "\n\n";
  }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }

  // Returns the material gain of a move after the best capture in reply.
  static int gain(const Position& before, Move move) {
    constexpr int kValues[] = {1, 3, 3, 5, 9, 0};
    const auto value_at = [&](const Position& position, Square square) {
      const auto piece = position.board().at(square);
      return piece && piece->color() != position.turn() ? kValues[index_of(piece->role())] : 0;
    };
    Position after = before;
    after.play(move);
    int loss = 0;
    for (const Move reply : legal_moves(after)) loss = std::max(loss, value_at(after, reply.to()));
    return 2 * (value_at(before, move.to()) - loss) + (after.is_check() ? 1 : 0);
  }

  Move choose(const Position& position, std::size_t ply) {
    const MoveList moves = legal_moves(position);
    std::vector<Move> best;
    if (ply < 16) {
      for (const Move move : moves) {
        Position after = position;
        after.play(move);
        if (known_openings().find(after.key()) != nullptr) best.push_back(move);
      }
      if (!best.empty()) return best[below(best.size())];
    }
    int most = -1000;
    for (const Move move : moves) {
      const int gained = gain(position, move);
      if (gained > most) best.clear();
      most = std::max(most, gained);
      if (gained == most) best.push_back(move);
    }
    return best[below(best.size())];
  }

  void add(const std::string& word) {
    if (column_ + word.size() >= 80) {
      text_ += '\n';
      column_ = 0;
    } else if (column_ > 0) {
      text_ += ' ';
      ++column_;
    }
    text_ += word;
    column_ += word.size();
  }

  // Adds clocks to a third of the games, and comments, variations and NAGs to another third.
  void add_annotations(const Position& before, std::size_t ply) {
    if (comments_ == 1) {
      const std::size_t seconds = 5400 - ply * 37;
      add(fmt::format("{{[%eval {}.{:02}] [%clk 1:{:02}:{:02}]}}", below(3), below(100),
                      seconds / 60 % 60, seconds % 60));
    } else if (comments_ == 2 && below(12) == 0) {
      if (below(2) == 0) add(fmt::format("${}", 1 + below(6)));
      add("{a better plan was to exchange the bishops}");
      const MoveList moves = legal_moves(before);
      add(fmt::format("({}{} {})", before.fullmove_number(),
                      before.turn() == Color::White ? "." : "...",
                      san_of(moves[below(moves.size())], before)));
    }
  }

  std::string tags(const std::string& result) {
    constexpr const char* kNames[] = {"Adler, Nora",   "Brandt, Ole", "Castell, Mira", "Dorn, J",
                                      "Ehlers, Tom K", "Falk, Greta", "Müller, Jörg",  "Ito, A"};
    const std::size_t white = below(8);
    ++games_;
    return fmt::format(
        "[Event \"Training Open {}\"]\n[Site \"Lindenau GER\"]\n[Date \"20{:02}.{:02}.{:02}\"]\n"
        "[Round \"{}\"]\n[White \"{}\"]\n[Black \"{}\"]\n[Result \"{}\"]\n[WhiteElo \"{}\"]\n"
        "[BlackElo \"{}\"]\n[ECO \"{}{:02}\"]\n\n",
        games_ / 40, below(25), 1 + below(12), 1 + below(28), 1 + games_ / 4 % 9, kNames[white],
        kNames[(white + 1 + below(7)) % 8], result, 1800 + below(900), 1800 + below(900),
        "ABCDE"[below(5)], below(100));
  }

  std::mt19937_64 random_{1};
  std::string text_;
  std::size_t column_ = 0;
  std::size_t comments_ = 0;
  std::size_t games_ = 0;
};

}  // namespace
}  // namespace arbiter

int main(int count, char** arguments) {
  arbiter::GameWriter writer;
  for (int games = count == 2 ? std::atoi(arguments[1]) : 0; games > 0; --games) {
    fmt::print("{}", writer.next());
  }
}
