#include "db/query/person_evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "db/model/game_record.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_text.h"
#include "lib/base/text.h"
#include "lib/tags/person_name.h"

namespace arbiter {

using namespace sqlite;
namespace {

using Kind = PersonEvidence::Kind;

std::uint32_t id_in(std::string_view text) {
  std::uint32_t id = 0;
  text = trim(text);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  return error == std::errc() && end == text.data() + text.size() ? id : 0;
}

// The FIDE ids of persons, as given in games.
class IdsInGames {
 public:
  explicit IdsInGames(std::span<const Person> persons) : persons_(persons) {
    for (std::size_t i = 0; i < persons.size(); ++i) {
      for (const PersonName& name : persons[i].names) places_.emplace(name.id, i);
    }
  }

  void read(const Database& database) {
    ColumnReader columns(database.connection());
    GameTextReader texts(database.connection());
    const std::int64_t last = database.last_game();
    for (std::int64_t number = 1; number <= last; ++number) {
      const GameValues game{columns, GameId{number}};
      if ((game[GameColumn::Flags] & kDeleted) == 0) read(game, texts.record(game.game));
    }
  }

  std::vector<PersonEvidence> evidence() const {
    std::vector<PersonEvidence> evidence;
    for (const auto& [person, ids] : ids_of_) {
      if (ids.size() < 2) continue;
      const auto [first, second] = std::pair(*ids.begin(), *std::next(ids.begin()));
      evidence.push_back({Kind::Conflict,
                          {&persons_[person]},
                          fmt::format("the FIDE id is {} in game {} and {} in game {}", first.first,
                                      first.second, second.first, second.second)});
    }
    for (const auto& [id, found] : found_) add_evidence(id, found, evidence);
    return evidence;
  }

 private:
  using FirstGames = std::map<std::size_t, std::int64_t>;  // first games by person

  void read(const GameValues& game, std::string_view record) {
    if (record.find("FideId") == std::string_view::npos) return;
    const GameView view;  // the values of these tags never follow from columns
    RecordReader reader(record, view);
    for (RecordTag tag; reader.next(tag);) {
      const bool is_white = tag.known == KnownTag::WhiteFideId;
      if (!is_white && tag.known != KnownTag::BlackFideId) continue;
      const auto place = places_.find(game[is_white ? GameColumn::White : GameColumn::Black]);
      const std::uint32_t id = id_in(tag.value);
      if (id == 0 || place == places_.end()) continue;
      found_[id].try_emplace(place->second, number_of(game.game));
      ids_of_[place->second].try_emplace(id, number_of(game.game));
    }
  }

  void add_evidence(std::uint32_t id, const FirstGames& found,
                    std::vector<PersonEvidence>& evidence) const {
    PersonEvidence same{.kind = Kind::FideId};
    std::string games;
    for (const auto& [person, game] : found) {
      if (ids_of_.at(person).size() > 1) continue;  // already reported as a conflict
      const Person& other = persons_[person];
      if (!same.persons.empty() && !may_be_one_person(same.persons.front()->names.front().folded,
                                                      other.names.front().folded)) {
        evidence.push_back({Kind::Conflict,
                            {same.persons.front(), &other},
                            fmt::format("FIDE id {} in both, but different names", id)});
        continue;
      }
      same.persons.push_back(&other);
      games += fmt::format("{}{}", games.empty() ? "" : ", ", game);
    }
    if (same.persons.size() < 2) return;
    same.why = fmt::format("FIDE id {} in games {}", id, games);
    evidence.push_back(std::move(same));
  }

  std::span<const Person> persons_;
  std::unordered_map<std::uint64_t, std::size_t> places_;  // index of the person, by name number
  std::map<std::uint32_t, FirstGames> found_;              // first games by FIDE id
  std::map<std::size_t, std::map<std::uint32_t, std::int64_t>> ids_of_;  // FIDE ids by person
};

bool is_in(const Person& one, const Person& other, std::span<const PersonEvidence> evidence) {
  return std::ranges::any_of(evidence, [&](const PersonEvidence& known) {
    const auto has = [&](const Person& person) {
      return std::ranges::find(known.persons, &person) != known.persons.end();
    };
    return has(one) && has(other);
  });
}

// Returns whether the name is that of one player. Colons separate the names of consulting players.
bool is_single(const Person& person) { return person.name().find(':') == std::string::npos; }

}  // namespace

std::vector<PersonEvidence> evidence_of_ids(const Database& database,
                                            std::span<const Person> persons) {
  IdsInGames ids(persons);
  ids.read(database);
  return ids.evidence();
}

std::vector<PersonEvidence> evidence_of_list(const KnownPlayers& list,
                                             std::span<const Person> persons) {
  struct Found {
    std::vector<const Person*> certain, guessed;
  };
  std::map<const ListedPlayer*, Found> found;
  for (const Person& person : persons) {
    std::optional<NamedPlayer> best;
    for (const PersonName& name : person.names) {
      const NamedPlayer named = list.named(name.name);
      const bool is_certain = named.match == NameMatch::Name || named.match == NameMatch::Alias;
      if (is_certain || (named.match == NameMatch::Initials && !best)) best = named;
      if (is_certain) break;
    }
    if (!best) continue;
    Found& of_player = found[best->player];
    (best->match == NameMatch::Initials ? of_player.guessed : of_player.certain).push_back(&person);
  }
  std::vector<PersonEvidence> evidence;
  for (auto& [player, of_player] : found) {
    const std::string where =
        fmt::format("\"{}\" in line {} of the list", player->name, player->line);
    if (of_player.certain.size() > 1) evidence.push_back({Kind::List, of_player.certain, where});
    if (of_player.guessed.empty() || of_player.certain.size() + of_player.guessed.size() < 2)
      continue;
    std::vector<const Person*> all = of_player.guessed;
    if (!of_player.certain.empty()) all.insert(all.begin(), of_player.certain.front());
    evidence.push_back(
        {Kind::Suggestion, std::move(all), "only " + where + " has a matching name"});
  }
  std::ranges::sort(evidence, {}, [](const PersonEvidence& one) { return one.persons.front(); });
  return evidence;
}

std::vector<PersonEvidence> evidence_of_names(std::span<const Person> persons,
                                              std::span<const PersonEvidence> known) {
  std::unordered_map<std::string, std::vector<const Person*>> families;
  for (const Person& person : persons) {
    const NameWords words = words_of(person.names.front().folded);
    if (is_single(person) && !words.family.empty())
      families[PersonPattern(words).family_key()].push_back(&person);
  }
  std::vector<PersonEvidence> evidence;
  for (const Person& person : persons) {
    const std::string& folded = person.names.front().folded;
    const NameWords words = words_of(folded);
    if (!is_single(person) || words.family.empty()) continue;
    const PersonPattern pattern(words);
    std::vector<const Person*> longer;
    for (const Person* other : families[pattern.family_key()]) {
      const std::string& name = other->names.front().folded;
      if (name.size() > folded.size() && pattern.matches(words_of(name))) longer.push_back(other);
    }
    if (longer.size() != 1 || is_in(person, *longer.front(), known)) continue;
    evidence.push_back({Kind::Suggestion,
                        {longer.front(), &person},
                        fmt::format("no other name begins with \"{}\"", person.name())});
  }
  return evidence;
}

}  // namespace arbiter
