#include "lib/tournament/event_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/laws/date.h"
#include "lib/tournament/event_game.h"

namespace arbiter {

std::vector<std::vector<Seat>> EventReport::seats() const {
  std::vector<std::vector<Seat>> seats(tournament().players.size());
  for (std::size_t i = 0; i < games_.size(); ++i) {
    for (const std::size_t side : {0U, 1U}) {
      const PlayerIndex player = event_.players[i][side];
      if (player < seats.size()) seats[player].push_back({i, side});
    }
  }
  return seats;
}

std::vector<EventFinding> EventReport::take() {
  std::ranges::stable_sort(findings_, {}, &EventFinding::game);
  return std::move(findings_);
}

std::vector<EventFinding> check_event(std::span<const EventGame> games,
                                      const TournamentOfGames& event,
                                      std::span<const std::string> files) {
  EventReport report(games, event, files);
  check_rounds(report);
  check_meetings(report);
  check_players(report);
  check_circumstances(report);
  return report.take();
}

namespace {

struct EventFact {
  KnownTag tag;
  DiagnosticCode code;
  const char* what;
};

constexpr std::array<EventFact, 3> kEventFacts{{
    {KnownTag::Event, DiagnosticCode::EventNameDiffers, "name of the event"},
    {KnownTag::Site, DiagnosticCode::SiteDiffers, "site"},
    {KnownTag::EventDate, DiagnosticCode::EventDateDiffers, "date of the event"},
}};

// Reports a value that occurs in at most 10 % of the games, if all others agree, and variant
// spellings of the event.
void check_fact(EventReport& report, const EventFact& fact) {
  std::map<std::string_view, std::vector<std::size_t>> values;
  std::size_t games = 0;
  for (std::size_t i = 0; i < report.games().size(); ++i) {
    const std::string_view value = report.games()[i].value(fact.tag);
    if (value.empty()) continue;
    values[value].push_back(i);
    ++games;
  }
  if (values.size() < 2) return;
  const auto usual = std::ranges::max_element(values, [](const auto& left, const auto& right) {
    return left.second.size() < right.second.size();
  });
  const bool all_agree = usual->second.size() * 10 >= games * 9;
  const std::string key = event_key(usual->first);
  const auto is_error = [&](std::string_view value) {
    return all_agree ||
           (fact.tag == KnownTag::Event && are_spellings_of_event(event_key(value), key));
  };
  for (const auto& [value, where] : values) {
    if (value == usual->first || !is_error(value)) continue;
    report.add(
        {.code = fact.code,
         .game = where.front(),
         .tag = fact.tag,
         .other = usual->second.front(),
         .message = fmt::format("the {} is \"{}\" here, but \"{}\" in {} and others", fact.what,
                                value, usual->first, report.place(usual->second.front()))});
  }
}

struct Day {
  std::int32_t number;
  std::size_t game;
};

std::optional<std::int32_t> day_of(const EventGame& game) {
  const auto date = date_of(game);
  return date ? std::optional(day_number(*date)) : std::nullopt;
}

// Returns the median day of each round, with its first dated game.
std::map<std::uint32_t, Day> days_of_rounds(const EventReport& report) {
  std::map<std::uint32_t, std::vector<Day>> days;
  for (std::size_t i = 0; i < report.games().size(); ++i) {
    const std::uint32_t round = report.games()[i].round().round;
    if (const auto day = day_of(report.games()[i]); day && round != 0) {
      days[round].push_back({*day, i});
    }
  }
  std::map<std::uint32_t, Day> middle;
  for (auto& [round, all] : days) {
    std::ranges::nth_element(all, all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), {},
                             &Day::number);
    middle.emplace(round, all[all.size() / 2]);
  }
  return middle;
}

// Reports games dated before the day of the previous round, or after the day of the next one.
void check_dates(EventReport& report) {
  const std::map<std::uint32_t, Day> middle = days_of_rounds(report);
  for (std::size_t i = 0; i < report.games().size(); ++i) {
    const auto day = day_of(report.games()[i]);
    const auto round = middle.find(report.games()[i].round().round);
    if (!day || round == middle.end() || *day == round->second.number) continue;
    const Day* beyond = nullptr;
    if (round != middle.begin() && *day < std::prev(round)->second.number) {
      beyond = &std::prev(round)->second;
    }
    if (std::next(round) != middle.end() && *day > std::next(round)->second.number) {
      beyond = &std::next(round)->second;
    }
    if (beyond == nullptr) continue;
    const EventGame& other = report.games()[beyond->game];
    report.add({.code = DiagnosticCode::RoundDateOrder,
                .game = i,
                .tag = KnownTag::Date,
                .other = beyond->game,
                .message = fmt::format("this game of round {} is dated {}, but round {} was on {}: "
                                       "see {}",
                                       round->first, report.games()[i].value(KnownTag::Date),
                                       other.round().round, other.value(KnownTag::Date),
                                       report.place(beyond->game))});
  }
}

}  // namespace

void check_circumstances(EventReport& report) {
  for (const EventFact& fact : kEventFacts) check_fact(report, fact);
  check_dates(report);
}

void EventCollector::begin_file(std::string name) {
  if (scope_ == EventScope::File) {
    files_ = std::make_shared<std::vector<std::string>>();
    games_.clear();
    is_full_ = false;
    archive_ = {};
    is_wanted_ = true;
  }
  files_->push_back(std::move(name));
}

void EventCollector::give_up() {
  is_wanted_ = false;
  games_.clear();
  games_.shrink_to_fit();
}

void EventCollector::add(EventGame game) {
  if (!is_wanted_) return;
  if (scope_ == EventScope::File) {
    constexpr std::size_t kJudged = 100;
    const bool is_archive = archive_.add(game);
    if (is_archive || (games_.size() == kJudged && !has_rounds())) return give_up();
  }
  if (games_.size() == kMaxGames) {
    is_full_ = true;
    return give_up();
  }
  game.file = static_cast<std::uint32_t>(files_->size() - 1);
  games_.push_back(std::move(game));
}

std::unique_ptr<EventCollector> EventCollector::part(std::span<const std::uint32_t> games) const {
  auto part = std::make_unique<EventCollector>(EventScope::Everything);
  part->chosen_system_ = chosen_system_;
  part->files_ = files_;
  for (const std::uint32_t game : games) {
    part->games_.push_back(games_[game]);
    part->games_.back().is_of_playoff = false;
  }
  return part;
}

std::vector<EventGroup> EventCollector::find_playoffs() {
  std::vector<EventGroup> events = events_with_playoffs(games_);
  for (const EventGroup& event : events) {
    for (const std::uint32_t game : event.playoff) games_[game].is_of_playoff = true;
  }
  return events;
}

std::vector<EventGame> EventCollector::take_games() { return std::exchange(games_, {}); }

void EventCollector::forget_after(std::size_t games) {
  if (games >= games_.size()) return;
  games_.erase(games_.begin() + static_cast<std::ptrdiff_t>(games), games_.end());
}

// An edition of an annual tournament has the same Event tag as the others; leagues last up to ten
// months.
bool EventCollector::has_several_editions() const {
  constexpr std::int32_t kMaxDays = 366;
  std::int32_t first = INT32_MAX;
  std::int32_t last = INT32_MIN;
  for (const EventGame& game : games_) {
    const auto day = day_of(game);
    if (!day || game.is_of_playoff) continue;
    first = std::min(first, *day);
    last = std::max(last, *day);
  }
  return first <= last && last - first > kMaxDays;
}

// 90 % of the games must have variants of one Event tag; others are reported as event-name-differs.
bool EventCollector::has_one_name() const {
  std::map<std::string_view, std::size_t> names;
  std::size_t games = 0;
  for (const EventGame& game : games_) {
    if (game.is_of_playoff) continue;
    ++names[game.value(KnownTag::Event)];
    ++games;
  }
  const auto usual =
      std::ranges::max_element(names, {}, [](const auto& name) { return name.second; });
  const std::string key = event_key(usual->first);
  std::size_t same = 0;
  for (const auto& [name, count] : names) {
    if (are_spellings_of_event(event_key(name), key)) same += count;
  }
  return same * 10 >= games * 9;
}

bool EventCollector::has_rounds() const {
  const auto with_round = std::ranges::count_if(games_, [](const EventGame& game) {
    return game.round().round != 0 || parse_stage(game.value(KnownTag::Round));
  });
  return static_cast<std::size_t>(with_round) * 2 > games_.size();
}

bool EventCollector::is_one_event() const {
  return games_.size() >= 2 && has_rounds() && !has_several_editions() && has_one_name();
}

TournamentOfGames EventCollector::tournament() const {
  TournamentOfGames event = tournament_of_games(games_);
  if (chosen_system_) arbiter::choose_system(event.tournament, *chosen_system_);
  return event;
}

// Returns the groups to check: the events of a file, or a tournament with its play-off.
std::vector<std::vector<std::uint32_t>> EventCollector::checked_groups() const {
  if (scope_ == EventScope::File) return events_of(games_);
  std::vector<std::vector<std::uint32_t>> groups(2);
  for (std::uint32_t i = 0; i < games_.size(); ++i) {
    groups[games_[i].is_of_playoff ? 1 : 0].push_back(i);
  }
  return groups;
}

std::vector<EventFinding> EventCollector::findings() const {
  const bool has_playoff = std::ranges::any_of(games_, &EventGame::is_of_playoff);
  if (games_.empty()) return {};
  if (scope_ != EventScope::File && !has_playoff) {
    return check_event(games_, tournament(), *files_);
  }
  std::vector<EventFinding> all;
  for (const std::vector<std::uint32_t>& event : checked_groups()) {
    const auto one = part(event);
    if (one->games_.front().value(KnownTag::Event).empty() || !one->is_one_event()) continue;
    for (EventFinding& finding : one->findings()) {
      finding.game = event[finding.game];
      if (finding.other) finding.other = event[*finding.other];
      all.push_back(std::move(finding));
    }
  }
  std::ranges::stable_sort(all, {}, &EventFinding::game);
  return all;
}

namespace {

// Returns whether two games have the same players and moves.
bool is_same_game(const EventReport& report, const Pairing& one, const Pairing& other) {
  return one.white == other.white && one.black == other.black &&
         has_moves_of(report.game_of(one), report.game_of(other));
}

struct RoundChecks {
  void run() {
    find_repeated_games();
    const bool has_short_matches = is_of_short_matches();
    const bool has_boards = !boards_are_of_matches();
    std::uint32_t last = 0;
    for (auto at = report_.pairings().begin(); at != report_.pairings().end();) {
      const auto end = std::find_if(at, report_.pairings().end(),
                                    [&](const Pairing& p) { return p.round != at->round; });
      if (at->round != 0) {
        if (!has_short_matches) check_players_of({at, end});
        if (has_boards) check_boards_of({at, end});
        if (last != 0 && at->round > last + 1) report_missing_rounds(*at, last);
        last = at->round;
      }
      at = end;
    }
    add_gaps();
    // If many players have several games in a round, Round tags are not round numbers, except in
    // tournaments that replay draws. A single finding is reported even if there are few games.
    constexpr std::size_t kMinGames = 4;
    const std::size_t games = report_.pairings().size();
    const bool is_single = busy_.size() == 1 && games >= kMinGames;
    if (!is_single && busy_.size() * 5 > games && !draws_were_replayed()) return;
    for (EventFinding& finding : busy_) report_.add(std::move(finding));
  }

  using Round = std::span<const Pairing>;

  // Returns whether the players of a pairing play several games in a round, as in knock-outs.
  bool is_of_short_matches() const {
    return report_.tournament().system == System::KnockOut ||
           report_.tournament().system == System::Match;
  }

  // Reports duplicates first, so that they are not also reported as players who play twice.
  void find_repeated_games() {
    std::map<std::pair<PlayerPair, std::uint64_t>, const Pairing*> seen;
    std::vector<const Pairing*> in_order;
    for (const Pairing& pairing : report_.pairings()) in_order.push_back(&pairing);
    std::ranges::stable_sort(in_order, {}, &Pairing::source);
    for (const Pairing* pairing : in_order) {
      const EventGame& game = report_.game_of(*pairing);
      if (game.plies == 0) continue;
      const auto [found, is_new] = seen.try_emplace({pair_of(*pairing), game.moves_hash}, pairing);
      if (is_new || !is_same_game(report_, *found->second, *pairing)) continue;
      const bool is_other_round = pairing->round != found->second->round;
      const EventGame& other = report_.game_of(*found->second);
      if (!is_other_round && is_of_short_matches() && are_apart(game, other)) continue;
      const bool may_be_played = is_other_round && are_days_apart(game, other);
      if (may_be_played) {
        report_played_again(*pairing, *found->second);
      } else {
        repeated_.insert(*pairing->source);
        report_repeated(*pairing, *found->second);
      }
    }
  }

  void report_played_again(const Pairing& pairing, const Pairing& first) {
    report_.add({.code = DiagnosticCode::GameTwiceOtherRound,
                 .game = *pairing.source,
                 .tag = KnownTag::White,
                 .other = *first.source,
                 .message = fmt::format("{} has the same players and moves, in round {} on {}",
                                        report_.place(*first.source), first.round,
                                        report_.game_of(first).value(KnownTag::Date))});
  }

  void report_repeated(const Pairing& pairing, const Pairing& first) {
    const EventGame& game = report_.game_of(pairing);
    const EventGame& other = report_.game_of(first);
    const bool agree = game.result == other.result;
    report_.add(
        {.code = agree ? DiagnosticCode::GameTwice : DiagnosticCode::GameTwiceOtherResult,
         .game = *pairing.source,
         .tag = agree ? KnownTag::White : KnownTag::Result,
         .other = *first.source,
         .message =
             agree
                 ? fmt::format("{} has the same players and moves", report_.place(*first.source))
                 : fmt::format(
                       "{} has the same players and moves, but the result is {} there and {} here",
                       report_.place(*first.source), to_string(other.result),
                       to_string(game.result))});
  }

  bool draws_were_replayed() const {
    const auto replays =
        std::ranges::count(busy_, DiagnosticCode::ReplayedDraw, &EventFinding::code);
    return static_cast<std::size_t>(replays) * 10 >= busy_.size() * 9;
  }

  static bool is_drawn(const Pairing& pairing) {
    return pairing.white_points == 1 && pairing.black_points == 1;
  }

  bool is_repeated(const Pairing& pairing) const { return repeated_.contains(*pairing.source); }

  void check_players_of(Round round) {
    std::map<PlayerIndex, const Pairing*> first;
    for (const Pairing& pairing : round) {
      if (is_repeated(pairing)) continue;
      const auto white = first.find(pairing.white);
      const auto black = first.find(pairing.black);
      if (white != first.end() && black != first.end() && white->second == black->second) {
        report_pairing(pairing, *white->second);
      } else {
        if (white != first.end()) report_player(pairing, pairing.white, *white->second);
        if (black != first.end()) report_player(pairing, pairing.black, *black->second);
      }
      first.try_emplace(pairing.white, &pairing);
      first.try_emplace(pairing.black, &pairing);
    }
    for (const Bye& bye : report_.tournament().byes) {
      if (bye.round != round.front().round) continue;
      const auto found = first.find(bye.player);
      if (found == first.end()) continue;
      busy_.push_back(
          {.code = DiagnosticCode::PlayerTwiceInRound,
           .game = *found->second->source,
           .tag = KnownTag::Round,
           .message = fmt::format("{} plays in round {}, but also has a bye in that round",
                                  report_.name_of(bye.player), bye.round)});
    }
  }

  void report_pairing(const Pairing& pairing, const Pairing& first) {
    busy_.push_back(
        {.code =
             is_drawn(first) ? DiagnosticCode::ReplayedDraw : DiagnosticCode::PairingTwiceInRound,
         .game = *pairing.source,
         .tag = KnownTag::Round,
         .other = *first.source,
         .message = fmt::format("{} and {} also meet in {}, in the same round {}",
                                report_.name_of(pairing.white), report_.name_of(pairing.black),
                                report_.place(*first.source), pairing.round)});
  }

  void report_player(const Pairing& pairing, PlayerIndex player, const Pairing& first) {
    busy_.push_back({.code = DiagnosticCode::PlayerTwiceInRound,
                     .game = *pairing.source,
                     .tag = player == pairing.white ? KnownTag::White : KnownTag::Black,
                     .other = *first.source,
                     .message = fmt::format("{} also plays in {} in the same round ({})",
                                            report_.name_of(player), report_.place(*first.source),
                                            pairing.round)});
  }

  // Returns whether boards are numbered within matches, as in a team tournament. Without Team tags,
  // this is inferred from repeated board numbers within rounds.
  bool boards_are_of_matches() const {
    if (report_.tournament().system == System::Team) return true;
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    std::size_t games = 0;
    std::size_t again = 0;
    for (const Pairing& pairing : report_.pairings()) {
      if (pairing.board == 0 || is_repeated(pairing)) continue;
      ++games;
      again += seen.emplace(pairing.round, pairing.board).second ? 0 : 1;
    }
    return again > 1 && again * 10 > games;
  }

  void check_boards_of(Round round) {
    std::map<std::uint32_t, const Pairing*> boards;
    for (const Pairing& pairing : round) {
      if (pairing.board == 0 || is_repeated(pairing)) continue;
      const auto [found, is_new] = boards.try_emplace(pairing.board, &pairing);
      if (is_new) continue;
      report_.add({.code = DiagnosticCode::BoardTwiceInRound,
                   .game = *pairing.source,
                   .tag = board_tag(pairing),
                   .other = *found->second->source,
                   .message = fmt::format("{} is also played at board {} of round {}",
                                          report_.place(*found->second->source), pairing.board,
                                          pairing.round)});
    }
    report_missing_boards(boards);
  }

  KnownTag board_tag(const Pairing& pairing) const {
    const bool has_tag = report_.game_of(pairing).number_in(KnownTag::Board).has_value();
    return has_tag ? KnownTag::Board : KnownTag::Round;
  }

  // Reports missing boards only if they are numbered from 1; files may contain only live boards.
  void report_missing_boards(const std::map<std::uint32_t, const Pairing*>& boards) {
    std::uint32_t expected = 1;
    const Pairing* before = nullptr;
    for (const auto& [board, pairing] : boards) {
      if (before != nullptr && board > expected) {
        const std::string missing = board == expected + 1
                                        ? fmt::format("board {} is", expected)
                                        : fmt::format("boards {} to {} are", expected, board - 1);
        gaps_.push_back({.code = DiagnosticCode::BoardMissing,
                         .game = *pairing->source,
                         .tag = board_tag(*pairing),
                         .other = *before->source,
                         .message = fmt::format("{} missing in round {}: this game is at board {}, "
                                                "the one before, {}, at board {}",
                                                missing, pairing->round, board,
                                                report_.place(*before->source), before->board)});
      }
      if (before == nullptr && board != 1) return;
      before = pairing;
      expected = board + 1;
    }
  }

  // Reports missing boards. Files of live boards have gaps in most rounds, so these are reported
  // only once.
  void add_gaps() {
    std::set<std::uint32_t> rounds;
    for (const EventFinding& gap : gaps_) rounds.insert(report_.games()[gap.game].round().round);
    if (rounds.size() <= kMaxRounds) {
      for (EventFinding& gap : gaps_) report_.add(std::move(gap));
      return;
    }
    gaps_.front().message += fmt::format("; boards are missing in {} rounds", rounds.size());
    report_.add(std::move(gaps_.front()));
  }

  void report_missing_rounds(const Pairing& pairing, std::uint32_t last) {
    const std::string missing =
        pairing.round == last + 2
            ? fmt::format("round {} is missing", last + 1)
            : fmt::format("rounds {} to {} are missing", last + 1, pairing.round - 1);
    report_.add(
        {.code = DiagnosticCode::RoundGap,
         .game = *pairing.source,
         .tag = KnownTag::Round,
         .message = fmt::format("{}: round {} follows round {}", missing, pairing.round, last)});
  }

  EventReport& report_;
  std::set<std::uint32_t> repeated_ = {};  // duplicate games
  std::vector<EventFinding> busy_ = {};    // players with several games in a round
  std::vector<EventFinding> gaps_ = {};    // missing boards
  // Maximum number of rounds whose gaps are reported individually.
  static constexpr std::size_t kMaxRounds = 2;
};

}  // namespace

void check_rounds(EventReport& report) { RoundChecks(report).run(); }

namespace {

constexpr std::size_t kMaxOpen = 300;

std::string_view folder_of(std::string_view file) {
  return file.substr(0, file.find_last_of('/') + 1);
}

// Returns the rounds of a file, except rounds with only a few stray games.
std::set<std::uint32_t> rounds_of(const std::vector<EventGame>& games) {
  std::map<std::uint32_t, std::size_t> counts;
  std::size_t most = 0;
  for (const EventGame& game : games) {
    const std::uint32_t round = game.round().round;
    if (round != 0) most = std::max(most, ++counts[round]);
  }
  std::set<std::uint32_t> rounds;
  for (const auto& [round, count] : counts) {
    if (count * 2 > most) rounds.insert(round);
  }
  return rounds;
}

bool have_common(const std::set<std::uint32_t>& a, const std::set<std::uint32_t>& b) {
  return std::ranges::any_of(a, [&b](std::uint32_t round) { return b.contains(round); });
}

std::unique_ptr<EventCollector> collected(const std::vector<std::string>& files,
                                          std::vector<EventGame> games) {
  auto event = std::make_unique<EventCollector>(EventScope::Everything);
  auto game = games.begin();
  for (std::uint32_t file = 0; file < files.size(); ++file) {
    event->begin_file(files[file]);
    for (; game != games.end() && game->file == file; ++game) event->add(std::move(*game));
  }
  return event;
}

}  // namespace

void EventParts::add(const std::string& file, EventCollector& collector) {
  if (!collector.is_wanted() || collector.games().empty()) return;
  std::vector<EventGame> games = collector.take_games();
  for (const std::vector<std::uint32_t>& event : events_of(games)) {
    if (games[event.front()].value(KnownTag::Event).empty()) continue;
    std::vector<EventGame> of_event;
    for (const std::uint32_t game : event) of_event.push_back(std::move(games[game]));
    add_event(file, std::move(of_event));
  }
}

// Returns the open event with the same name; otherwise one with a variant of the name and the same
// players.
EventParts::OpenEvent EventParts::find(const Event& event, std::span<const EventGame> games) {
  OpenEvent alike = open_.end();
  for (OpenEvent at = open_.begin(); at != open_.end(); ++at) {
    if (at->folder != event.folder || at->date != event.date) continue;
    if (at->key == event.key) return at;
    if (alike == open_.end() && are_spellings_of_event(at->key, event.key) &&
        share_players(at->games, games)) {
      alike = at;
    }
  }
  return alike;
}

void EventParts::add_event(const std::string& file, std::vector<EventGame> games) {
  const EventGame& first = games.front();
  Event event{.folder = std::string(folder_of(file)),
              .key = event_key(first.value(KnownTag::Event)),
              .date = std::string(first.value(KnownTag::EventDate)),
              .files = {file},
              .rounds = rounds_of(games)};
  auto part = find(event, games);
  const bool has_own_rounds = games.size() == 1 || (part != open_.end() && !event.rounds.empty() &&
                                                    !have_common(part->rounds, event.rounds));
  const bool is_too_large =
      part != open_.end() && part->games.size() + games.size() > EventCollector::kMaxGames;
  if (part != open_.end() && (!has_own_rounds || is_too_large)) {
    finish(part);
    part = open_.end();
  }
  if (part == open_.end()) {
    separate_files_ += known_.contains(hash_of(event)) && !event.rounds.empty() && games.size() > 1;
    part = open_.insert(open_.end(), std::move(event));
  } else {
    part->files.push_back(file);
    part->rounds.merge(event.rounds);
    open_.splice(open_.end(), open_, part);
  }
  open_games_ += games.size();
  for (EventGame& game : games) {
    game.file = static_cast<std::uint32_t>(part->files.size() - 1);
    part->games.push_back(std::move(game));
  }
  while (open_.size() > kMaxOpen || (open_games_ > EventCollector::kMaxGames && open_.size() > 1)) {
    finish(open_.begin());
  }
}

std::size_t EventParts::hash_of(const Event& event) {
  return std::hash<std::string>()(event.folder + "\n" + event.key + "\n" + event.date);
}

// Files with more than one event are checked separately.
void EventParts::finish(std::list<Event>::iterator event) {
  open_games_ -= event->games.size();
  known_.insert(hash_of(*event));
  auto joined = collected(event->files, std::move(event->games));
  if (joined->is_one_event()) {
    finished_.push_back(std::move(joined));
  } else if (event->files.size() > 1) {
    std::vector<EventGame> games = joined->take_games();
    for (std::uint32_t file = 0; file < event->files.size(); ++file) {
      std::vector<EventGame> of_file;
      for (EventGame& game : games) {
        if (game.file == file) of_file.push_back(std::move(game));
      }
      for (EventGame& game : of_file) game.file = 0;
      auto alone = collected({event->files[file]}, std::move(of_file));
      if (alone->is_one_event()) finished_.push_back(std::move(alone));
    }
  }
  open_.erase(event);
}

EventParts::Events EventParts::take_finished(Rest rest) {
  while (rest == Rest::Finish && !open_.empty()) finish(open_.begin());
  return std::exchange(finished_, {});
}

}  // namespace arbiter
