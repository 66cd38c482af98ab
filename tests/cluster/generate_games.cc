// generate_games GAMES SEED [--clocks]: prints games for tests/bench/scale. They begin with known
// openings of different frequencies. Later moves are random, so that later positions are rare, as
// in real games. With clocks, games have the tags and clocks of an online server, and a unique
// site. The same seed gives the same games.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <random>
#include <string>
#include <string_view>

#include "lib/chess/legal_moves.h"
#include "lib/chess/position.h"
#include "lib/notation/san.h"
#include "lib/openings/opening_table.h"

namespace arbiter {
namespace {

constexpr std::size_t kOpeningPlies = 20;
constexpr std::size_t kMinPlies = 24;
constexpr std::size_t kMaxPlies = 140;  // so that the mean is 82
constexpr std::size_t kPlayers = 200'000;

class GameGenerator {
 public:
  GameGenerator(std::uint64_t seed, bool has_clocks) : random_(seed), has_clocks_(has_clocks) {}

  std::string next() {
    constexpr const char* kResults[] = {"1-0", "0-1", "1/2-1/2"};
    Position position;
    moves_.clear();
    clocks_[0] = clocks_[1] = 300;
    bool has_opening = true;
    const std::size_t plies = kMinPlies + below(kMaxPlies - kMinPlies + 1);
    for (std::size_t ply = 0; ply < plies && has_legal_move(position); ++ply) {
      has_opening = has_opening && ply < kOpeningPlies;
      add_move(position, ply, choose(position, has_opening));
    }
    const std::string result = is_checkmate(position)
                                   ? kResults[position.turn() == Color::White ? 1 : 0]
                               : has_legal_move(position) ? kResults[below(3)]
                                                          : kResults[2];
    return tags(result) + moves_ + result + "\n\n";
  }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }

  // In the opening, half of the games play the first known move, a quarter the second, and so on.
  // The opening ends when no move is known.
  Move choose(const Position& position, bool& has_opening) {
    const MoveList moves = legal_moves(position);
    Move chosen = moves[below(moves.size())];
    if (!has_opening) return chosen;
    has_opening = false;
    for (const Move move : moves) {
      Position after = position;
      after.play(move);
      if (known_openings().find(after.key()) == nullptr) continue;
      has_opening = true;
      chosen = move;
      if (below(2) == 0) break;
    }
    return chosen;
  }

  void add_move(Position& position, std::size_t ply, Move move) {
    if (ply % 2 == 0) fmt::format_to(std::back_inserter(moves_), "{}. ", ply / 2 + 1);
    moves_ += san_of(move, position);
    if (has_clocks_) add_clock(clocks_[ply % 2]);
    moves_ += ply % 12 == 11 ? '\n' : ' ';
    position.play(move);
  }

  void add_clock(std::size_t& seconds) {
    seconds -= std::min(seconds, below(7));
    fmt::format_to(std::back_inserter(moves_), " {{[%clk 0:{:02}:{:02}]}}", seconds / 60,
                   seconds % 60);
  }

  std::string tags(const std::string& result) {
    std::string text;
    const std::size_t number = below(1'000'000);
    const auto add = [&](std::string_view name, const std::string& value) {
      fmt::format_to(std::back_inserter(text), "[{} \"{}\"]\n", name, value);
    };
    const std::string date =
        fmt::format("{}.{:02}.{:02}", 1960 + below(65), 1 + below(12), 1 + below(28));
    add("Event", has_clocks_ ? "Rated Blitz game" : fmt::format("Open {}", number / 100));
    add("Site", has_clocks_ ? fmt::format("https://chess.example/{:016x}", random_())
                            : fmt::format("Town {}", number / 500));
    add("Date", date);
    add("Round", has_clocks_ ? "-" : fmt::format("{}.{}", 1 + below(9), 1 + below(50)));
    add("White", player());
    add("Black", player());
    add("Result", result);
    add("WhiteElo", fmt::format("{}", 1200 + below(1500)));
    add("BlackElo", fmt::format("{}", 1200 + below(1500)));
    if (has_clocks_) {
      add("UTCDate", date);
      add("UTCTime", fmt::format("{:02}:{:02}:{:02}", below(24), below(60), below(60)));
      add("WhiteRatingDiff", fmt::format("{:+}", static_cast<int>(below(21)) - 10));
      add("BlackRatingDiff", fmt::format("{:+}", static_cast<int>(below(21)) - 10));
      add("TimeControl", "300+0");
      add("Termination", "Normal");
    }
    return text + "\n";
  }

  // Squaring a random number makes some players frequent.
  std::string player() {
    const std::size_t one = below(kPlayers);
    return fmt::format("Player{}, {}", one * one / kPlayers, static_cast<char>('A' + one % 26));
  }

  std::mt19937_64 random_;
  bool has_clocks_;
  std::string moves_;
  std::size_t clocks_[2] = {};  // in seconds
};

}  // namespace
}  // namespace arbiter

int main(int count, char** arguments) {
  const bool has_clocks = count == 4 && std::string_view(arguments[3]) == "--clocks";
  if (count != 3 && !has_clocks) {
    fmt::print(stderr, "usage: generate_games GAMES SEED [--clocks]\n");
    return 2;
  }
  arbiter::GameGenerator games(std::strtoull(arguments[2], nullptr, 10), has_clocks);
  for (long left = std::atol(arguments[1]); left > 0; --left) {
    fmt::print("{}", games.next());
  }
}
