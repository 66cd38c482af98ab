#include "lib/tournament/ranking.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <ranges>
#include <utility>

namespace arbiter {
namespace {

// Ranks tied players by the games among them (6).
class DirectEncounter {
 public:
  DirectEncounter(const TieBreakValues& values, bool counts_forfeits)
      : values_(values), counts_forfeits_(counts_forfeits || values.scored().is_predetermined) {}

  // Returns the groups from the best one. It begins again within each group, until no tie is broken
  // (6.4).
  std::vector<TiedGroup> rank(const TiedGroup& tied) const {
    std::vector<TiedGroup> open = {tied};
    std::vector<TiedGroup> ranked;
    while (!open.empty()) {
      const TiedGroup group = std::move(open.back());
      open.pop_back();
      std::vector<TiedGroup> parts = split(group);
      if (parts.size() == 1) {
        ranked.push_back(group);
      } else {
        std::ranges::move(std::views::reverse(parts), std::back_inserter(open));
      }
    }
    return ranked;
  }

  // Returns the points against the other tied players.
  Hundredths points(PlayerIndex player, const std::map<PlayerIndex, std::size_t>& tied) const {
    Hundredths points = 0;
    for (const PlayerRound& round : values_.scored().records[player].rounds) {
      if (counts(round) && tied.contains(*round.opponent)) points += kHalfPoint * round.points;
    }
    return points;
  }

  static std::map<PlayerIndex, std::size_t> indices_of(const TiedGroup& group) {
    std::map<PlayerIndex, std::size_t> indices;
    for (std::size_t i = 0; i < group.size(); ++i) indices[group[i]] = i;
    return indices;
  }

 private:
  // A common multiple of the numbers of games that two players usually have.
  static constexpr std::int64_t kUnit = 2520;

  struct Row {
    PlayerIndex player = 0;
    std::int64_t points = 0;   // in units of a half point
    std::int64_t highest = 0;  // the points if the player won all missing games
  };

  bool counts(const PlayerRound& round) const {
    return round.opponent && (round.kind == RoundKind::Played || counts_forfeits_);
  }

  // Returns the row of a player. Several games of two players count as their average (6.1.2).
  Row row_of(PlayerIndex player, const std::map<PlayerIndex, std::size_t>& tied) const {
    std::map<PlayerIndex, std::pair<std::int64_t, std::int64_t>> met;  // points and games
    for (const PlayerRound& round : values_.scored().records[player].rounds) {
      if (!counts(round) || *round.opponent == player || !tied.contains(*round.opponent)) continue;
      auto& [points, games] = met[*round.opponent];
      points += round.points;
      ++games;
    }
    Row row{player};
    for (const auto& [opponent, result] : met) row.points += kUnit * result.first / result.second;
    const auto missing = static_cast<std::int64_t>(tied.size() - 1 - met.size());
    row.highest = row.points + kUnit * values_.scored().scoring.win[0] * missing;
    return row;
  }

  // Splits a group: by points if all have met (6.2). Otherwise a place is decided as long as one
  // player has more points than any other can still have (6.3).
  std::vector<TiedGroup> split(const TiedGroup& group) const {
    const auto tied = indices_of(group);
    std::vector<Row> rows;
    for (const PlayerIndex player : group) rows.push_back(row_of(player, tied));
    std::ranges::stable_sort(rows, std::greater(), &Row::points);
    const bool all_met =
        std::ranges::all_of(rows, [](const Row& row) { return row.highest == row.points; });
    std::vector<std::int64_t> highest_after(rows.size() + 1, -1);
    for (std::size_t i = rows.size(); i-- > 0;) {
      highest_after[i] = std::max(highest_after[i + 1], rows[i].highest);
    }
    std::vector<TiedGroup> parts;
    bool is_certain = true;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const bool is_next = i == 0 || (all_met ? rows[i].points < rows[i - 1].points : is_certain);
      if (is_next) parts.emplace_back();
      parts.back().push_back(rows[i].player);
      is_certain = is_certain && rows[i].points > highest_after[i + 1];
    }
    return parts;
  }

  const TieBreakValues& values_;
  bool counts_forfeits_;
};

// Sorts by merit and tie-breaks; tied players share a place.
struct Ranking {
  void run() {
    auto& rows = standings_.rows;
    std::ranges::stable_sort(rows, std::greater(), &StandingsRow::merit);
    split(
        0, rows.size(),
        [](const StandingsRow& row) { return std::optional(Hundredths{row.merit}); }, 0);
  }

  // Ranks the rows from `begin` to `end` with equal keys by the next tie-break. Precondition: they
  // are sorted by the key.
  template <class Key>
  void split(std::size_t begin, std::size_t end, Key key, std::size_t next) {
    auto& rows = standings_.rows;
    for (std::size_t at = begin; at < end;) {
      std::size_t stop = at + 1;
      while (stop < end && key(rows[stop]) == key(rows[at])) ++stop;
      rank(at, stop, next);
      at = stop;
    }
  }

  void rank(std::size_t begin, std::size_t end, std::size_t index) {
    if (end - begin == 1 || index == standings_.tie_breaks.size()) {
      std::stable_sort(row_at(begin), row_at(end), [&](const auto& left, const auto& right) {
        return name_(left.player) < name_(right.player);
      });
      for (std::size_t i = begin; i < end; ++i) {
        standings_.rows[i].place = static_cast<std::uint32_t>(begin + 1);
      }
      return;
    }
    const TieBreak& tie_break = standings_.tie_breaks[index];
    TiedGroup tied;
    for (std::size_t i = begin; i < end; ++i) tied.push_back(standings_.rows[i].player);
    if (const auto ordered = order_(tie_break, tied)) {
      return rank_in_order(begin, end, index, *ordered);
    }
    const auto key = [index](const StandingsRow& row) { return row.values[index]; };
    std::stable_sort(row_at(begin), row_at(end), [&](const auto& left, const auto& right) {
      const bool has_both = key(left) && key(right);
      return has_both && tie_break.prefers_low() ? key(left) < key(right) : key(left) > key(right);
    });
    split(begin, end, key, index + 1);
  }

  void rank_in_order(std::size_t begin, std::size_t end, std::size_t index,
                     const TiedOrder& ordered) {
    std::map<PlayerIndex, std::size_t> group_of;
    for (std::size_t i = 0; i < ordered.groups.size(); ++i) {
      for (const PlayerIndex player : ordered.groups[i]) group_of[player] = i;
    }
    for (std::size_t i = begin; i < end; ++i) {
      StandingsRow& row = standings_.rows[i];
      const auto found = ordered.values.find(row.player);
      if (found != ordered.values.end()) row.values[index] = found->second;
    }
    const auto key = [&](const StandingsRow& row) { return group_of.at(row.player); };
    std::stable_sort(row_at(begin), row_at(end),
                     [&](const auto& left, const auto& right) { return key(left) < key(right); });
    split(begin, end, key, index + 1);
  }

  std::vector<StandingsRow>::iterator row_at(std::size_t index) {
    return standings_.rows.begin() + static_cast<std::ptrdiff_t>(index);
  }

  Standings& standings_;
  const OrderOfTied& order_;
  const std::function<std::string_view(PlayerIndex)>& name_;
};

}  // namespace

TiedOrder direct_encounter(const TieBreakValues& values, bool counts_forfeits,
                           const TiedGroup& tied) {
  const DirectEncounter direct(values, counts_forfeits);
  TiedOrder order{.groups = direct.rank(tied), .values = {}};
  if (order.groups.size() == 1) return order;
  const auto indices = DirectEncounter::indices_of(tied);
  for (const PlayerIndex player : tied) order.values[player] = direct.points(player, indices);
  return order;
}

void rank_rows(Standings& standings, const OrderOfTied& order,
               const std::function<std::string_view(PlayerIndex)>& name) {
  Ranking(standings, order, name).run();
}

}  // namespace arbiter
