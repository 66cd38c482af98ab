#include "lib/repair/ranking.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "lib/repair/plausibility.h"

namespace arbiter {
namespace {

// So many guesses are weighed by their play, and so many plies of it behind the
// illegal move.
constexpr std::size_t kWeighed = 120;
constexpr std::size_t kPliesBehind = 14;
// How far the weights of moves, which are no more than rules of thumb, are believed.
constexpr double kTrust = 0.6;

bool is_likelier(const Guess& a, const Guess& b) { return a.score > b.score; }

class Weigher {
 public:
  explicit Weigher(const BrokenLine& broken)
      : line_(broken.line),
        legal_(broken.legal),
        starts_(broken.starts),
        horizon_(std::min(broken.line.moves.size(), broken.legal.broken() + kPliesBehind)) {}

  // The weights of all moves from ply `first` on, of the written plies before the
  // change as well.
  double weigh(const Guess& guess, std::size_t first);

 private:
  struct Play {
    Position position;
    std::optional<Move> last;
    double weight = 0;
    bool counts = true;
  };
  void play(Move move, Play& play) const;
  bool play_written(std::size_t ply, Play& play) const;
  std::size_t play_change(const Guess& guess, Play& play) const;
  double legal_weight(std::size_t first, std::size_t end);

  const WrittenLine& line_;
  const LegalPart& legal_;
  std::span<const PossibleStart> starts_;
  std::size_t horizon_;
  std::vector<std::optional<double>> legal_weights_ =
      std::vector<std::optional<double>>(legal_.points.size());
};

void Weigher::play(Move move, Play& play) const {
  if (play.counts) play.weight += weight_of(move, play.position, play.last);
  play.position.play(move);
  play.last = move;
}

bool Weigher::play_written(std::size_t ply, Play& play) const {
  const SanResolution resolution = resolve_look_alike(line_.moves[ply], play.position);
  if (resolution.status != SanStatus::Legal) return false;
  this->play(resolution.move, play);
  return true;
}

// Of plies [first, end), which are legal as written.
double Weigher::legal_weight(std::size_t first, std::size_t end) {
  double sum = 0;
  for (std::size_t ply = first; ply < end; ++ply) {
    auto& weight = legal_weights_[ply];
    if (!weight) {
      Play one{.position = legal_.points[ply].position, .last = {}};
      if (ply > 0) {
        const auto before = resolve(line_.moves[ply - 1], legal_.points[ply - 1].position);
        if (before.status == SanStatus::Legal) one.last = before.move;
      }
      play_written(ply, one);
      weight = one.weight;
    }
    sum += *weight;
  }
  return sum;
}

// Returns the first written ply behind the change.
std::size_t Weigher::play_change(const Guess& guess, Play& play) const {
  switch (guess.kind) {
    case RepairKind::Replace:
      this->play(guess.move, play);
      return guess.at + 1;
    case RepairKind::Insert:
      this->play(guess.move, play);
      return guess.at;
    case RepairKind::Remove:
      return guess.at + guess.count;
    case RepairKind::Swap:
      play_written(guess.at + guess.count, play);
      for (std::size_t i = 1; i < guess.count; ++i) play_written(guess.at + i, play);
      play_written(guess.at, play);
      return guess.at + guess.count + 1;
    case RepairKind::CutOff:
      return line_.moves.size();
    case RepairKind::Start:
      return 0;
  }
  return guess.at;
}

double Weigher::weigh(const Guess& guess, std::size_t first) {
  const bool is_start = guess.kind == RepairKind::Start;
  Play play{.position = is_start ? starts_[guess.start].position : legal_.points[guess.at].position,
            .last = {}};
  play.weight = is_start ? 0 : legal_weight(first, guess.at);
  std::size_t next = play_change(guess, play);
  while (next < horizon_) {
    play.counts = next >= first;
    if (!play_written(next, play)) break;
    ++next;
  }
  return play.weight;
}

bool differ_in_detail(const Guess& a, const Guess& b, std::span<const PossibleStart> starts) {
  if (a.kind != b.kind) return false;
  if (a.kind == RepairKind::Start) return starts[a.start].reason == starts[b.start].reason;
  return a.kind == RepairKind::Insert && a.at == b.at;
}

// The sum of the chances, as a score.
double joined(double a, double b) {
  const double greater = std::max(a, b);
  return greater + std::log(std::exp(a - greater) + std::exp(b - greater));
}

// `guesses` are sorted. Each group has the score of its sum.
std::vector<std::pair<RankedGuess, double>> grouped(std::vector<Guess> guesses,
                                                    std::span<const PossibleStart> starts) {
  std::vector<std::pair<RankedGuess, double>> groups;
  for (Guess& guess : guesses) {
    const auto group = std::ranges::find_if(groups, [&](const auto& known) {
      return differ_in_detail(known.first.guess, guess, starts);
    });
    if (group == groups.end()) {
      const double score = guess.score;
      groups.push_back({{.guess = std::move(guess), .others = {}}, score});
    } else {
      group->second = joined(group->second, guess.score);
      const bool fits = guess.run.end.next == group->first.guess.run.end.next;
      if (fits) group->first.others.push_back(std::move(guess));
    }
  }
  return groups;
}

}  // namespace

std::vector<RankedGuess> rank(const BrokenLine& broken, std::vector<Guess> guesses) {
  std::ranges::sort(guesses, is_likelier);
  if (guesses.size() > kWeighed) guesses.resize(kWeighed);
  std::size_t first = broken.legal.broken();
  for (const Guess& guess : guesses) {
    if (guess.kind != RepairKind::Start) first = std::min(first, guess.at);
  }
  Weigher weigher(broken);
  for (Guess& guess : guesses) guess.score += kTrust * weigher.weigh(guess, first);
  std::ranges::sort(guesses, is_likelier);

  auto groups = grouped(std::move(guesses), broken.starts);
  std::ranges::stable_sort(groups,
                           [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<RankedGuess> ranked;
  double sum = 0;
  for (const auto& group : groups) sum += std::exp(group.second - groups.front().second);
  for (auto& [group, score] : groups) {
    group.group_share = std::exp(score - groups.front().second) / sum;
    group.share = std::exp(group.guess.score - groups.front().second) / sum;
    ranked.push_back(std::move(group));
  }
  return ranked;
}

}  // namespace arbiter
