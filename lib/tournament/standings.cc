#include "lib/tournament/standings.h"

#include <algorithm>
#include <array>

#include "lib/base/text.h"
#include "lib/tournament/tie_break_values.h"

namespace arbiter {
namespace {

struct TieBreakName {
  TieBreak tie_break;
  std::string_view acronym;
  std::string_view name;
  std::string_view meaning;
};

constexpr std::array<TieBreakName, kTieBreakCount> kNames{{
    {TieBreak::DirectEncounter, "DE", "direct encounter", "points against those who are level"},
    {TieBreak::Wins, "WIN", "wins", "rounds with a full point"},
    {TieBreak::WinsAtTheBoard, "WON", "wins at the board", "games won at the board"},
    {TieBreak::GamesWithBlack, "BPG", "games with Black", "games played with Black"},
    {TieBreak::WinsWithBlack, "BWG", "wins with Black", "games won with Black"},
    {TieBreak::Progressive, "PS", "progressive", "sum of the scores after each round"},
    {TieBreak::Buchholz, "BH", "Buchholz", "sum of the opponents' scores"},
    {TieBreak::BuchholzCut1, "BH/C1", "Buchholz cut 1", "Buchholz without the lowest score"},
    {TieBreak::BuchholzCut2, "BH/C2", "Buchholz cut 2", "Buchholz without the two lowest scores"},
    {TieBreak::BuchholzMedian, "BH/M1", "median Buchholz",
     "Buchholz without the lowest and the highest score"},
    {TieBreak::ForeBuchholz, "FB", "fore Buchholz", "Buchholz as if the last round were all draws"},
    {TieBreak::SonnebornBerger, "SB", "Sonneborn-Berger",
     "scores of opponents beaten, and half of those drawn with"},
    {TieBreak::SonnebornBergerCut1, "SB/C1", "Sonneborn-Berger cut 1",
     "Sonneborn-Berger without the lowest part"},
    {TieBreak::Koya, "KS", "Koya", "points against those with half of the points or more"},
    {TieBreak::AverageRating, "ARO", "average rating", "average rating of the opponents"},
    {TieBreak::AverageRatingCut1, "ARO/C1", "average rating cut 1",
     "average rating of the opponents without the lowest"},
    {TieBreak::Performance, "TPR", "performance", "tournament performance rating"},
}};

const TieBreakName& name_of(TieBreak tie_break) {
  return kNames[static_cast<std::size_t>(tie_break)];
}

// Sorts by points and tie-breaks; level players share a place.
class Ranking {
 public:
  Ranking(const Tournament& tournament, const TieBreakValues& values, Standings& standings)
      : tournament_(tournament), values_(values), standings_(standings) {}

  void run() {
    auto& rows = standings_.rows;
    std::ranges::stable_sort(
        rows, [](const auto& left, const auto& right) { return left.points > right.points; });
    split(
        0, rows.size(), [](const auto& row) { return std::optional(Quarters{row.points}); }, 0);
  }

 private:
  // Rows from `begin` to `end` are sorted by the key; those with equal ones go to the next
  // tie-break.
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
    auto& rows = standings_.rows;
    if (end - begin == 1 || index == standings_.tie_breaks.size()) {
      std::stable_sort(row_at(begin), row_at(end), [&](const auto& left, const auto& right) {
        return tournament_.players[left.player].name < tournament_.players[right.player].name;
      });
      for (std::size_t i = begin; i < end; ++i) {
        rows[i].place = static_cast<std::uint32_t>(begin + 1);
      }
      return;
    }
    if (standings_.tie_breaks[index] == TieBreak::DirectEncounter) {
      std::vector<PlayerIndex> level;
      for (std::size_t i = begin; i < end; ++i) level.push_back(rows[i].player);
      const auto found = values_.direct_encounter(level);
      for (std::size_t i = begin; i < end; ++i) rows[i].values[index] = found[i - begin];
    }
    const auto key = [index](const StandingsRow& row) { return row.values[index]; };
    std::stable_sort(row_at(begin), row_at(end),
                     [&](const auto& left, const auto& right) { return key(left) > key(right); });
    split(begin, end, key, index + 1);
  }

  std::vector<StandingsRow>::iterator row_at(std::size_t index) {
    return standings_.rows.begin() + static_cast<std::ptrdiff_t>(index);
  }

  const Tournament& tournament_;
  const TieBreakValues& values_;
  Standings& standings_;
};

}  // namespace

std::string_view to_string(TieBreak tie_break) { return name_of(tie_break).acronym; }
std::string_view meaning_of(TieBreak tie_break) { return name_of(tie_break).meaning; }

std::optional<TieBreak> parse_tie_break(std::string_view text) {
  std::string written(trim(text));
  std::string acronym = written;
  std::ranges::replace(acronym, '-', '/');
  for (const TieBreakName& name : kNames) {
    if (equal_ignoring_case(acronym, name.acronym) || equal_ignoring_case(written, name.name)) {
      return name.tie_break;
    }
  }
  return {};
}

std::span<const TieBreak> usual_tie_breaks(System system) {
  using enum TieBreak;
  static constexpr TieBreak kRoundRobin[] = {DirectEncounter, SonnebornBerger, Wins, Koya};
  static constexpr TieBreak kSwiss[] = {BuchholzCut1, Buchholz, SonnebornBerger, DirectEncounter};
  static constexpr TieBreak kOther[] = {DirectEncounter, Wins};
  switch (system) {
    case System::RoundRobin:
      return kRoundRobin;
    case System::Swiss:
      return kSwiss;
    default:
      return kOther;
  }
}

Standings standings_of(const Tournament& tournament, std::span<const TieBreak> tie_breaks) {
  const TieBreakValues values(tournament);
  Standings standings;
  standings.tie_breaks.assign(tie_breaks.begin(), tie_breaks.end());
  for (PlayerIndex player = 0; player < tournament.players.size(); ++player) {
    const PlayerRecord& record = values.records()[player];
    StandingsRow& row = standings.rows.emplace_back();
    row.player = player;
    row.points = record.points;
    row.games = static_cast<std::uint32_t>(
        std::ranges::count(record.rounds, RoundKind::Played, &PlayerRound::kind));
    for (const TieBreak tie_break : tie_breaks) {
      row.values.push_back(values.value(tie_break, player));
    }
  }
  Ranking(tournament, values, standings).run();
  return standings;
}

}  // namespace arbiter
