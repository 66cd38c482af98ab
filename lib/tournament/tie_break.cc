#include "lib/tournament/tie_break.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "lib/base/text.h"

namespace arbiter {
namespace {

struct TieBreakName {
  TieBreakKind kind;
  std::string_view acronym;
  std::string_view modifiers;  // letters after which a modifier begins
  std::string_view name;
  std::string_view meaning;
};

// The names of the tie-breaks, in the order of TieBreakKind.
constexpr TieBreakName kNames[] = {
    {TieBreakKind::DirectEncounter, "DE", "P", "direct encounter", "points against tied players"},
    {TieBreakKind::Wins, "WIN", "", "wins", "rounds with a full point"},
    {TieBreakKind::WinsAtTheBoard, "WON", "", "wins at the board", "games won at the board"},
    {TieBreakKind::GamesWithBlack, "BPG", "", "games with Black", "games played with Black"},
    {TieBreakKind::WinsWithBlack, "BWG", "", "wins with Black", "games won with Black"},
    {TieBreakKind::Progressive, "PS", "C", "progressive", "sum of the scores after each round"},
    {TieBreakKind::RoundsElectedToPlay, "REP", "", "rounds elected to play",
     "rounds without requested byes and lost forfeits"},
    {TieBreakKind::StandardPoints, "STD", "", "standard points",
     "1 for each round better than a draw, 1/2 for each draw"},
    {TieBreakKind::PairingNumber, "TPN", "R", "pairing number", "pairing number, lowest first"},
    {TieBreakKind::Koya, "KS", "L", "Koya",
     "points against opponents with at least half of the points"},
    {TieBreakKind::Buchholz, "BH", "CMP", "Buchholz", "sum of the opponents' scores"},
    {TieBreakKind::AverageOfBuchholz, "AOB", "F", "average of Buchholz",
     "average Buchholz of the opponents"},
    {TieBreakKind::ForeBuchholz, "FB", "CMP", "fore Buchholz",
     "Buchholz as if the last round were all draws"},
    {TieBreakKind::SonnebornBerger, "SB", "CMP", "Sonneborn-Berger",
     "scores of beaten opponents, plus half the scores of drawn opponents"},
    {TieBreakKind::AverageRating, "ARO", "CMU", "average rating",
     "average rating of the opponents"},
    {TieBreakKind::Performance, "TPR", "U", "performance", "tournament performance rating"},
    {TieBreakKind::PerfectPerformance, "PTP", "U", "perfect performance",
     "lowest rating whose expected score reaches the score"},
    {TieBreakKind::AveragePerformance, "APRO", "U", "average performance",
     "average performance of the opponents"},
    {TieBreakKind::AveragePerfect, "APPO", "U", "average perfect performance",
     "average perfect performance of the opponents"},
    {TieBreakKind::Rating, "RTNG", "RU", "rating", "rating, highest first"},
    {TieBreakKind::SecondaryScore, "MPvGP", "", "secondary score",
     "game points after match points, or vice versa"},
    {TieBreakKind::ExtendedDirectEncounter, "EDE", "P", "extended direct encounter",
     "direct encounter by the primary score, then by the secondary score"},
    {TieBreakKind::ExtendedSonnebornBerger, "ESB", "CMP", "extended Sonneborn-Berger",
     "primary scores of the opponents times the secondary scores against them"},
    {TieBreakKind::MatchTimesMatch, "EMMSB", "CMP", "match points times match points",
     "match points of the opponents times the match points against them"},
    {TieBreakKind::MatchTimesGame, "EMGSB", "CMP", "match points times game points",
     "match points of the opponents times the game points against them"},
    {TieBreakKind::GameTimesMatch, "EGMSB", "CMP", "game points times match points",
     "game points of the opponents times the match points against them"},
    {TieBreakKind::GameTimesGame, "EGGSB", "CMP", "game points times game points",
     "game points of the opponents times the game points against them"},
    {TieBreakKind::BoardCount, "BC", "", "board count",
     "board numbers times the points on them, lowest first"},
    {TieBreakKind::TopBoards, "TBR", "", "top board results",
     "points on board 1, then on board 2, and so on"},
    {TieBreakKind::BottomBoardElimination, "BBE", "", "bottom board elimination",
     "points without the last board, then without the last two, and so on"},
    {TieBreakKind::ScaledScores, "SSSC", "K", "scores and schedule strength",
     "secondary score plus the Buchholz divided by a factor"},
    {TieBreakKind::EncounterBoardCount, "EDEC", "P", "direct encounter and board count",
     "EDE, then the board count of the match between two tied teams"},
    {TieBreakKind::EncounterTopBoards, "EDET", "P", "direct encounter and top boards",
     "EDE, then the top boards of the match between two tied teams"},
    {TieBreakKind::EncounterBottomBoards, "EDEB", "P", "direct encounter and bottom boards",
     "EDE, then the match between two tied teams without the bottom boards"},
    {TieBreakKind::EncounterBoardCountAndTop, "EDEBT", "P",
     "direct encounter, board count and top boards",
     "EDE, then board count and top boards of the match between two tied teams"},
    {TieBreakKind::EncounterBoardCountAndLast, "EDEBB", "P",
     "direct encounter, board count and bottom boards",
     "EDE, then the board count of the match between two tied teams, then without its bottom "
     "boards"},
};

const TieBreakName& name_of(TieBreakKind kind) { return kNames[static_cast<std::size_t>(kind)]; }

// Reads one modifier, such as "C1"; returns false if the tie-break does not have it.
bool add_modifier(TieBreak& tie_break, std::string_view text) {
  if (text.empty()) return false;
  const char letter = to_capital(text[0]);
  if (name_of(tie_break.kind).modifiers.find(letter) == std::string_view::npos) return false;
  const std::string_view rest = text.substr(1);
  const auto number = parse_number<std::uint32_t>(rest);
  switch (letter) {
    case 'C':
    case 'M':
      if (!number || *number == 0 || *number > 99) return false;
      tie_break.lowest = static_cast<std::uint8_t>(*number);
      if (letter == 'M') tie_break.highest = tie_break.lowest;
      return true;
    case 'K':
      tie_break.divisor = static_cast<std::uint8_t>(number.value_or(0));
      return number && *number > 0 && *number < 100;
    case 'P':
      tie_break.counts_forfeits = true;
      return rest.empty();
    case 'F':
      tie_break.is_fore = true;
      return rest.empty();
    case 'R':
      tie_break.is_reversed = true;
      return rest.empty();
    case 'U':
      tie_break.unrated = number.value_or(0);
      return tie_break.unrated > 0 && tie_break.unrated < 10'000;
    default:
      break;
  }
  // Handles the modifiers L60, L+1 and L-1.
  const bool is_step = !rest.empty() && (rest[0] == '+' || rest[0] == '-');
  const auto amount = is_step ? parse_number<std::uint32_t>(rest.substr(1)) : number;
  if (!amount || *amount > 100) return false;
  if (is_step) {
    tie_break.limit_steps = static_cast<std::int8_t>(rest[0] == '-' ? -static_cast<int>(*amount)
                                                                    : static_cast<int>(*amount));
  } else {
    tie_break.limit_percent = static_cast<std::uint8_t>(*amount);
  }
  return true;
}

// Other names of tie-breaks, after squeezed().
constexpr std::pair<std::string_view, std::string_view> kOtherNames[] = {
    {"ge", "REP"},
    {"headtohead", "DE"},
    {"h2h", "DE"},
    {"directmatch", "DE"},
    {"directencounters", "DE"},
    {"numberofwins", "WIN"},
    {"mostwins", "WIN"},
    {"victories", "WIN"},
    {"blackgames", "BPG"},
    {"moreblacks", "BPG"},
    {"blackwins", "BWG"},
    {"progressivescore", "PS"},
    {"cumulative", "PS"},
    {"cumulativescore", "PS"},
    {"koyasystem", "KS"},
    {"buchholtz", "BH"},
    {"bucholz", "BH"},
    {"bhz", "BH"},
    {"solkoff", "BH"},
    {"medianbuchholz", "BH/M1"},
    {"averagebuchholz", "AOB"},
    {"sonneberger", "SB"},
    {"sonneborn", "SB"},
    {"berger", "SB"},
    {"neustadtl", "SB"},
    {"averageratingofopponents", "ARO"},
    {"averageopponentrating", "ARO"},
    {"opponentsaveragerating", "ARO"},
    {"performancerating", "TPR"},
    {"rtg", "RTNG"},
    {"elo", "RTNG"},
};

const TieBreakName* find_name(std::string_view word) {
  const auto* const found = std::ranges::find_if(kNames, [&](const TieBreakName& name) {
    return equal_ignoring_case(word, name.acronym) || equal_ignoring_case(word, name.name);
  });
  return found == std::end(kNames) ? nullptr : found;
}

}  // namespace

bool TieBreak::prefers_low() const {
  const bool is_low = kind == TieBreakKind::PairingNumber || kind == TieBreakKind::BoardCount;
  return is_low != is_reversed;
}

std::string to_string(const TieBreak& tie_break) {
  std::string text(name_of(tie_break.kind).acronym);
  if (tie_break.of_game_points) text += *tie_break.of_game_points ? ":GP" : ":MP";
  if (tie_break.divisor > 0) text += fmt::format("/K{}", tie_break.divisor);
  if (tie_break.highest > 0) {
    text += fmt::format("/M{}", tie_break.highest);
  } else if (tie_break.lowest > 0) {
    text += fmt::format("/C{}", tie_break.lowest);
  }
  if (tie_break.limit_percent != 50) text += fmt::format("/L{}", tie_break.limit_percent);
  if (tie_break.limit_steps != 0) text += fmt::format("/L{:+}", tie_break.limit_steps);
  if (tie_break.unrated != 0) text += fmt::format("/U{}", tie_break.unrated);
  if (tie_break.counts_forfeits) text += "/P";
  if (tie_break.is_fore) text += "/F";
  if (tie_break.is_reversed) text += "/R";
  return text;
}

namespace {

// Returns the letters and digits, in lower case.
std::string squeezed(std::string_view text) {
  std::string word;
  for (const char c : text) {
    if (is_letter(c) || is_digit(c)) word += to_small(c);
  }
  return word;
}

// Calls `visit(name, acronym)` for each name, after squeezed().
template <class Visit>
void for_each_name(const Visit& visit) {
  for (const TieBreakName& name : kNames) {
    visit(squeezed(name.acronym), name.acronym);
    visit(squeezed(name.name), name.acronym);
  }
  for (const auto& [name, acronym] : kOtherNames) visit(std::string(name), acronym);
}

// Reads modifiers in words: "cut1", "median", "c1p".
bool add_words(TieBreak& tie_break, std::string_view rest) {
  while (!rest.empty()) {
    std::string modifier;
    for (const auto& [word, letter] : {std::pair("cut", 'C'), std::pair("median", 'M')}) {
      if (!rest.starts_with(word)) continue;
      rest.remove_prefix(std::string_view(word).size());
      modifier.assign(1, letter);
      if (rest.empty() || !is_digit(rest[0])) modifier += '1';
    }
    if (modifier.empty()) {
      modifier.assign(1, rest[0]);
      rest.remove_prefix(1);
    }
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    modifier += rest.substr(0, digits);
    rest.remove_prefix(digits);
    // squeezed() loses the sign of L-1.
    if (modifier[0] == 'l' || !add_modifier(tie_break, modifier)) return false;
  }
  return true;
}

std::optional<TieBreak> parse_fide_name(std::string_view text) {
  std::string_view rest = trim(text);
  constexpr std::string_view kSeparators = "/#!:";
  const TieBreakName* name = find_name(rest);
  std::size_t end = rest.size();
  if (name == nullptr) {
    end = std::min({rest.find_first_of(kSeparators), rest.find('-'), rest.size()});
    name = find_name(rest.substr(0, end));
  }
  if (name == nullptr) return {};
  TieBreak tie_break{.kind = name->kind};
  if (end < rest.size() && rest[end] == ':') {
    const std::string_view points = rest.substr(end + 1, 2);
    if (!equal_ignoring_case(points, "GP") && !equal_ignoring_case(points, "MP")) return {};
    tie_break.of_game_points = equal_ignoring_case(points, "GP");
    end += 3;
    if (end < rest.size() && rest.find_first_of("/#!-", end) != end) return {};
  }
  while (end < rest.size()) {
    rest.remove_prefix(end + 1);
    // The sign in L-1 is part of the modifier.
    const std::size_t from = !rest.empty() && to_capital(rest[0]) == 'L' ? 2 : 0;
    end = std::min({rest.find_first_of(kSeparators), rest.find('-', from), rest.size()});
    if (!add_modifier(tie_break, rest.substr(0, end))) return {};
  }
  return tie_break;
}

}  // namespace

std::optional<TieBreak> parse_tie_break(std::string_view text) {
  if (const auto tie_break = parse_fide_name(text)) return tie_break;
  text = trim(text);
  const bool ends_in_word = !text.empty() && (is_letter(text.back()) || is_digit(text.back()));
  if (!ends_in_word || text.find('+') != text.npos) return {};
  const std::string word = squeezed(text);
  std::optional<TieBreak> found;
  std::size_t longest = 0;
  for_each_name([&](const std::string& name, std::string_view acronym) {
    if (name.size() <= longest || !word.starts_with(name)) return;
    auto tie_break = parse_fide_name(acronym);
    if (!add_words(*tie_break, std::string_view(word).substr(name.size()))) return;
    found = tie_break;
    longest = name.size();
  });
  return found;
}

std::string nearest_tie_break(std::string_view text) {
  const std::string word = squeezed(text);
  std::size_t least = SIZE_MAX;
  TieBreakKind nearest = TieBreakKind::DirectEncounter;
  for_each_name([&](const std::string& name, std::string_view acronym) {
    const std::size_t distance = edit_distance(word, name);
    const bool is_near = 3 * distance <= std::max(word.size(), name.size());
    // The longest name that is a prefix of the text is used.
    const bool is_start = name.size() > 1 && word.starts_with(name);
    if ((!is_near && !is_start) || distance >= least) return;
    least = distance;
    nearest = parse_fide_name(acronym)->kind;
  });
  if (least == SIZE_MAX) return {};
  return fmt::format("{} ({})", tie_break_names()[static_cast<std::size_t>(nearest)],
                     name_of(nearest).name);
}

bool is_team_tie_break(const TieBreak& tie_break) {
  return tie_break.kind >= TieBreakKind::SecondaryScore || tie_break.of_game_points;
}

bool orders_tied(const TieBreak& tie_break) {
  using enum TieBreakKind;
  return tie_break.kind == DirectEncounter || tie_break.kind == ExtendedDirectEncounter ||
         tie_break.kind >= EncounterBoardCount;
}

bool is_rating_tie_break(const TieBreak& tie_break) {
  return tie_break.kind >= TieBreakKind::AverageRating && tie_break.kind <= TieBreakKind::Rating;
}

std::string meaning_of(const TieBreak& tie_break) {
  std::string text(name_of(tie_break.kind).meaning);
  const auto values = [](std::uint8_t count) {
    return count == 1 ? std::string("value") : fmt::format("{} values", count);
  };
  if (tie_break.kind == TieBreakKind::Progressive && tie_break.lowest > 0) {
    text += tie_break.lowest == 1 ? ", without the first round"
                                  : fmt::format(", without the first {} rounds", tie_break.lowest);
  } else if (tie_break.highest > 0) {
    text += fmt::format(", without the lowest and the highest {}", values(tie_break.highest));
  } else if (tie_break.lowest > 0) {
    text += fmt::format(", without the lowest {}", values(tie_break.lowest));
  }
  if (tie_break.limit_percent != 50 || tie_break.limit_steps != 0) {
    text = fmt::format("points against opponents with at least {} % of the points",
                       tie_break.limit_percent);
    if (tie_break.limit_steps != 0) {
      text += fmt::format(" {} {} half points", tie_break.limit_steps > 0 ? "plus" : "minus",
                          std::abs(tie_break.limit_steps));
    }
  }
  if (tie_break.unrated != 0) {
    text += fmt::format("; unrated players count as {}", tie_break.unrated);
  }
  if (tie_break.counts_forfeits) text += "; forfeits count as games";
  if (tie_break.is_fore) text += ", as if the last round were all draws";
  if (tie_break.is_reversed) text += ", in reverse order";
  return text;
}

std::vector<std::string> tie_break_names() {
  std::vector<std::string> names;
  for (const TieBreakName& name : kNames) {
    std::string text(name.acronym);
    for (const char modifier : name.modifiers) {
      const bool has_number = std::string_view("CMLUK").find(modifier) != std::string_view::npos;
      text += fmt::format("[/{}{}]", modifier, has_number ? "n" : "");
    }
    names.push_back(std::move(text));
  }
  return names;
}

std::vector<TieBreak> all_tie_breaks() {
  std::vector<TieBreak> all;
  for (const TieBreakName& name : kNames) all.push_back({.kind = name.kind});
  return all;
}

std::string_view name_in_words(const TieBreak& tie_break) { return name_of(tie_break.kind).name; }

std::string_view to_string(TieBreakEdition edition) {
  static constexpr std::string_view kEditions[] = {"2023", "2024", "2026"};
  return kEditions[static_cast<std::size_t>(edition)];
}

TieBreakEdition edition_on(const PartialDate& day) {
  if (!day.year) return TieBreakEdition::Of2026;
  const std::uint32_t month = *day.year * 100U + day.month.value_or(1);
  if (month >= 202603) return TieBreakEdition::Of2026;
  return month >= 202408 ? TieBreakEdition::Of2024 : TieBreakEdition::Of2023;
}

}  // namespace arbiter
