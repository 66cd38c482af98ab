#include "lib/tournament/event_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "lib/base/text.h"
#include "lib/laws/date.h"
#include "lib/tags/name_form.h"
#include "lib/tags/person_name.h"
#include "lib/tags/tag_checks.h"

namespace arbiter {
namespace {

std::string_view value_of(const EventTag* tag) {
  if (tag == nullptr) return {};
  const std::string_view value = trim(tag->value);
  return value == "?" || value == "-" ? std::string_view() : value;
}

}  // namespace

bool EventGame::keeps(KnownTag known, std::string_view name) const {
  using enum KnownTag;
  constexpr std::uint64_t kTags = [] {
    std::uint64_t kept = 0;
    for (const KnownTag one : {Event, Site, Date, Round, White, Black, Result, WhiteTitle,
                               BlackTitle, WhiteElo, BlackElo, WhiteFideId, BlackFideId, WhiteTeam,
                               BlackTeam, EventDate, Board, Termination, TimeControl})
      kept |= std::uint64_t{1} << static_cast<int>(one);
    return kept;
  }();
  if (known != Other) return (kTags >> static_cast<int>(known) & 1) != 0 && !tag(known);
  const auto side = side_of_federation_tag(name);
  return side && !federation_tag(*side);
}

std::optional<Color> side_of_federation_tag(std::string_view name) {
  constexpr std::string_view kEnds[] = {"Fed", "Federation", "Country", "Flag"};
  if (name.size() < 8) return {};
  const std::string_view side = name.substr(0, 5);
  const bool is_white = equal_ignoring_case(side, "White");
  if (!is_white && !equal_ignoring_case(side, "Black")) return {};
  for (const std::string_view end : kEnds) {
    if (equal_ignoring_case(name.substr(5), end)) return is_white ? Color::White : Color::Black;
  }
  return {};
}

RoundNumber parse_round(std::string_view text) {
  std::vector<std::uint32_t> numbers;
  const std::string plain = plain_round(text);
  for (std::string_view rest = plain;;) {
    const std::size_t dot = rest.find('.');
    const auto number = parse_number<std::uint32_t>(trim(rest.substr(0, dot)));
    if (!number) return {};
    numbers.push_back(*number);
    if (dot == std::string_view::npos) break;
    rest.remove_prefix(dot + 1);
  }
  // Archives of engine games number their tournaments: "756.1.230".
  constexpr std::uint32_t kLastRoundOfBoards = 99;
  if (numbers.size() > 2 && numbers.front() > kLastRoundOfBoards) numbers.erase(numbers.begin());
  if (numbers.front() == 0 || numbers.front() > kLastRound) return {};
  return {numbers.front(), {numbers.begin() + 1, numbers.end()}};
}

const EventTag* EventGame::tag(KnownTag known) const {
  const auto found = std::ranges::find(tags, known, &EventTag::known);
  return found == tags.end() ? nullptr : &*found;
}

const EventTag* EventGame::federation_tag(Color color) const {
  const auto found = std::ranges::find_if(tags, [color](const EventTag& tag) {
    // Chess.com writes countries as its own numbers.
    return tag.known == KnownTag::Other && side_of_federation_tag(tag.name) == color &&
           !std::ranges::all_of(tag.value, is_digit);
  });
  return found == tags.end() ? nullptr : &*found;
}

std::string_view EventGame::value(KnownTag known) const { return value_of(tag(known)); }

std::string_view EventGame::federation(Color color) const {
  return value_of(federation_tag(color));
}

std::optional<std::uint32_t> EventGame::number_in(KnownTag known) const {
  const auto parsed = parse_number<std::uint32_t>(value(known));
  return parsed && *parsed > 0 ? parsed : std::nullopt;
}

std::uint32_t EventGame::board() const {
  if (const auto tagged = number_in(KnownTag::Board)) return *tagged;
  const std::vector<std::uint32_t> parts = round().parts;
  return parts.empty() ? 0 : parts.back();
}

std::optional<Color> half_point_in(const EventGame& game) {
  if (game.result.is_known()) return {};
  std::string text(game.value(KnownTag::Result));
  for (const std::string_view half : {"\u00bd", "0.5", "0,5", "="}) {
    const std::size_t at = text.find(half);
    if (at != std::string::npos) text.replace(at, half.size(), "1/2");
  }
  if (text == "1/2-0") return Color::White;
  return text == "0-1/2" ? std::optional(Color::Black) : std::nullopt;
}

bool is_absent(const EventGame& game, std::size_t side) {
  const std::string_view name = game.value(kNameTags[side]);
  return is_bye(name) || (game.plies == 0 && (name.empty() || is_unknown_name(name)));
}

std::optional<PartialDate> date_of(const EventGame& game) {
  const auto date = parse_date(game.value(KnownTag::Date));
  return date && date->is_complete() && may_exist(*date) ? date : std::nullopt;
}

bool are_days_apart(const EventGame& one, const EventGame& other) {
  const auto day = parse_date(one.value(KnownTag::Date));
  const auto others = parse_date(other.value(KnownTag::Date));
  if (!day || !others || !day->is_complete() || !others->is_complete()) return false;
  return one.value(KnownTag::Date) != other.value(KnownTag::Date);
}

bool are_apart(const EventGame& one, const EventGame& other) {
  const std::string_view control = one.value(KnownTag::TimeControl);
  const std::string_view others = other.value(KnownTag::TimeControl);
  const bool has_both =
      !control.empty() && !others.empty() && is_digit(control[0]) && is_digit(others[0]);
  return are_days_apart(one, other) || (has_both && control != others);
}

bool has_moves_of(const EventGame& game, const EventGame& other) {
  return game.plies > 0 && game.plies == other.plies && game.moves_hash == other.moves_hash;
}

std::string place_of(const EventGame& game, std::span<const std::string> files) {
  const std::uint64_t line = game.tags.empty() ? 1 : game.tags.front().line;
  if (files.size() < 2) return fmt::format("game {} (line {})", game.number, line);
  return fmt::format("game {} of {} (line {})", game.number, files[game.file], line);
}

namespace {

using GameGroup = std::vector<std::uint32_t>;

bool is_letter_of_word(char c) { return c != ' ' && !is_digit(c); }

// Returns the length of the word that contains the range from `from` to `to`; 0 if the word
// contains a digit or starts at `from`.
std::size_t word_length(std::string_view name, std::size_t from, std::size_t to) {
  std::size_t start = from;
  while (start > 0 && is_letter_of_word(name[start - 1])) --start;
  while (to < name.size() && is_letter_of_word(name[to])) ++to;
  const bool has_digit =
      (start > 0 && is_digit(name[start - 1])) || (to < name.size() && is_digit(name[to]));
  return has_digit || start == from ? 0 : to - start;
}

// Returns whether two different keys differ only in a space, a letter, or two transposed letters.
// First letters and short words must be equal.
bool are_near(std::string_view one, std::string_view other) {
  if (one.size() > other.size()) std::swap(one, other);
  if (other.size() - one.size() > 1) return false;
  const auto start = static_cast<std::size_t>(std::ranges::mismatch(one, other).in1 - one.begin());
  std::size_t end = 0;
  while (end < one.size() - start && one[one.size() - 1 - end] == other[other.size() - 1 - end]) {
    ++end;
  }
  const std::string_view left = one.substr(start, one.size() - start - end);
  const std::string_view right = other.substr(start, other.size() - start - end);
  if (left.empty() && right == " ") return true;
  const bool is_slip =
      right.size() == 1 || (left.size() == 2 && left[0] == right[1] && left[1] == right[0]);
  const auto are_letters = [](std::string_view text) {
    return std::ranges::all_of(text, is_letter_of_word);
  };
  constexpr std::size_t kShortWord = 4;
  return is_slip && are_letters(left) && are_letters(right) &&
         word_length(one, start, start + left.size()) >= kShortWord &&
         word_length(other, start, start + right.size()) >= kShortWord;
}

std::unordered_set<std::string> names_of(std::span<const EventGame> games) {
  std::unordered_set<std::string> names;
  for (const EventGame& game : games) {
    for (const KnownTag tag : kNameTags) names.insert(folded_name(game.value(tag)));
  }
  return names;
}

// Returns the word in a key that means play-off; empty if none.
std::string_view playoff_word(std::string_view key) {
  constexpr std::string_view kWords[] = {"tie break",  "tiebreak", "play off",   "playoff",
                                         "armageddon", "barrage",  "stichkampf", "desempate"};
  const auto* const word = std::ranges::find_if(
      kWords, [key](std::string_view one) { return key.find(one) != std::string_view::npos; });
  return word == std::end(kWords) ? std::string_view() : *word;
}

// Returns whether each player of the games `some` has a name that also occurs in the games
// `others`.
bool are_players_of(std::span<const EventGame> games, const GameGroup& some,
                    const GameGroup& others) {
  std::unordered_set<std::string> names;
  for (const std::uint32_t game : others) {
    for (const KnownTag tag : kNameTags) names.insert(folded_name(games[game].value(tag)));
  }
  return std::ranges::all_of(some, [&](std::uint32_t game) {
    return std::ranges::all_of(kNameTags, [&](KnownTag tag) {
      return names.contains(folded_name(games[game].value(tag)));
    });
  });
}

class EventGroups {
 public:
  explicit EventGroups(std::span<const EventGame> games) : games_(games) {}

  std::vector<GameGroup> run() {
    std::unordered_map<std::string, std::size_t> numbers;
    for (std::uint32_t i = 0; i < games_.size(); ++i) {
      const std::string_view event = games_[i].value(KnownTag::Event);
      // Compares with the previous game first, because games of an event are usually consecutive.
      if (i == 0 || event != games_[i - 1].value(KnownTag::Event)) {
        const auto [found, is_new] = numbers.try_emplace(event_key(event), groups_.size());
        if (is_new) {
          keys_.push_back(found->first);
          groups_.emplace_back();
        }
        current_ = found->second;
      }
      groups_[current_].push_back(i);
    }
    join_spellings();
    std::vector<GameGroup> events;
    for (GameGroup& group : groups_) {
      if (!group.empty())
        std::ranges::move(editions_of(std::move(group)), std::back_inserter(events));
    }
    std::ranges::sort(events, {}, [](const GameGroup& group) { return group.front(); });
    return events;
  }

 private:
  void join_spellings() {
    constexpr std::size_t kMaxNames = 1000;
    if (groups_.size() > kMaxNames) return;
    for (std::size_t one = 0; one < groups_.size(); ++one) {
      for (std::size_t other = one + 1; other < groups_.size(); ++other) {
        if (!are_near(keys_[one], keys_[other]) || keys_[one].empty()) continue;
        if (!share_players(games_of(groups_[one]), games_of(groups_[other]))) continue;
        GameGroup joined;
        std::ranges::merge(groups_[one], groups_[other], std::back_inserter(joined));
        groups_[one].clear();
        groups_[other] = std::move(joined);
        break;
      }
    }
  }

  std::vector<EventGame> games_of(const GameGroup& group) const {
    std::vector<EventGame> games;
    for (const std::uint32_t game : group) games.push_back(games_[game]);
    return games;
  }

  // Splits games with one event name into several events, such as annual or weekly ones.
  std::vector<GameGroup> editions_of(GameGroup group) const {
    for (const KeyOf key_of : {&event_date_of, &year_of}) {
      if (repeats_rounds(group, key_of)) return split_by(group, key_of);
    }
    return by_days(std::move(group));
  }

  using KeyOf = std::string_view (*)(const EventGame&);

  static std::string_view event_date_of(const EventGame& game) {
    return game.value(KnownTag::EventDate);
  }
  static std::string_view year_of(const EventGame& game) {
    const auto date = parse_date(game.value(KnownTag::Date));
    return date && date->year ? game.value(KnownTag::Date).substr(0, 4) : std::string_view();
  }

  // Returns whether the games belong to several events, which differ in a key such as the year.
  // True if all games have a key, and most repeat rounds of another key. A key that at most 10 % of
  // the games have is an error. Postponed games repeat no round.
  bool repeats_rounds(const GameGroup& group, KeyOf key_of) const {
    std::map<std::string_view, std::size_t> keys;
    std::map<std::uint32_t, std::string_view> first;  // the first key of each round
    std::size_t repeated = 0;
    for (const std::uint32_t game : group) {
      const std::string_view key = key_of(games_[game]);
      if (key.empty()) return false;
      ++keys[key];
      const std::uint32_t round = games_[game].round().round;
      if (round != 0) repeated += first.try_emplace(round, key).first->second != key;
    }
    const std::size_t others = group.size() - keys[key_of(games_[group.front()])];
    return others > 0 && repeated * 2 >= others &&
           std::ranges::none_of(
               keys, [&group](const auto& key) { return key.second * 10 >= group.size() * 9; });
  }

  std::vector<GameGroup> split_by(const GameGroup& group, KeyOf key_of) const {
    std::map<std::string_view, GameGroup> editions;
    for (const std::uint32_t game : group) editions[key_of(games_[game])].push_back(game);
    std::vector<GameGroup> events;
    for (auto& [key, edition] : editions) events.push_back(std::move(edition));
    return events;
  }

  // Splits games that span more than a year at long pauses. Leagues pause for at most a few months.
  std::vector<GameGroup> by_days(GameGroup group) const {
    constexpr std::int32_t kMaxDays = 366;
    constexpr std::int32_t kPause = 150;
    std::map<std::int32_t, GameGroup> days;
    std::int32_t day = INT32_MIN;  // undated games get the day of the preceding game
    for (const std::uint32_t game : group) {
      if (const auto date = date_of(games_[game])) day = day_number(*date);
      days[day].push_back(game);
    }
    const auto first = days.upper_bound(INT32_MIN);
    if (first == days.end() || days.rbegin()->first - first->first <= kMaxDays)
      return {std::move(group)};
    std::vector<GameGroup> events(1);
    std::int32_t before = first->first;
    for (auto& [number, games] : days) {
      if (number > before && number - before > kPause) {
        std::ranges::sort(events.back());
        events.emplace_back();
      }
      std::ranges::move(games, std::back_inserter(events.back()));
      before = std::max(before, number);
    }
    std::ranges::sort(events.back());
    return events;
  }

  std::span<const EventGame> games_;
  std::vector<std::string> keys_ = {};
  std::vector<GameGroup> groups_ = {};
  std::size_t current_ = 0;
};

}  // namespace

std::string event_key(std::string_view name) { return name_key(folded_name(name)); }

bool are_spellings_of_event(std::string_view key, std::string_view other) {
  return key == other || are_near(key, other);
}

bool share_players(std::span<const EventGame> one, std::span<const EventGame> other) {
  if (one.size() > other.size()) std::swap(one, other);
  const auto names = names_of(other);
  std::size_t shared = 0;
  for (const EventGame& game : one) {
    for (const KnownTag tag : kNameTags) shared += names.count(folded_name(game.value(tag)));
  }
  return shared >= one.size();
}

bool ArchiveWatch::add(const EventGame& game) {
  const std::string_view event = game.value(KnownTag::Event);
  if (!event_) event_ = event;
  has_events_ = has_events_ || event != *event_;
  const auto date = parse_date(game.value(KnownTag::Date));
  if (date && date->year) ++years_[*date->year];
  if (!has_events_) return false;
  constexpr std::size_t kMinGames = 3;  // with fewer games, the date may just be wrong
  const auto is_year = [](const auto& year) { return year.second >= kMinGames; };
  const auto first = std::ranges::find_if(years_, is_year);
  return std::any_of(first, years_.end(), [&](const auto& year) {
    return is_year(year) && year.first > first->first + 1;
  });
}

bool is_playoff_round(std::string_view round) {
  const std::string key = folded_name(plain_round(round));
  if (!key.starts_with("tb")) return !playoff_word(key).empty();
  return key.find_first_not_of(" 0123456789", 2) == std::string::npos;
}

std::vector<std::vector<std::uint32_t>> events_of(std::span<const EventGame> games) {
  return EventGroups(games).run();
}

std::vector<EventGroup> events_with_playoffs(std::span<const EventGame> games) {
  std::vector<EventGroup> events;
  std::vector<std::string> keys;
  for (GameGroup& group : events_of(games)) {
    keys.push_back(event_key(games[group.front()].value(KnownTag::Event)));
    events.push_back({std::move(group)});
  }
  constexpr std::size_t kMaxEvents = 1000;  // the limit for an algorithm that takes quadratic time
  if (events.size() > kMaxEvents) return events;
  const auto is_playoff_of = [&](std::size_t playoff, std::size_t main) {
    const std::string_view word = playoff_word(keys[playoff]);
    return !keys[main].empty() && events[playoff].games.size() < events[main].games.size() &&
           keys[playoff].starts_with(keys[main]) && keys[main].find(word) == std::string::npos &&
           are_players_of(games, events[playoff].games, events[main].games);
  };
  for (std::size_t playoff = 0; playoff < events.size(); ++playoff) {
    if (playoff_word(keys[playoff]).empty()) continue;
    for (std::size_t main = 0; main < events.size(); ++main) {
      if (!is_playoff_of(playoff, main)) continue;
      std::ranges::move(events[playoff].games, std::back_inserter(events[main].playoff));
      events[playoff].games.clear();
      break;
    }
  }
  std::erase_if(events, [](const EventGroup& event) { return event.games.empty(); });
  return events;
}

}  // namespace arbiter
