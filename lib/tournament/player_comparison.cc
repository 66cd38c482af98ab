#include "lib/tournament/player_comparison.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "lib/tags/person_name.h"

namespace arbiter {
namespace {

class PlayerComparison {
 public:
  explicit PlayerComparison(const PlayersCompared& compared) : of_(compared) {}

  std::vector<CrosscheckFinding> run(std::span<const std::optional<MatchedPlayer>> matches) {
    const auto all = seats();
    for (PlayerIndex i = 0; i < of_.event.tournament.players.size(); ++i) {
      const auto& match = matches[i];
      if (match) {
        compare_player(*match, all[i]);
        continue;
      }
      const Seat& first = all[i].front();
      findings_.push_back({.code = DiagnosticCode::CrosscheckPlayer,
                           .game = first.game,
                           .tag = first.side == 0 ? KnownTag::White : KnownTag::Black,
                           .message = fmt::format("the report has no player {}",
                                                  of_.event.tournament.players[i].name)});
    }
    return std::move(findings_);
  }

 private:
  struct Seat {
    std::size_t game;
    std::size_t side;  // 0 is White
  };

  // The games of each player of the games, in their order.
  std::vector<std::vector<Seat>> seats() const {
    std::vector<std::vector<Seat>> seats(of_.event.tournament.players.size());
    for (std::size_t i = 0; i < of_.games.size(); ++i) {
      for (const std::size_t side : {0U, 1U})
        seats[of_.event.players[i][side]].push_back({i, side});
    }
    return seats;
  }

  // A player's tag that the report has as well.
  struct PlayerTag {
    std::array<KnownTag, 2> tags;  // White's, Black's
    DiagnosticCode code;
    std::string_view what;
    std::uint64_t column;  // in the report
    std::uint32_t length;
  };

  void compare_player(const MatchedPlayer& match, const std::vector<Seat>& seats) {
    const Player& listed = of_.report.players[match.in_report];
    const std::string folded = folded_name(listed.name);
    using enum KnownTag;
    compare_tag({{White, Black}, DiagnosticCode::CrosscheckName, "name", 15, 33}, match, seats,
                listed.name, [&](std::string_view name) { return folded_name(name) != folded; });
    const auto differs_from = [](std::uint32_t number) {
      return [number](std::string_view value) {
        return number != 0 && !value.empty() && value != std::to_string(number);
      };
    };
    compare_tag({{WhiteFideId, BlackFideId}, DiagnosticCode::CrosscheckFideid, "FIDE id", 58, 11},
                match, seats, std::to_string(listed.fide_id), differs_from(listed.fide_id));
    compare_tag({{WhiteElo, BlackElo}, DiagnosticCode::CrosscheckRating, "rating", 49, 4}, match,
                seats, std::to_string(listed.rating), differs_from(listed.rating));
  }

  // Tells the first game in which the tag differs.
  template <class Differs>
  void compare_tag(const PlayerTag& tag, const MatchedPlayer& match, const std::vector<Seat>& seats,
                   const std::string& listed, Differs differs) {
    const bool is_name = tag.code == DiagnosticCode::CrosscheckName;
    const std::string what =
        is_name ? "the name"
                : fmt::format("the {} of {}", tag.what, of_.report.players[match.in_report].name);
    const auto shown = [is_name](std::string_view text) {
      return is_name ? fmt::format("\"{}\"", text) : std::string(text);
    };
    for (const Seat& seat : seats) {
      const std::string_view value = of_.games[seat.game].value(tag.tags[seat.side]);
      if (!differs(value)) continue;
      findings_.push_back(
          {.code = tag.code,
           .place = TrfPlace{of_.trf.players[match.in_report].place.line, tag.column, tag.length},
           .game = seat.game,
           .tag = tag.tags[seat.side],
           .message =
               fmt::format("{} is {} in the report and {} in {}; matched {}", what, shown(listed),
                           shown(value), of_.places.place(seat.game), to_string(match.match))});
      return;
    }
  }

  const PlayersCompared& of_;
  std::vector<CrosscheckFinding> findings_;
};

}  // namespace

std::vector<CrosscheckFinding> compare_players(
    const PlayersCompared& compared, std::span<const std::optional<MatchedPlayer>> matches) {
  return PlayerComparison(compared).run(matches);
}

}  // namespace arbiter
