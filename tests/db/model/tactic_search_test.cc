// Compares the tactics of a trace with those that patterns find in the same games.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "db/model/game_reach.h"
#include "db/model/move_code.h"
#include "lib/chess/legal_moves.h"
#include "lib/notation/fen.h"
#include "lib/patterns/pattern_parser.h"
#include "lib/patterns/pattern_plan.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

namespace {

struct Theme {
  Tactics tactics;
  std::string text;
};

// Every tactic, as the pattern that finds it.
std::vector<Theme> themes() {
  std::vector<Theme> themes = {{kDoubleCheck, "double check"},
                               {kDiscoveredCheck, "discovered check"}};
  const auto letter = [](Color color, Role role) { return letter_of(Piece(color, role)); };
  for (const Color us : {Color::White, Color::Black}) {
    const Color them = other(us);
    for (const Role role : {Role::Pawn, Role::Knight, Role::Bishop}) {
      themes.push_back({fork_by(us, role), fmt::format("{} forks [{}]", letter(us, role),
                                                       us == Color::White ? "kqr" : "KQR")});
    }
    for (const Role target : {Role::Queen, Role::King}) {
      for (int role = 0; role <= index_of(Role::Queen); ++role) {
        const Role piece = static_cast<Role>(role);
        themes.push_back(
            {pin_by(us, piece, target),
             fmt::format("{} pinned to {}", letter(them, piece), letter(them, target))});
        if (piece < Role::Bishop) continue;
        themes.push_back({xray_by(us, piece, target),
                          fmt::format("{} xrays {}", letter(us, piece), letter(them, target))});
        themes.push_back({skewer_by(us, piece, target),
                          fmt::format("{} skewers {}", letter(us, piece), letter(them, target))});
      }
    }
  }
  return themes;
}

// Plays random moves, captures and promotions more often than others.
std::string random_moves(Position position, std::mt19937& random) {
  std::vector<Move> moves;
  while (moves.size() < 120) {
    std::vector<Move> choices;
    for (const Move move : legal_moves(position)) {
      const bool is_calm = position.board().is_empty(move.to()) && move.kind() == MoveKind::Normal;
      choices.insert(choices.end(), is_calm ? 1 : 3, move);
    }
    if (choices.empty()) break;
    moves.push_back(choices[random() % choices.size()]);
    position.play(moves.back());
  }
  std::string bytes;
  pack_moves(moves, bytes);
  return bytes;
}

}  // namespace

TEST_CASE("a trace has exactly the tactics that patterns find") {
  const std::string start =
      GENERATE(as<std::string>{}, "", "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1",
               "q2n1k1q/1b1r2b1/8/1q4Q1/8/8/1B2R1B1/Q2N1K1Q w - - 0 1",
               "7k/1P1P2PP/8/3r2b1/8/8/pp2p3/3Q1R1K b - - 0 1",
               "4k3/pppppppp/8/2qQ4/2rR4/8/PPPPPPPP/4K3 w - - 0 1",
               "4k3/2p1p3/8/1P1P1P2/8/1b1q1b2/PPPPPPPP/R3K2R w KQ - 0 1",
               "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", "4r1k1/8/8/8/8/5b2/6N1/4RK2 w - - 0 1");
  const std::vector<Theme> all = themes();
  std::vector<PatternPlan> plans;
  for (const Theme& theme : all) {
    plans.emplace_back(*read_pattern(theme.text));
    CAPTURE(theme.text);
    REQUIRE(plans.back().needs.kind == GameNeeds::Kind::HadTactic);
    REQUIRE(plans.back().needs.are_sufficient);
    REQUIRE(plans.back().needs.tactics == theme.tactics);
  }
  std::mt19937 random(20261129);
  const Position first = start.empty() ? Position() : *parse_position(start);
  for (int game = 0; game < 150; ++game) {
    const std::string bytes = random_moves(first, random);
    const std::span moves(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    // Long games have nearly all tactics.
    for (const std::size_t plies : {0U, 2U, 12U, 40U, 120U}) {
      const auto some = moves.first(std::min(moves.size(), plies * 3 / 2));
      Tactics expected = 0;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (reaches_pattern(plans[i], start, some)) expected |= all[i].tactics;
      }
      CAPTURE(start, game, plies);
      REQUIRE(trace_of(start, some).tactics == expected);
    }
  }
}

TEST_CASE("every tactic has a bit of its own") {
  Tactics known = 0;
  for (const Theme& theme : themes()) {
    CAPTURE(theme.text);
    CHECK((known & theme.tactics) == 0);
    known |= theme.tactics;
  }
}
