#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/tags/name_form.h"
#include "lib/tags/person_name.h"
#include "lib/tournament/crosscheck.h"

namespace arbiter {
namespace {

class PlayerMatching {
 public:
  PlayerMatching(const Tournament& games, const Tournament& report)
      : games_(games),
        report_(report),
        matches_(games.players.size()),
        is_taken_(report.players.size()) {
    for (const Player& player : games.players) {
      game_names_.push_back(folded_name(without_title(player.name)));
    }
    for (const Player& player : report.players) {
      report_names_.push_back(folded_name(without_title(player.name)));
    }
  }

  std::vector<std::optional<MatchedPlayer>> run() {
    by_id();
    by_name([](const std::string& folded) { return folded; });
    by_name(words_in_any_order);
    by_name([](const std::string& folded) { return transliteration_key(folded); });
    by_initials();
    while (by_elimination()) {
    }
    return std::move(matches_);
  }

 private:
  void match(PlayerIndex player, PlayerIndex in_report, PlayerMatch how) {
    matches_[player] = MatchedPlayer{in_report, how};
    is_taken_[in_report] = true;
  }

  // Matches players by FIDE id. If several report players have the same id, it belongs to the
  // player with the matching name.
  void by_id() {
    std::map<std::uint32_t, std::vector<PlayerIndex>> ids;
    for (PlayerIndex i = 0; i < report_.players.size(); ++i) {
      if (report_.players[i].fide_id != 0) ids[report_.players[i].fide_id].push_back(i);
    }
    for (PlayerIndex i = 0; i < games_.players.size(); ++i) {
      const auto found = ids.find(games_.players[i].fide_id);
      if (found == ids.end()) continue;
      const std::vector<PlayerIndex>& bearers = found->second;
      const auto bearer = bearers.size() == 1 ? bearers.begin()
                                              : std::ranges::find_if(bearers, [&](PlayerIndex one) {
                                                  return report_names_[one] == game_names_[i];
                                                });
      if (bearer != bearers.end() && !is_taken_[*bearer]) match(i, *bearer, PlayerMatch::FideId);
    }
  }

  // Returns the words of a name in sorted order, so that "Nora Adler" equals "Adler, Nora".
  static std::string words_in_any_order(const std::string& folded) {
    const NameWords words = words_of(folded);
    std::vector<std::string_view> all(words.family);
    all.insert(all.end(), words.given.begin(), words.given.end());
    std::ranges::sort(all);
    return fmt::format("{}", fmt::join(all, " "));
  }

  // Matches players by name. A name shared by two report players is ambiguous.
  void by_name(std::string (*key)(const std::string& folded)) {
    std::map<std::string, std::vector<PlayerIndex>> names;
    for (PlayerIndex i = 0; i < report_.players.size(); ++i) {
      if (!is_taken_[i] && !report_names_[i].empty()) names[key(report_names_[i])].push_back(i);
    }
    for (PlayerIndex i = 0; i < games_.players.size(); ++i) {
      if (matches_[i] || game_names_[i].empty()) continue;
      const auto found = names.find(key(game_names_[i]));
      if (found == names.end() || found->second.size() != 1 || is_taken_[found->second[0]])
        continue;
      match(i, found->second[0], PlayerMatch::Name);
    }
  }

  // A name with its words, computed once for all comparisons.
  struct Person {
    NameWords words;
    PersonPattern pattern;
  };

  // Returns a name without a comma, "Adler N" or "N Adler", as "Adler, N".
  static NameWords with_family(NameWords words) {
    const auto is_initial = [](std::string_view word) { return code_points_of(word).size() == 1; };
    std::vector<std::string_view>& all = words.given;
    if (!words.family.empty()) return words;
    const auto first = std::ranges::find_if_not(all, is_initial);
    const auto last = std::ranges::find_if(first, all.end(), is_initial);
    const bool is_clear =
        std::all_of(last, all.end(), is_initial) && (first == all.begin()) != (last == all.end());
    if (!is_clear) return words;
    words.family.assign(first, last);
    all.erase(first, last);
    return words;
  }

  static std::optional<Person> person_of(const std::string& folded) {
    const NameWords words = with_family(words_of(folded));
    return words.family.empty() ? std::nullopt : std::optional(Person{words, PersonPattern(words)});
  }

  // Matches names if one is a prefix of the other. Compares only names with the same family key.
  void by_initials() {
    std::map<std::string, std::vector<std::pair<PlayerIndex, Person>>> families;
    for (PlayerIndex j = 0; j < report_.players.size(); ++j) {
      if (is_taken_[j]) continue;
      if (auto person = person_of(report_names_[j])) {
        std::string key = person->pattern.family_key();
        families[std::move(key)].emplace_back(j, *std::move(person));
      }
    }
    for (PlayerIndex i = 0; i < games_.players.size(); ++i) {
      if (matches_[i]) continue;
      const auto person = person_of(game_names_[i]);
      if (!person) continue;
      const auto family = families.find(person->pattern.family_key());
      if (family == families.end()) continue;
      std::optional<PlayerIndex> only;
      bool is_unique = true;
      for (const auto& [j, other] : family->second) {
        const bool goes_on =
            person->pattern.matches(other.words) || other.pattern.matches(person->words);
        if (is_taken_[j] || !goes_on) continue;
        is_unique = !only;
        only = j;
        if (!is_unique) break;
      }
      if (only && is_unique) match(i, *only, PlayerMatch::Initials);
    }
  }

  // Matches unknown opponents of known players by the report's pairings in the same rounds. The
  // candidate must be the opponent in most of these games.
  bool by_elimination() {
    if (opponents_.empty()) {
      for (const Pairing& pairing : report_.pairings) {
        opponents_.try_emplace({pairing.white, pairing.round}, pairing.black);
        opponents_.try_emplace({pairing.black, pairing.round}, pairing.white);
      }
    }
    std::map<PlayerIndex, std::map<PlayerIndex, std::size_t>> votes;
    std::map<PlayerIndex, std::size_t> games;
    for (const Pairing& game : games_.pairings) {
      if (game.round == 0 || matches_[game.white].has_value() == matches_[game.black].has_value())
        continue;
      const bool is_white_known = matches_[game.white].has_value();
      const PlayerIndex player = is_white_known ? game.black : game.white;
      const PlayerIndex known = matches_[is_white_known ? game.white : game.black]->in_report;
      ++games[player];
      const auto found = opponents_.find({known, game.round});
      if (found != opponents_.end() && !is_taken_[found->second]) ++votes[player][found->second];
    }
    bool is_news = false;
    for (const auto& [player, candidates] : votes) {
      for (const auto& [candidate, count] : candidates) {
        if (is_taken_[candidate] || count * 2 <= games[player]) continue;
        match(player, candidate, PlayerMatch::Elimination);
        is_news = true;
        break;
      }
    }
    return is_news;
  }

  const Tournament& games_;
  const Tournament& report_;
  std::vector<std::optional<MatchedPlayer>> matches_;
  std::vector<bool> is_taken_;
  std::vector<std::string> game_names_;
  std::vector<std::string> report_names_;
  // The opponent of each player in each round.
  std::map<std::pair<PlayerIndex, std::uint32_t>, PlayerIndex> opponents_;
};

}  // namespace

std::vector<std::optional<MatchedPlayer>> match_players(const Tournament& games,
                                                        const Tournament& report) {
  return PlayerMatching(games, report).run();
}

namespace {

// Sets the games of the report's pairings, and the results of open games. If the games take
// precedence, sets all results. Returns the players with a game, or with a bye that gives points,
// by round.
std::set<std::pair<std::uint32_t, PlayerIndex>> add_results(const Tournament& games,
                                                            const Crosscheck& checked,
                                                            ResultSource source,
                                                            JoinedEvent& joined) {
  Tournament& tournament = joined.tournament;
  std::map<std::uint32_t, const Pairing*> by_game;
  for (const Pairing& pairing : games.pairings) by_game.emplace(*pairing.source, &pairing);
  std::set<std::pair<std::uint32_t, PlayerIndex>> seated;
  for (const Bye& bye : tournament.byes) {
    if (bye.kind != ByeKind::Zero) seated.emplace(bye.round, bye.player);
  }
  for (std::size_t i = 0; i < tournament.pairings.size(); ++i) {
    Pairing& pairing = tournament.pairings[i];
    pairing.source = checked.games[i];
    seated.insert({{pairing.round, pairing.white}, {pairing.round, pairing.black}});
    if (!pairing.source) continue;
    const auto found = by_game.find(*pairing.source);
    if (found == by_game.end()) continue;
    const Pairing& game = *found->second;
    const auto& white = checked.matches[game.white];
    const bool is_exchanged = white && white->in_report != pairing.white;
    Pairing played = pairing;
    played.kind = game.kind;
    played.white_points = game.points(is_exchanged ? Color::Black : Color::White);
    played.black_points = game.points(is_exchanged ? Color::White : Color::Black);
    if (pairing.counts()) {
      const bool has_same_points = played.white_points == pairing.white_points &&
                                   played.black_points == pairing.black_points;
      if (!played.counts() || has_same_points) continue;
      const bool is_forfeit = pairing.kind == ScoreKind::Forfeit;
      joined.differences.push_back({pairing, played, is_forfeit ? ResultSource::Report : source});
      if (joined.differences.back().counted == ResultSource::Report) continue;
    }
    pairing = played;
  }
  return seated;
}

// Returns the games whose pairing has another round in the report, so that they are not added in
// their own round. A game after the rounds of the report may be a return game, which is added. It
// is misnumbered if the report has equally many games of its players, and White is the same. The
// result must be the same too, unless players of a Swiss meet only once.
std::set<std::uint32_t> misnumbered_games(const Tournament& games, const Crosscheck& checked) {
  const Tournament& report = checked.report;
  std::set<std::uint32_t> misnumbered;
  const bool has_return_games = report.system == System::Match ||
                                report.system == System::KnockOut ||
                                std::ranges::none_of(games.pairings, [&](const Pairing& game) {
                                  return game.round != 0 && game.round <= report.rounds;
                                });
  if (has_return_games) return misnumbered;
  std::map<PlayerPair, std::ptrdiff_t> more;  // how many more games the files have of each pair
  std::map<std::uint32_t, const Pairing*> by_game;
  for (const Pairing& pairing : report.pairings) --more[pair_of(pairing)];
  for (const Pairing& game : games.pairings) {
    by_game.emplace(*game.source, &game);
    const auto& white = checked.matches[game.white];
    const auto& black = checked.matches[game.black];
    if (white && black) ++more[std::minmax(white->in_report, black->in_report)];
  }
  for (std::size_t i = 0; i < report.pairings.size(); ++i) {
    const Pairing& listed = report.pairings[i];
    const auto found = checked.games[i] ? by_game.find(*checked.games[i]) : by_game.end();
    if (found == by_game.end() || found->second->round == listed.round) continue;
    const Pairing& game = *found->second;
    const auto& white = checked.matches[game.white];
    const bool has_result =
        game.white_points == listed.white_points && game.black_points == listed.black_points;
    const bool is_same = white && white->in_report == listed.white && more[pair_of(listed)] == 0 &&
                         (has_result || report.system == System::Swiss);
    if (is_same) misnumbered.insert(*game.source);
  }
  return misnumbered;
}

}  // namespace

JoinedEvent joined_event(std::span<const EventGame> games, const TournamentOfGames& event,
                         const Crosscheck& checked, ResultSource source) {
  JoinedEvent joined{.tournament = checked.report};
  Tournament& tournament = joined.tournament;
  Tournament once = event.tournament;
  count_once(games, once);
  const std::set<std::uint32_t> misnumbered = misnumbered_games(once, checked);
  const auto seated = add_results(once, checked, source, joined);
  std::set<std::size_t> added;  // indices of the added games
  for (Pairing pairing : once.pairings) {
    const auto& white = checked.matches[pairing.white];
    const auto& black = checked.matches[pairing.black];
    if (pairing.round == 0 || !white || !black) continue;
    if (misnumbered.contains(*pairing.source)) continue;
    pairing.white = white->in_report;
    pairing.black = black->in_report;
    const bool is_free = !seated.contains({pairing.round, pairing.white}) &&
                         !seated.contains({pairing.round, pairing.black});
    if (!is_free) continue;
    // The report contains no pairing of these players in the round.
    const auto is_replaced = [&pairing](const Bye& bye) {
      return bye.kind == ByeKind::Zero && bye.round == pairing.round &&
             (bye.player == pairing.white || bye.player == pairing.black);
    };
    std::erase_if(tournament.byes, is_replaced);
    tournament.pairings.push_back(pairing);
    added.insert(*pairing.source);
  }
  std::ranges::stable_sort(tournament.pairings, {}, &Pairing::round);
  tournament.rounds = last_round(tournament);
  recognize_system(tournament);
  joined.added = added.size();
  using enum DiagnosticCode;
  for (const CrosscheckFinding& finding : checked.findings) {
    const bool is_added = finding.code == CrosscheckGameExtra && added.contains(*finding.game);
    ++(is_added || finding.code == CrosscheckGameMissing ? joined.unmatched : joined.findings);
  }
  for (const auto& [code, count] : checked.withheld) {
    const bool is_unmatched = code == CrosscheckGameExtra || code == CrosscheckGameMissing;
    (is_unmatched ? joined.unmatched : joined.findings) += count;
  }
  return joined;
}

}  // namespace arbiter
