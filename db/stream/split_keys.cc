#include "db/stream/split_keys.h"

#include <algorithm>

#include "db/model/game_tests.h"
#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/pgn/tag_pair.h"

namespace arbiter {
namespace {

std::string value_of(const PgnGame& game, const std::string& name) {
  const auto tag = std::ranges::find(game.tags, name, &PgnTag::name);
  if (tag == game.tags.end()) return {};
  std::string value(trim(unescape(decode_text(tag->value).utf8)));
  const bool is_unknown = value.find_first_not_of("?.-") == std::string::npos;
  return is_unknown ? "" : value;
}

}  // namespace

std::vector<std::string> keys_of(const PgnGame& game, const SplitKeys& split) {
  std::vector<std::string> keys;
  for (const std::string& name : split.tags) {
    std::string key = value_of(game, name);
    if (split.by_whole_round && RoundTest::parse(key))
      key.resize(std::min(key.find('.'), key.size()));
    key.resize(size_of_code_points(key, split.characters));
    if (std::ranges::find(keys, key) == keys.end()) keys.push_back(std::move(key));
  }
  return keys;
}

}  // namespace arbiter
