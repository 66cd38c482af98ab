#include "lib/tournament/announced_system.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "lib/base/text.h"

namespace arbiter {
namespace {

// Small letters, and one space for all between words; with a space at both ends, so that whole
// words can be searched for.
std::string small_words(std::string_view text) {
  std::string words = " ";
  for (const char c : text) {
    const bool is_of_word = static_cast<unsigned char>(c) >= 0x80 || is_letter(c) || is_digit(c);
    if (is_of_word || words.back() != ' ') words += is_of_word ? to_small(c) : ' ';
  }
  if (words.back() != ' ') words += ' ';
  return words;
}

bool has_any(std::string_view words, std::initializer_list<std::string_view> wanted) {
  return std::ranges::any_of(
      wanted, [words](std::string_view one) { return words.find(one) != std::string_view::npos; });
}

std::optional<PlayedSystem> round_robin_in(std::string_view words) {
  if (!has_any(words, {" round robin", " roundrobin", "rundenturnier", "rundig", " all play all ",
                       " toutes rondes", "liguilla", " berger "})) {
    return {};
  }
  return PlayedSystem{System::RoundRobin, has_any(words, {" double", "doppel"}) ? 2U : 1U};
}

}  // namespace

std::optional<PlayedSystem> announced_system(const Tournament& tournament) {
  const std::string type = small_words(tournament.type);
  if (const auto found = round_robin_in(type)) return found;
  if (has_any(type, {" swiss", " schweizer", " suisse", " suizo"})) {
    return PlayedSystem{System::Swiss, 1};
  }
  const std::string name = small_words(tournament.name);
  if (const auto found = round_robin_in(name)) return found;
  if (has_any(name, {" swiss system", " swiss tournament", " schweizer system", " schweizersystem",
                     " système suisse", " sistema suizo"})) {
    return PlayedSystem{System::Swiss, 1};
  }
  return {};
}

bool is_called_open(const Tournament& tournament) {
  return has_any(small_words(tournament.name), {" open "});
}

}  // namespace arbiter
