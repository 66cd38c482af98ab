#include "lib/tournament/player_mentions.h"

#include <array>
#include <utility>

#include "lib/tags/name_form.h"

namespace arbiter {
namespace {

constexpr std::array<std::array<KnownTag, 4>, 2> kOfPlayer{{
    {KnownTag::White, KnownTag::WhiteFideId, KnownTag::WhiteTitle, KnownTag::WhiteElo},
    {KnownTag::Black, KnownTag::BlackFideId, KnownTag::BlackTitle, KnownTag::BlackElo},
}};
constexpr std::array<KnownTag, 3> kOfGame{KnownTag::Date, KnownTag::EventDate,
                                          KnownTag::TimeControl};

// Of a date the month is enough.
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
  for (const KnownTag known : kOfPlayer[static_cast<std::size_t>(color)]) {
    keep(game.tag(known), game.value(known));
  }
  const EventTag* federation = game.federation_tag(color);
  keep(federation, federation == nullptr ? std::string_view() : federation->value);
  for (const KnownTag known : kOfGame) {
    const bool is_date = known != KnownTag::TimeControl;
    keep(game.tag(known), is_date ? month_of(game.value(known)) : game.value(known));
  }
  return mention;
}

}  // namespace

void PlayerMentions::add(const EventGame& game) {
  for (const Color color : {Color::White, Color::Black}) {
    const KnownTag name = kOfPlayer[static_cast<std::size_t>(color)][0];
    if (game.value(name).empty() || is_unknown_name(game.value(name))) continue;
    std::string key;
    PlayerMention mention = mention_of(game, color, key);
    if (const auto known = places_.find(key); known != places_.end()) {
      ++mentions_[known->second].games;
      continue;
    }
    if (mentions_.size() == kMost) {
      is_full_ = true;
      continue;
    }
    mention.game.file = static_cast<std::uint32_t>(files_.size() - 1);
    places_.emplace(std::move(key), mentions_.size());
    mentions_.push_back(std::move(mention));
  }
}

}  // namespace arbiter
