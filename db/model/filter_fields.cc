#include "db/model/filter_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "db/model/column_values.h"
#include "lib/base/text.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/patterns/pattern_parser.h"
#include "lib/patterns/pattern_plan.h"
#include "lib/patterns/pattern_text.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {
namespace {

constexpr std::string_view kTitles[] = {"GM",  "IM",  "FM",  "CM",  "WGM", "WIM", "WFM", "WCM",
                                        "AGM", "AIM", "AFM", "ACM", "NM",  "LM",  "BOT"};

constexpr std::string_view kResults[] = {"1-0", "0-1", "1/2-1/2", "*", "1/2", "draw"};
constexpr Outcome kOutcomes[] = {Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw,
                                 Outcome::Unknown,   Outcome::Draw,      Outcome::Draw};

constexpr std::string_view kFlagWords[] = {"incomplete", "duplicate", "unchecked"};
constexpr std::uint8_t kFlagBits[] = {kIncomplete, kDuplicate, kUnchecked};

// Returns the index of the value in the list.
Result<std::size_t> index_among(std::string_view value, std::span<const std::string_view> choices) {
  const auto found = std::ranges::find_if(
      choices, [&](std::string_view one) { return equal_ignoring_case(one, value); });
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  return Error{
      fmt::format("invalid value '{}' (expected one of {})", value, fmt::join(choices, ", "))};
}

std::span<const std::string_view> ending_words() {
  static const std::vector<std::string_view> words = [] {
    std::vector<std::string_view> all;
    for (const EndingName& name : endings()) all.push_back(name.word);
    return all;
  }();
  return words;
}

// Returns the filter for a test with this value, if valid.
template <class Test, class Value>
Result<GameFilter> filter_with(const Result<Value>& value) {
  if (!value) return Error{value.error()};
  return filter_of(Test{*value});
}

// Returns a value in the syntax of --where.
std::string quoted(std::string_view value) {
  const auto is_plain = [](char c) {
    return is_digit(c) || is_letter(c) ||
           std::string_view(".,|+-*/?:").find(c) != std::string_view::npos;
  };
  if (std::ranges::all_of(value, is_plain)) return std::string(value);
  std::string text = "\"";
  for (const char c : value) text.append(c == '"' ? 2 : 1, c);
  return text + '"';
}

GameFilter name_filter(GameText of, std::string_view text) {
  const bool is_person = of == GameText::White || of == GameText::Black;
  GameFilter filter =
      filter_of(NameTest{of, NamePattern(text, is_person ? NameKind::Person : NameKind::Title)});
  if (is_person) {
    filter.text = fmt::format("{} = {}", of == GameText::White ? "white" : "black", quoted(text));
  }
  return filter;
}

template <GameText kOf>
Result<GameFilter> read_name(const Condition& condition) {
  return name_filter(kOf, condition.value);
}

Result<GameFilter> read_player(const Condition& condition) {
  return any_of({name_filter(GameText::White, condition.value),
                 name_filter(GameText::Black, condition.value)});
}

// Reads two player names from a value such as "A vs B".
Result<GameFilter> read_between(const Condition& condition) {
  constexpr std::string_view kVersus = " vs ";
  const std::string_view text = condition.value;
  const auto at = std::ranges::search(text, kVersus, [](char a, char b) {
                    return equal_ignoring_case({&a, 1}, {&b, 1});
                  }).begin();
  const auto end = static_cast<std::size_t>(at - text.begin());
  const std::string_view first = trim(text.substr(0, end));
  if (at == text.end() || first.empty()) {
    return Error{
        fmt::format("invalid value '{}' (expected a form such as Carlsen vs Anand)", text)};
  }
  const std::string_view second = trim(text.substr(end + kVersus.size()));
  // The order matters: white_is_player() uses the first player.
  return any_of(
      {all_of({name_filter(GameText::White, first), name_filter(GameText::Black, second)}),
       all_of({name_filter(GameText::Black, first), name_filter(GameText::White, second)})});
}

Result<GameFilter> read_source(const Condition& condition) {
  return filter_of(SourceTest(condition.value));
}

// Returns a range without 0, which means unknown.
Result<ValueRange> known_range(const Condition& condition, const ValueForm& form) {
  auto range = parse_range(condition.value, condition.comparison, form);
  if (range) range->min = std::max<std::uint64_t>(range->min.value_or(1), 1);
  return range;
}

template <GameNumber kOf>
Result<GameFilter> read_number(const Result<ValueRange>& range) {
  if (!range) return Error{range.error()};
  return filter_of(NumberTest{.of = kOf, .range = *range});
}

template <GameNumber kOf>
Result<GameFilter> read_known_number(const Condition& condition) {
  return read_number<kOf>(known_range(condition, kNumberForm));
}

GameFilter flag_filter(std::uint8_t bit) {
  return filter_of(
      NumberTest{.of = GameNumber::Flags, .form = NumberTest::Form::Bits, .bits = bit});
}

// Returns the condition that the game was replayed; otherwise its length is unknown.
GameFilter with_known_plies() { return negated(flag_filter(kUnchecked)); }

Result<GameFilter> read_plies(const Condition& condition) {
  auto plies = read_number<GameNumber::Plies>(
      parse_range(condition.value, condition.comparison, kNumberForm));
  if (!plies) return plies;
  return all_of({*std::move(plies), with_known_plies()});
}

template <GameNumber kOf>
GameFilter with_known_number() {
  return filter_of(NumberTest{.of = kOf, .range = {.min = 1}});
}

Result<GameFilter> read_game(const Condition& condition) {
  return read_number<GameNumber::Id>(known_range(condition, kIdForm));
}

Result<GameFilter> read_both_elos(const Condition& condition) {
  auto white = read_known_number<GameNumber::WhiteElo>(condition);
  auto black = read_known_number<GameNumber::BlackElo>(condition);
  if (!white) return white;
  return all_of({*std::move(white), *std::move(black)});
}

GameFilter with_both_elos() {
  return all_of(
      {with_known_number<GameNumber::WhiteElo>(), with_known_number<GameNumber::BlackElo>()});
}

Result<GameFilter> read_date(const Condition& condition) {
  const auto range = parse_range(condition.value, condition.comparison, kDateForm);
  if (!range) {
    const bool is_incomplete = condition.value.find('?') != condition.value.npos;
    return Error{range.error() +
                 (is_incomplete ? "; for incomplete dates: --tag 'Date=/\\?/'" : "")};
  }
  return filter_of(
      NumberTest{.of = GameNumber::Date, .form = NumberTest::Form::Date, .range = *range});
}

Result<GameFilter> read_eco(const Condition& condition) {
  return filter_with<EcoTest>(known_range(condition, kEcoForm));
}

GameFilter with_eco() { return filter_of(EcoTest{.range = {.min = 1}}); }

Result<GameFilter> read_opening(const Condition& condition) {
  return filter_of(OpeningTest{NamePattern(condition.value, NameKind::Title)});
}

GameFilter equal_number(GameNumber of, std::uint64_t number) {
  return filter_of(NumberTest{.of = of, .range = {number, number}});
}

Result<GameFilter> read_result(const Condition& condition) {
  constexpr std::string_view kOfPlayers = "win|won|loss|lost|lose";
  if (is_listed(to_small(condition.value), kOfPlayers)) {
    return Error{
        fmt::format("invalid value '{0}' (expected {1}; for a player, use --won, --drew or --lost)",
                    condition.value, fmt::join(kResults, ", "))};
  }
  const auto index = index_among(condition.value, kResults);
  if (!index) return Error{index.error()};
  return equal_number(GameNumber::Result, number_of(kOutcomes[*index]));
}

Result<GameFilter> read_ending(const Condition& condition) {
  const bool is_mate = equal_ignoring_case(condition.value, "checkmate");
  const auto index = index_among(is_mate ? "mate" : condition.value, ending_words());
  if (!index) {
    const std::string theme = to_small(condition.value) + " ending";
    const bool is_theme = std::ranges::any_of(pattern_themes(), [&](const PatternTheme& one) {
      return equal_ignoring_case(one.name, theme);
    });
    return Error{
        index.error() +
        (is_theme ? fmt::format("; for the remaining pieces: --pattern '{}'", theme) : "")};
  }
  return equal_number(GameNumber::Ending, static_cast<std::uint64_t>(endings()[*index].ending));
}

Result<GameFilter> read_flag(const Condition& condition) {
  const auto index = index_among(condition.value, kFlagWords);
  if (!index) return Error{index.error()};
  return flag_filter(kFlagBits[*index]);
}

Result<GameFilter> read_finding(const Condition& condition) {
  return filter_with<FindingTest>(parse_codes(condition.value));
}

Result<GameFilter> read_material(const Condition& condition) {
  return filter_with<MaterialTest>(MaterialPattern::parse(condition.value));
}

Result<GameFilter> read_pattern_filter(const Condition& condition) {
  const auto pattern = read_pattern(condition.value);
  if (!pattern) return Error{pattern.error()};
  return filter_of(PatternTest{std::make_shared<const PatternPlan>(*pattern)});
}

GameFilter tag_filter(std::string_view tag, std::string_view value) {
  return filter_of(TagTest{std::string(tag), NamePattern(value, NameKind::Title)});
}

// Returns the end of the regular expression "/.../" at the start of the text, or 0.
std::size_t end_of_expression(std::string_view text) {
  if (!text.starts_with('/')) return 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '/') {
      return i + 1;
    }
  }
  return 0;
}

Result<GameFilter> read_tag(const Condition& condition) {
  const std::size_t end = end_of_expression(condition.value);
  if (end == 0 || end != condition.value.size()) {
    return tag_filter(condition.key, condition.value);
  }
  const auto expression = RegularExpression::parse(condition.value.substr(1, end - 2));
  if (!expression) return Error{expression.error()};
  return filter_of(
      TagTest{std::string(condition.key), NamePattern("", NameKind::Title), *expression});
}

Result<GameFilter> read_title(const Condition& condition) {
  const auto index = index_among(condition.value, kTitles);
  if (!index) return Error{index.error()};
  const std::string title = fmt::format("={}", kTitles[*index]);
  return any_of({tag_filter(to_string(KnownTag::WhiteTitle), title),
                 tag_filter(to_string(KnownTag::BlackTitle), title)});
}

Result<GameFilter> read_clocks(const Condition& condition) {
  return filter_of(TimeControlTest(condition.value));
}

Result<RoundTest> round_range(std::string_view first, std::string_view last) {
  RoundTest test;
  const auto read = [](std::string_view text, std::optional<RoundTest::Number>& end) {
    if (!text.empty()) end = RoundTest::parse(text);
    return text.empty() || end;
  };
  if (!read(first, test.min) || !read(last, test.max) || (!test.min && !test.max)) {
    return Error{fmt::format(
        "invalid value '{}..{}' (expected a form such as 3, 3.2, 1..5 or Final)", first, last)};
  }
  return test;
}

Result<RoundTest> equal_round(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots != std::string_view::npos) {
    return round_range(trim(text.substr(0, dots)), trim(text.substr(dots + 2)));
  }
  if (RoundTest::parse(text)) return round_range(text, text);
  return RoundTest{.text = std::string(text)};
}

Result<GameFilter> read_round(const Condition& condition) {
  const std::string_view text = trim(condition.value);
  const Comparison comparison = condition.comparison;
  const bool is_minimum = comparison == Comparison::AtLeast || comparison == Comparison::MoreThan;
  auto test = comparison == Comparison::Equal ? equal_round(text)
              : is_minimum                    ? round_range(text, {})
                                              : round_range({}, text);
  if (!test) return Error{test.error()};
  test->excludes_ends = comparison == Comparison::MoreThan || comparison == Comparison::LessThan;
  return filter_of(*test);
}

GameFilter with_round() { return negated(filter_of(RoundTest{.text = "?"})); }

constexpr std::string_view kMovetextWords[] = {"comments", "clocks", "evals",
                                               "commands", "nags",   "variations"};
constexpr MovetextPart kMovetextParts[] = {MovetextPart::Words,       MovetextPart::Clocks,
                                           MovetextPart::Evaluations, MovetextPart::Commands,
                                           MovetextPart::Nags,        MovetextPart::Variations};

Result<GameFilter> read_content(const Condition& condition) {
  const auto index = index_among(condition.value, kMovetextWords);
  if (!index) return Error{index.error()};
  return filter_of(ContentTest{kMovetextParts[*index]});
}

Result<GameFilter> read_comment(const Condition& condition) {
  return filter_of(CommentTextTest(condition.value));
}

// Returns a range of numbers, from a string such as "-1.5..0.3", "3..", "..-2" or a single value.
std::optional<CommentNumberTest> numbers_between(std::string_view first, std::string_view last) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const auto min = first.empty() ? -kInfinity : parse_signed_number<double>(first);
  const auto max = last.empty() ? kInfinity : parse_signed_number<double>(last);
  if (!min || !max || std::isnan(*min) || std::isnan(*max) || (first.empty() && last.empty())) {
    return std::nullopt;
  }
  return CommentNumberTest{.min = *min, .max = *max};
}

template <CommentNumberTest::Of kOf>
Result<GameFilter> read_comment_number(const Condition& condition) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::string_view text = condition.value;
  const std::size_t dots = text.find("..");
  std::optional<CommentNumberTest> test;
  if (dots == std::string_view::npos) {
    test = numbers_between(text, text);
  } else if (condition.comparison == Comparison::Equal) {
    test = numbers_between(trim(text.substr(0, dots)), trim(text.substr(dots + 2)));
  }
  if (!test) {
    return Error{fmt::format("invalid value '{}' (expected a form such as {})", text,
                             kOf == CommentNumberTest::Of::Evaluation ? "0.5, -1.5..0.3 or 3.."
                                                                      : "..60, 0..5.5 or 600..")};
  }
  test->of = kOf;
  switch (condition.comparison) {
    case Comparison::Equal:
    case Comparison::NotEqual:
      break;
    case Comparison::MoreThan:
      test->min = std::nextafter(test->min, kInfinity);
      [[fallthrough]];
    case Comparison::AtLeast:
      test->max = kInfinity;
      break;
    case Comparison::LessThan:
      test->max = std::nextafter(test->max, -kInfinity);
      [[fallthrough]];
    case Comparison::AtMost:
      test->min = -kInfinity;
      break;
  }
  return filter_of(*test);
}

template <CommentNumberTest::Of kOf>
Result<GameFilter> read_drop(const Condition& condition) {
  const auto pawns = parse_signed_number<double>(condition.value);
  if (!pawns || !(*pawns > 0 && *pawns <= 2 * CommentNumberTest::kMaxEvaluation)) {
    return Error{fmt::format("invalid value '{}' (expected pawns, such as 1.5, up to {})",
                             condition.value, 2 * CommentNumberTest::kMaxEvaluation)};
  }
  return filter_of(
      CommentNumberTest{.of = kOf, .min = *pawns, .max = std::numeric_limits<double>::infinity()});
}

template <CommentNumberTest::Of kOf>
GameFilter with_comment_number() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return filter_of(CommentNumberTest{.of = kOf, .min = -kInfinity, .max = kInfinity});
}

// The delimiters of values that cannot contain commas, unlike names.
constexpr std::string_view kListDelimiters = ",|";

// Reads hexadecimal keys, all as one test.
Result<GameFilter> read_keys(const Condition& condition) {
  std::vector<PositionKey> keys;
  for (std::string_view rest = condition.value; !rest.empty();) {
    const std::size_t end = std::min(rest.find_first_of(kListDelimiters), rest.size());
    const std::string_view text = trim(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    std::uint64_t key = 0;
    const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), key, 16);
    if (fault != std::errc() || stop != text.data() + text.size()) {
      return Error{
          fmt::format("invalid value '{}' (expected a form such as 463b96181691fc9c)", text)};
    }
    keys.push_back(static_cast<PositionKey>(key));
  }
  return filter_of(PositionsTest{.positions = std::make_shared<const PositionSet>(keys),
                                 .may_be_book_keys = true});
}

constexpr std::string_view kAlternatives = "|";

constexpr bool kOrdered = true;
constexpr bool kUnordered = false;
constexpr bool kHasKey = true;
constexpr bool kHasNoKey = false;
constexpr std::span<const std::string_view> kNoChoices = {};

const FilterField kFields[] = {
    {"player", "NAME",
     "A player of either colour; each word must be a prefix of a word in the name: 'magnus "
     "carl', 'Carlsen, M'; =NAME: the whole name. Results count from this player's side (synonym: "
     "--as)",
     read_player, "|", kUnordered, kNoChoices, kHasNoKey, "as"},
    {"white", "NAME", "The player with White", read_name<GameText::White>},
    {"black", "NAME", "The player with Black", read_name<GameText::Black>},
    {"between", "NAME NAME", "Games of these two players against each other, with either colour",
     read_between},
    {"event", "NAME", "Event name; each word must be a prefix of a word in the name",
     read_name<GameText::Event>},
    {"site", "NAME", "Site name; each word must be a prefix of a word in the name",
     read_name<GameText::Site>},
    {"date", "RANGE", "Date played: 1992, 1992.11, 1990..1999, 2000..", read_date, kListDelimiters,
     kOrdered},
    {"round",
     "ROUND",
     "The round: 3 (all boards), 3.2, 1..5, Final",
     read_round,
     kListDelimiters,
     kOrdered,
     kNoChoices,
     kHasNoKey,
     {},
     with_round},
    {"elo",
     "RANGE",
     "The ratings of both players: 2400..2500, 2600..",
     read_both_elos,
     kListDelimiters,
     kOrdered,
     kNoChoices,
     kHasNoKey,
     {},
     with_both_elos},
    {"white-elo",
     "RANGE",
     "White's rating",
     read_known_number<GameNumber::WhiteElo>,
     kListDelimiters,
     kOrdered,
     kNoChoices,
     kHasNoKey,
     {},
     with_known_number<GameNumber::WhiteElo>},
    {"black-elo",
     "RANGE",
     "Black's rating",
     read_known_number<GameNumber::BlackElo>,
     kListDelimiters,
     kOrdered,
     kNoChoices,
     kHasNoKey,
     {},
     with_known_number<GameNumber::BlackElo>},
    {"title", "TITLE", "Title of either player: GM, IM, WGM, ...", read_title, kListDelimiters,
     kUnordered, kTitles},
    {"result", "RESULT", "1-0, 0-1, 1/2-1/2 or *", read_result, kListDelimiters, kUnordered,
     kResults},
    {"eco",
     "RANGE",
     "ECO code: B90, B9, B, A40..A79; from the ECO tag, or from the moves if it is missing",
     read_eco,
     kListDelimiters,
     kOrdered,
     kNoChoices,
     kHasNoKey,
     {},
     with_eco},
    {"opening", "NAME",
     "Opening as played: words of the name, or the ECO code: 'najdorf english', B90", read_opening},
    {"plies",
     "RANGE",
     "Length in half-moves",
     read_plies,
     kListDelimiters,
     kOrdered,
     kNoChoices,
     kHasNoKey,
     {},
     with_known_plies},
    {"time-control", "TEXT", "The time control: 300+5, 40/7200:3600", read_clocks},
    {"ending", "WORD", "How the game ended: mate, stalemate, threefold, time, ...", read_ending,
     kListDelimiters, kUnordered, ending_words()},
    {"finding", "ID", "A finding: an id or a group from `arbiter explain`", read_finding,
     kListDelimiters},
    {"material", "PIECES",
     "Pieces on the board at some point: 'KRPkr' (White in capitals), 'KRP{1,3}kr', "
     "'KQ*k*'; a final ~ also matches swapped colours",
     read_material},
    {"pattern", "PATTERN",
     "Positions and moves of the game: 'Nf5 and kg8', 'move Bxh7 then Kxh7'; `arbiter "
     "explain pattern` describes the language",
     read_pattern_filter, ""},
    {"key", "HASH", "A position of the main line, by its Polyglot key in hexadecimal", read_keys,
     ""},
    {"has", "WORD", "Parts of the movetext: comments, clocks, evals, commands, nags or variations",
     read_content, kListDelimiters, kUnordered, kMovetextWords},
    {"comment", "TEXT", "Text in a comment, ignoring case: 'time trouble'", read_comment,
     kAlternatives},
    {"eval",
     "RANGE",
     "Evaluation [%eval ...] after a move of the main line, in pawns for White: 3.., -0.5..0.5; a "
     "mate exceeds all other values",
     read_comment_number<CommentNumberTest::Of::Evaluation>,
     kListDelimiters,
     kOrdered,
     kNoChoices,
     kHasNoKey,
     {},
     with_comment_number<CommentNumberTest::Of::Evaluation>},
    {"white-clock",
     "RANGE",
     "Seconds left on White's clock [%clk ...] after one of White's moves",
     read_comment_number<CommentNumberTest::Of::WhiteClock>,
     kListDelimiters,
     kOrdered,
     kNoChoices,
     kHasNoKey,
     {},
     with_comment_number<CommentNumberTest::Of::WhiteClock>},
    {"black-clock",
     "RANGE",
     "Seconds left on Black's clock after one of Black's moves",
     read_comment_number<CommentNumberTest::Of::BlackClock>,
     kListDelimiters,
     kOrdered,
     kNoChoices,
     kHasNoKey,
     {},
     with_comment_number<CommentNumberTest::Of::BlackClock>},
    {"blunder",
     "PAWNS",
     "A move that worsens the evaluation [%eval ...] for its player by at least PAWNS: 2, 1.5. "
     "Evaluations beyond 10 pawns, and mates, count as 10",
     read_drop<CommentNumberTest::Of::Drop>,
     kListDelimiters,
     kUnordered,
     kNoChoices,
     kHasNoKey,
     {},
     with_comment_number<CommentNumberTest::Of::Drop>},
    {"white-blunder",
     "PAWNS",
     "A blunder by White (see --blunder)",
     read_drop<CommentNumberTest::Of::WhiteDrop>,
     kListDelimiters,
     kUnordered,
     kNoChoices,
     kHasNoKey,
     {},
     with_comment_number<CommentNumberTest::Of::WhiteDrop>},
    {"black-blunder",
     "PAWNS",
     "A blunder by Black (see --blunder)",
     read_drop<CommentNumberTest::Of::BlackDrop>,
     kListDelimiters,
     kUnordered,
     kNoChoices,
     kHasNoKey,
     {},
     with_comment_number<CommentNumberTest::Of::BlackDrop>},
    {"tag", "TAG=TEXT",
     "Any tag; each word must be a prefix of a word in its value: 'Annotator=kasparov'; "
     "TAG=?: unknown, TAG=/.../: a regular expression",
     read_tag, kAlternatives, kUnordered, kNoChoices, kHasKey},
    {"source", "TEXT", "Part of the name of the source file", read_source},
    {"flag", "WORD", "incomplete, duplicate or unchecked", read_flag, kListDelimiters, kUnordered,
     kFlagWords},
    {"game", "N", "Game number in the database or in the files: 2, '2,3', 2..9", read_game, ",| ",
     kOrdered, kNoChoices, kHasNoKey, "id"},
};

}  // namespace

std::span<const FilterField> filter_fields() { return kFields; }

const FilterField* find_field(std::string_view name) {
  const auto* found = std::ranges::find_if(kFields, [&](const FilterField& field) {
    return equal_ignoring_case(field.name, name) || equal_ignoring_case(field.synonym, name);
  });
  return found == std::end(kFields) ? nullptr : found;
}

Error unknown_field(std::string_view name) {
  std::vector<std::string_view> names;
  for (const FilterField& field : kFields) names.push_back(field.name);
  const auto near = nearest_words(name, names, 1);
  return {fmt::format("unknown field '{}'{}; fields: {}", name,
                      near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near.front()),
                      fmt::join(names, ", "))};
}

namespace {

// Returns the filter of games whose value is known and certainly different.
GameFilter unequal(GameFilter equal, const FilterField& field) {
  accept_possible_dates(equal);
  GameFilter other = negated(std::move(equal));
  return field.known == nullptr ? other : all_of({field.known(), std::move(other)});
}

}  // namespace

Result<GameFilter> read_condition(const FilterField& field, const Condition& condition) {
  const bool is_unequal = condition.comparison == Comparison::NotEqual;
  const Comparison comparison = is_unequal ? Comparison::Equal : condition.comparison;
  std::vector<GameFilter> filters;
  for (std::string_view rest = condition.value;;) {
    rest = trim(rest);
    // A regular expression may contain delimiters.
    const std::size_t end =
        rest.find_first_of(field.delimiters, field.has_key ? end_of_expression(rest) : 0);
    const std::string_view value = trim(rest.substr(0, end));
    if (value.empty()) return Error{"a value is missing"};
    auto filter = field.read({comparison, value, condition.key});
    if (!filter) return filter;
    filters.push_back(*std::move(filter));
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  GameFilter filter = any_of(std::move(filters));
  if (is_unequal) filter = unequal(std::move(filter), field);
  filter.text = fmt::format("{}{}{} {} {}", field.name, field.has_key ? "." : "", condition.key,
                            to_string(condition.comparison), quoted(condition.value));
  return filter;
}

Result<GameFilter> read_option(const FilterField& field, std::string_view value) {
  if (!field.has_key) return read_condition(field, {.value = value});
  const std::size_t sign = value.find('=');
  const std::string_view key = trim(value.substr(0, sign));
  if (sign == std::string_view::npos || key.empty()) {
    return Error{
        fmt::format("invalid value '{}' (expected a form such as Annotator=Kasparov)", value)};
  }
  return read_condition(field, {.value = trim(value.substr(sign + 1)), .key = key});
}

}  // namespace arbiter
