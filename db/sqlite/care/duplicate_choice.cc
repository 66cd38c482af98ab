#include "db/sqlite/care/duplicate_choice.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace arbiter::sqlite {
namespace {

// Between two reports of progress.
constexpr std::size_t kGamesAtOnce = 4096;

DuplicateKind kind_of(const RecordQuality& best, const RecordQuality& other, Sameness sameness) {
  if (other.plies < best.plies) return DuplicateKind::Prefix;
  return sameness == Sameness::OtherNames ? DuplicateKind::OtherNames : DuplicateKind::SameMoves;
}

}  // namespace

void DuplicateChoice::run(const UnitedGames& united, const DuplicateVisit& visit,
                          const DuplicateProgress& progress) {
  read_qualities(united, progress);
  std::vector<Chosen> groups;
  groups.reserve(united.ends.size());
  std::uint32_t begin = 0;
  for (const std::uint32_t end : united.ends)
    groups.push_back(choose(std::exchange(begin, end), end));
  std::ranges::sort(groups, {}, &Chosen::kept);
  for (const Chosen& chosen : groups) {
    const DuplicateGroup group = group_of(chosen);
    if (!group.others.empty()) visit(group);
  }
}

// By rising number: games that lie together are unpacked together.
void DuplicateChoice::read_qualities(const UnitedGames& united, const DuplicateProgress& progress) {
  const std::vector<std::uint32_t>& numbers = united.numbers;
  qualities_.resize(numbers.size());
  std::vector<std::uint32_t> order(numbers.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t place) { return numbers[place]; });
  columns_.forget();
  QualityReader reader(connection_);
  std::size_t done = 0;
  for (const std::uint32_t place : order) {
    if (done++ % kGamesAtOnce == 0) {
      progress("choosing the games to keep",
               static_cast<double>(done) / static_cast<double>(numbers.size()));
    }
    qualities_[place] = reader.of(GameId{numbers[place]});
  }
}

// Leaves the group by rising number.
DuplicateChoice::Chosen DuplicateChoice::choose(std::uint32_t begin, std::uint32_t end) {
  const auto group = std::span(qualities_).subspan(begin, end - begin);
  const std::uint32_t kept = std::ranges::min_element(group, is_better)->number;
  std::ranges::sort(group, {}, &RecordQuality::number);
  return {kept, begin, end};
}

DuplicateGroup DuplicateChoice::group_of(const Chosen& chosen) {
  const auto all = std::span(qualities_).subspan(chosen.begin, chosen.end - chosen.begin);
  const RecordQuality& best = *std::ranges::find(all, chosen.kept, &RecordQuality::number);
  DuplicateGroup group{.kept = best.game(), .others = {}};
  std::vector<std::uint64_t> kept_contents = {best.content};
  for (const RecordQuality& other : all) {
    if (other.number == best.number) continue;
    const Sameness sameness = comparison_.compare(best.game(), other.game());
    // The same as a third one, about which less is known.
    if (sameness == Sameness::No) continue;
    DuplicateGame game{.game = other.game(),
                       .kind = kind_of(best, other, sameness),
                       .why = why_worse(best, other),
                       .difference = {}};
    if (std::ranges::find(kept_contents, other.content) == kept_contents.end()) {
      game.difference = difference_of(kept_.read(best.game()), other_.read(other.game()));
      if (game.is_held()) kept_contents.push_back(other.content);
    }
    group.others.push_back(std::move(game));
  }
  return group;
}

}  // namespace arbiter::sqlite
