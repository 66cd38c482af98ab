#include "lib/tournament/list_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "lib/base/text.h"
#include "lib/tags/name_form.h"
#include "lib/tags/person_name.h"
#include "lib/tags/time_control.h"

namespace arbiter {

namespace {

// Returns keys of which matching names share at least one: the family name or, without a comma,
// each word that may be the family name.
std::vector<std::string> keys_of(std::string_view folded) {
  const NameWords words = words_of(folded);
  if (!words.family.empty()) return {PersonPattern(words).family_key()};
  std::vector<std::string> keys;
  std::string joined;
  for (const std::string_view word : words.given) {
    keys.push_back(NameWord(word).key());
    joined += word;
  }
  if (words.given.size() > 1) keys.push_back(NameWord(joined).key());
  return keys;
}

constexpr std::size_t kMinGiven = 3;  // minimum length, because initials are not compared

// Returns the family name and the given names.
std::pair<std::string_view, std::string_view> parts_of(std::string_view folded) {
  const std::size_t comma = folded.find(", ");
  if (comma == std::string_view::npos) return {folded, {}};
  return {folded.substr(0, comma), folded.substr(comma + 2)};
}

std::string near_key(std::string_view family, std::string_view given) {
  return fmt::format("{}|{}", given, family.substr(0, 1));
}

constexpr std::array<SideTags, 4> kOfPlayer{kNameTags, kFideIdTags, kTitleTags, kEloTags};
constexpr std::array<KnownTag, 3> kOfGame{KnownTag::Date, KnownTag::EventDate,
                                          KnownTag::TimeControl};

std::string_view month_of(std::string_view date) { return date.substr(0, 7); }

PlayerMention mention_of(const EventGame& game, Color color, std::string& key) {
  PlayerMention mention{.color = color};
  mention.game.file = game.file;
  mention.game.number = game.number;
  const auto keep = [&](const EventTag* tag, std::string_view value) {
    key += value;
    key += '\n';
    if (tag != nullptr) mention.game.tags.push_back(*tag);
  };
  for (const SideTags& tags : kOfPlayer) {
    const KnownTag known = tags[static_cast<std::size_t>(color)];
    keep(game.tag(known), game.value(known));
  }
  const EventTag* federation = game.federation_tag(color);
  keep(federation, federation == nullptr ? std::string_view() : federation->value);
  for (const KnownTag known : kOfGame) {
    const bool is_date = known != KnownTag::TimeControl;
    keep(game.tag(known), is_date ? month_of(game.value(known)) : game.value(known));
  }
  // The opponent and the round identify the game in findings.
  for (const KnownTag known :
       {kNameTags[static_cast<std::size_t>(other(color))], KnownTag::Round}) {
    if (const EventTag* tag = game.tag(known)) mention.game.tags.push_back(*tag);
  }
  return mention;
}

// FIDE's titles at the board, the highest first.
constexpr std::string_view kTitles[] = {"GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"};

std::size_t rank_of(std::string_view title) {
  return static_cast<std::size_t>(std::ranges::find(kTitles, title) - std::begin(kTitles));
}

struct MentionCheck {
  void run(const KnownPlayers& known, std::optional<ListMonth> month) {
    const ListedPlayer* player = find(known);
    if (player == nullptr) return;
    check_title(*player, month);
    if (month && month_ == month) check_rating(*player);
    if (!month || month_ == month) check_federation(*player);
  }

  const EventTag* tag(const SideTags& sides) const {
    return mention_.game.tag(sides[static_cast<std::size_t>(mention_.color)]);
  }
  std::string_view value(const SideTags& sides) const {
    return mention_.game.value(sides[static_cast<std::size_t>(mention_.color)]);
  }
  std::string_view name() const { return value(kNameTags); }

  void add(DiagnosticCode code, const EventTag* tag, std::string message) {
    if (tag == nullptr) tag = this->tag(kNameTags);
    if (mention_.games > 1) {
      message += fmt::format(" (also in {} other game{})", mention_.games - 1,
                             mention_.games == 2 ? "" : "s");
    }
    findings_.push_back({code, place_, tag, std::move(message)});
  }

  // Returns text such as "\"Adler, Nora\" in line 12 of the list".
  static std::string in_list(const ListedPlayer& player) {
    return fmt::format("\"{}\" in line {} of the list", player.name, player.line);
  }

  const ListedPlayer* find(const KnownPlayers& known) {
    const auto id = mention_.game.number_in(kFideIdTags[static_cast<std::size_t>(mention_.color)]);
    return id ? find_by_id(known, *id) : find_by_name(known);
  }

  const ListedPlayer* find_by_id(const KnownPlayers& known, std::uint32_t id) {
    const ListedPlayer* player = known.with_id(id);
    if (player == nullptr) {
      add(DiagnosticCode::ListFideidUnknown, tag(kFideIdTags),
          fmt::format("the FIDE id {} of \"{}\" is not in the list{}", id, name(),
                      id_of_name(known)));
      return nullptr;
    }
    const std::string folded = folded_name(name());
    const auto is_name = [&](std::string_view listed) {
      const std::string listed_folded = folded_name(listed);
      return names_agree(folded, listed_folded) ||
             transliteration_key(folded) == transliteration_key(listed_folded);
    };
    if (is_name(player->name) || std::ranges::any_of(player->aliases, is_name)) return player;
    if (may_be_one_person(folded, folded_name(player->name))) {
      add(DiagnosticCode::ListName, tag(kNameTags),
          fmt::format("the name \"{}\" with the FIDE id {} is {}", name(), id, in_list(*player)));
      return player;
    }
    add(DiagnosticCode::ListFideidOther, tag(kFideIdTags),
        fmt::format("the FIDE id {} of \"{}\" is that of {}{}", id, name(), in_list(*player),
                    id_of_name(known)));
    return nullptr;
  }

  // Returns text such as "; \"Adler, Nora\" in line 12 of the list has 4600001", if the name is
  // unique in the list.
  std::string id_of_name(const KnownPlayers& known) const {
    const NamedPlayer found = known.named(name());
    const bool is_sure = found.match == NameMatch::Name || found.match == NameMatch::Alias;
    if (!is_sure || found.player->fide_id == 0) return {};
    return fmt::format("; {} has {}", in_list(*found.player), found.player->fide_id);
  }

  const ListedPlayer* find_by_name(const KnownPlayers& known) {
    const NamedPlayer found = known.named(name());
    switch (found.match) {
      case NameMatch::None:
        add(DiagnosticCode::ListPlayerUnknown, tag(kNameTags),
            fmt::format("no player in the list is named \"{}\"{}", name(), nearest_name(known)));
        return nullptr;
      case NameMatch::Several:
        add(DiagnosticCode::ListPlayerAmbiguous, tag(kNameTags),
            fmt::format("\"{}\" may be {}, or \"{}\" in line {}", name(), in_list(*found.player),
                        found.other->name, found.other->line));
        return nullptr;
      case NameMatch::Name:
      case NameMatch::Alias:
      case NameMatch::Initials:
        break;
    }
    if (found.player->fide_id != 0) {
      add(DiagnosticCode::ListFideidMissing, tag(kNameTags),
          fmt::format("\"{}\" has no FIDE id here; that of {} is {}", name(),
                      in_list(*found.player), found.player->fide_id));
    }
    return found.player;
  }

  static std::string id_text(const ListedPlayer& player) {
    return player.fide_id == 0 ? std::string() : fmt::format(" (FIDE id {})", player.fide_id);
  }

  std::string nearest_name(const KnownPlayers& known) const {
    const ListedPlayer* nearest = known.nearest(name());
    if (nearest == nullptr) return {};
    return fmt::format("; the nearest is {}{}", in_list(*nearest), id_text(*nearest));
  }

  void check_title(const ListedPlayer& player, std::optional<ListMonth> month) {
    if (!player.has_title_field) return;
    const std::string_view title = value(kTitleTags);
    if (!is_fide_title(title) || title == player.title || title == player.women_title) return;
    const bool is_same_month = month && month_ == month;
    const bool is_later = month && month_ && *month_ > *month;
    const std::size_t rank = rank_of(title);
    const bool is_higher = rank < std::min(rank_of(player.title), rank_of(player.women_title));
    if (is_later || (!is_same_month && !is_higher)) return;
    const std::string_view listed = player.title.empty() ? player.women_title : player.title;
    add(DiagnosticCode::ListTitle, tag(kTitleTags),
        fmt::format("\"{}\" has the title {} here, but {} as {}", name(), title,
                    listed.empty() ? "none" : listed, in_list(player)));
  }

  void check_rating(const ListedPlayer& player) {
    const auto rating = mention_.game.number_in(kEloTags[static_cast<std::size_t>(mention_.color)]);
    if (!rating) return;
    const auto kind = rating_kind_of(mention_.game.value(KnownTag::TimeControl));
    std::vector<std::uint32_t> listed;
    for (std::size_t i = 0; i < kRatingKinds; ++i) {
      if (kind && static_cast<std::size_t>(*kind) != i) continue;
      if (player.ratings[i] != 0) listed.push_back(player.ratings[i]);
    }
    if (listed.empty() || std::ranges::find(listed, *rating) != listed.end()) return;
    add(DiagnosticCode::ListRating, tag(kEloTags),
        fmt::format("the rating of \"{}\" is {} here, but {} as {}", name(), *rating,
                    listed.front(), in_list(player)));
  }

  void check_federation(const ListedPlayer& player) {
    const EventTag* federation = mention_.game.federation_tag(mention_.color);
    if (federation == nullptr || player.federation.empty()) return;
    // Country names are not FIDE codes, so they are not compared.
    const std::string_view code = trim(federation->value);
    if (code.size() != 3 || equal_ignoring_case(code, player.federation)) return;
    add(DiagnosticCode::ListFederation, federation,
        fmt::format("the federation of \"{}\" is {} here, but {} as {}", name(), code,
                    player.federation, in_list(player)));
  }

  std::size_t place_;
  const PlayerMention& mention_;
  std::vector<ListFinding>& findings_;
  std::optional<ListMonth> month_ = list_month_of(mention_.game);
};

}  // namespace

std::optional<RatingKind> rating_kind_of(std::string_view time_control) {
  constexpr std::chrono::minutes kMaxBlitz{10};
  constexpr std::chrono::minutes kStandard{60};
  const auto control = read_time_control(time_control);
  if (!control || control->kind != TimeControlKind::Clock) return {};
  ClockTime time{};
  for (const TimePeriod& period : control->periods) time += period.of(Color::White).time;
  time += control->periods.front().of(Color::White).bonus * 60;
  if (time >= kStandard) return RatingKind::Standard;
  return time > kMaxBlitz ? RatingKind::Rapid : RatingKind::Blitz;
}

std::optional<ListMonth> list_month_of(const EventGame& game) {
  for (const KnownTag known : {KnownTag::EventDate, KnownTag::Date}) {
    if (const auto month = parse_list_month(game.value(known).substr(0, 7))) return month;
  }
  return {};
}

const ListedPlayer* identified_player(const PlayerMention& mention, const KnownPlayers& known) {
  const auto side = static_cast<std::size_t>(mention.color);
  std::vector<ListFinding> findings;
  const ListedPlayer* player = MentionCheck(0, mention, findings).find(known);
  if (player == nullptr || mention.game.number_in(kFideIdTags[side])) return player;
  return known.named(mention.game.value(kNameTags[side])).match == NameMatch::Initials ? nullptr
                                                                                       : player;
}

void KnownPlayers::request(std::string_view name) {
  const std::string folded = folded_name(name);
  for (std::string& key : keys_of(folded)) keys_.insert(std::move(key));
  transliterated_.insert(transliteration_key(folded));
  const auto [family, given] = parts_of(folded);
  if (!given.empty() && !family.empty()) near_[near_key(family, given)].emplace(family);
}

// Returns whether a requested name has the same given names and a similar family name.
bool KnownPlayers::is_near(std::string_view folded) const {
  const auto [family, given] = parts_of(folded);
  if (given.size() < kMinGiven || family.empty()) return false;
  const auto found = near_.find(near_key(family, given));
  return found != near_.end() &&
         std::ranges::any_of(found->second, [family = family](const std::string& wanted) {
           return edit_distance(family, wanted) <= NearNames::kMaxEdits;
         });
}

const ListedPlayer* KnownPlayers::nearest(std::string_view name) const {
  const std::string folded = folded_name(name);
  const ListedPlayer* nearest = nullptr;
  std::size_t least = NearNames::kMaxEdits + 1;
  for (const std::uint32_t number : spellings_.within_edits(folded)) {
    const Known& known = players_[number];
    const std::size_t distance = edit_distance(folded, known.folded);
    if (distance >= least) continue;
    least = distance;
    nearest = &known.player;
  }
  return nearest;
}

bool KnownPlayers::is_wanted(const ListedPlayer& player) const {
  if (player.fide_id != 0 && ids_.contains(player.fide_id)) return true;
  if (keys_.empty()) return false;
  const auto is_wanted_name = [this](std::string_view name) {
    const std::string folded = folded_name(name);
    return std::ranges::any_of(keys_of(folded),
                               [this](const std::string& key) { return keys_.contains(key); }) ||
           transliterated_.contains(transliteration_key(folded)) || is_near(folded);
  };
  return is_wanted_name(player.name) || std::ranges::any_of(player.aliases, is_wanted_name);
}

std::optional<std::string> KnownPlayers::add(ListedPlayer player) {
  std::string folded = folded_name(player.name);
  if (const ListedPlayer* known = with_id(player.fide_id)) {
    if (folded_name(known->name) == folded) return {};
    return fmt::format("FIDE id {} is that of \"{}\" in line {}", player.fide_id, known->name,
                       known->line);
  }
  players_.push_back({std::move(player), std::move(folded)});
  const Known& added = players_.back();
  spellings_.add(added.folded);
  if (added.player.fide_id != 0) by_id_.emplace(added.player.fide_id, &added);
  for (std::string& key : keys_of(added.folded)) by_key_[std::move(key)].push_back(&added);
  by_transliteration_[transliteration_key(added.folded)].push_back(&added);
  std::optional<std::string> contradiction;
  for (const std::string& alias : added.player.aliases) {
    const auto [at, is_new] = by_alias_.try_emplace(folded_name(alias), &added);
    if (is_new || at->second == &added) continue;
    contradiction = fmt::format("\"{}\" is an alias of \"{}\" in line {}", alias,
                                at->second->player.name, at->second->player.line);
  }
  return contradiction;
}

const ListedPlayer* KnownPlayers::with_id(std::uint32_t fide_id) const {
  const auto at = fide_id == 0 ? by_id_.end() : by_id_.find(fide_id);
  return at == by_id_.end() ? nullptr : &at->second->player;
}

NamedPlayer KnownPlayers::named(std::string_view name) const {
  const std::string folded = folded_name(name);
  NamedPlayer best;
  const auto take = [&best](const Known& known, NameMatch match) {
    if (best.player == &known.player) return;
    if (best.player == nullptr) {
      best = {match, &known.player, nullptr};
    } else if (best.match != NameMatch::Several) {
      best = {NameMatch::Several, best.player, &known.player};
    }
  };
  const auto for_each_near = [&](auto visit) {
    for (const std::string& key : keys_of(folded)) {
      const auto at = by_key_.find(key);
      if (at == by_key_.end()) continue;
      for (const Known* known : at->second) visit(*known);
    }
  };
  for_each_near([&](const Known& known) {
    if (known.folded == folded) take(known, NameMatch::Name);
  });
  if (const auto at = by_alias_.find(folded); at != by_alias_.end()) {
    take(*at->second, NameMatch::Alias);
  }
  if (best.player != nullptr) return best;
  if (const auto at = by_transliteration_.find(transliteration_key(folded));
      at != by_transliteration_.end()) {
    for (const Known* known : at->second) take(*known, NameMatch::Name);
  }
  if (best.player != nullptr) return best;
  for_each_near([&](const Known& known) {
    if (names_agree(folded, known.folded)) take(known, NameMatch::Initials);
  });
  return best;
}

void PlayerMentions::add(const EventGame& game) {
  for (const Color color : {Color::White, Color::Black}) {
    const KnownTag name = kNameTags[static_cast<std::size_t>(color)];
    if (game.value(name).empty() || is_unknown_name(game.value(name))) continue;
    std::string key;
    PlayerMention mention = mention_of(game, color, key);
    if (const auto known = places_.find(key); known != places_.end()) {
      ++mentions_[known->second].games;
      continue;
    }
    if (mentions_.size() == kMaxMentions) {
      is_full_ = true;
      continue;
    }
    mention.game.file = static_cast<std::uint32_t>(files_.size() - 1);
    places_.emplace(std::move(key), mentions_.size());
    mentions_.push_back(std::move(mention));
  }
}

void request_players(std::span<const PlayerMention> mentions, KnownPlayers& known) {
  for (const PlayerMention& mention : mentions) {
    const auto side = static_cast<std::size_t>(mention.color);
    if (const auto id = mention.game.number_in(kFideIdTags[side])) known.request(*id);
    known.request(mention.game.value(kNameTags[side]));
  }
}

std::vector<ListFinding> check_mentions(std::span<const PlayerMention> mentions,
                                        const KnownPlayers& known, std::optional<ListMonth> month) {
  std::vector<ListFinding> findings;
  for (std::size_t i = 0; i < mentions.size(); ++i) {
    MentionCheck(i, mentions[i], findings).run(known, month);
  }
  return findings;
}

namespace {

// The length of the compared prefixes. If two names are within two edits, their prefixes are equal
// after deleting at most two bytes of each. Longer prefixes give fewer false candidates, but more
// variants.
constexpr std::size_t kBeginning = 12;

// Calls `use` with the hash of each variant of the prefix with up to two bytes deleted.
template <class Use>
void for_each_variant(std::string_view folded, Use use) {
  const std::string beginning(folded.substr(0, kBeginning));
  const std::hash<std::string> hash;
  use(hash(beginning));
  for (std::size_t i = 0; i < beginning.size(); ++i) {
    std::string shorter = beginning;
    shorter.erase(i, 1);
    use(hash(shorter));
    for (std::size_t j = i; j < shorter.size(); ++j) {
      std::string shortest = shorter;
      shortest.erase(j, 1);
      use(hash(shortest));
    }
  }
}

std::string family_part(const std::string& folded) { return folded.substr(0, folded.find(", ")); }

// Returns keys that are shared by names of one family.
std::array<std::string, 2> family_keys(const std::string& folded) {
  const NameWords words = words_of(folded);
  return {family_part(folded), words.family.empty() ? "" : PersonPattern(words).family_key()};
}

}  // namespace

void NearNames::add(std::string folded) {
  const auto number = static_cast<std::uint32_t>(names_.size());
  for_each_variant(folded, [&](std::uint64_t hash) { variants_.emplace_back(hash, number); });
  names_.push_back(std::move(folded));
  is_sorted_ = false;
}

std::vector<std::uint32_t> NearNames::within_edits(std::string_view folded) const {
  if (!std::exchange(is_sorted_, true)) std::ranges::sort(variants_);
  std::vector<std::uint32_t> near;
  for_each_variant(folded, [&](std::uint64_t hash) {
    auto at = std::ranges::lower_bound(variants_, std::pair(hash, std::uint32_t{0}));
    for (; at != variants_.end() && at->first == hash; ++at) near.push_back(at->second);
  });
  std::ranges::sort(near);
  near.erase(std::ranges::unique(near).begin(), near.end());
  std::erase_if(near, [&](std::uint32_t number) {
    const std::string& name = names_[number];
    const std::size_t longer = std::max(name.size(), folded.size());
    return longer - std::min(name.size(), folded.size()) > kMaxEdits ||
           edit_distance(folded, name) > kMaxEdits;
  });
  return near;
}

NamesInReport::NamesInReport(std::span<const Player> players) {
  for (PlayerIndex i = 0; i < players.size(); ++i) {
    folded_.push_back(folded_name(players[i].name));
    spellings_.add(folded_[i]);
    for (std::string& key : family_keys(folded_[i])) by_family_[std::move(key)].push_back(i);
  }
}

bool NamesInReport::may_be(const std::string& name, PlayerIndex player) const {
  const std::string& listed = folded_[player];
  const bool is_family = name.find(' ') == std::string::npos && listed.starts_with(name + ",");
  return !name.empty() && (is_family || names_agree(name, listed));
}

// Returns the players who may have the same family name.
std::set<PlayerIndex> NamesInReport::relatives_of(const std::string& name) const {
  std::set<PlayerIndex> relatives;
  for (const std::string& key : family_keys(name)) {
    const auto found = key.empty() ? by_family_.end() : by_family_.find(key);
    if (found != by_family_.end()) relatives.insert(found->second.begin(), found->second.end());
  }
  return relatives;
}

std::vector<PlayerIndex> NamesInReport::bearers_of(const std::string& name) const {
  std::vector<PlayerIndex> bearers;
  for (const PlayerIndex one : relatives_of(name)) {
    if (may_be(name, one)) bearers.push_back(one);
  }
  return bearers;
}

std::set<PlayerIndex> NamesInReport::similar_to(const std::string& name) const {
  const auto near = spellings_.within_edits(name);
  std::set<PlayerIndex> similar(near.begin(), near.end());
  for (const PlayerIndex one : relatives_of(name)) {
    const bool is_family = !name.empty() && family_part(name) == family_part(folded_[one]);
    if (is_family || may_be(name, one)) similar.insert(one);
  }
  return similar;
}

}  // namespace arbiter
