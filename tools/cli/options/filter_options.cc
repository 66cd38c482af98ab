#include "tools/cli/options/filter_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/model/filter_fields.h"
#include "db/model/filter_text.h"
#include "db/model/game_filter.h"
#include "lib/base/text.h"
#include "lib/io/byte_source.h"
#include "lib/laws/illegality.h"
#include "lib/movetext/word_reading.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "tools/cli/options/option_helpers.h"

namespace arbiter {
namespace {

// Returns whether the word is a move number without a move: "3.", "12...", "3".
bool is_number(std::string_view word) {
  return word.find_first_not_of("0123456789.") == std::string_view::npos;
}

std::string_view without_number(std::string_view word) {
  const std::size_t begin = word.find_first_not_of("0123456789.");
  const bool has_number = begin != std::string_view::npos && begin > 0 && word[begin - 1] == '.';
  return has_number ? word.substr(begin) : word;
}

std::string reason_against(std::string_view word, const Setup& first, const PlayedLine& line) {
  const auto san = parse_san(without_number(word));
  if (!san || san->kind() == San::Kind::Null) return "it is not a move";
  const Illegality illegality = explain(*san, {first, line.moves, line.position});
  if (illegality.article.empty()) return illegality.message;
  return fmt::format("{} ({})", illegality.message, illegality.article);
}

}  // namespace

void add_position(CommandLine& app, PositionOptions& options) {
  const OptionGroup group(app, kPositionGroup);
  add_text(app, "--fen FEN", options.fen,
           "A position, in quotes; castling and en passant rights count");
  add_text(app, "--moves MOVES", options.moves,
           "Moves that lead to the position, in quotes: 'e4 c5 Nf3'; they start from --fen if both "
           "are given");
  add_switch(app, "--ignore-rights", options.ignore_rights,
             "Ignore castling and en passant rights; compare only pieces and side to move");
}

Result<PlayedLine> play_moves(const Setup& first, std::string_view moves) {
  PlayedLine line{Position(first), {}, Position(first)};
  for (std::string_view rest = trim(moves); !rest.empty(); rest = trim(rest)) {
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r\n"));
    rest.remove_prefix(word.size());
    if (is_number(word)) continue;
    const auto move = read_legal_move(without_number(word), line.position);
    if (!move) {
      return Error{fmt::format("{} cannot be played after {}: {}", word,
                               counted(line.moves.size(), "half-move"),
                               reason_against(word, first, line))};
    }
    line.position.play(*move);
    line.moves.push_back(*move);
  }
  return line;
}

Result<PlayedLine> play_moves(const Position& first, std::string_view moves) {
  return play_moves(first.setup(), moves);
}

Result<PlayedLine> read_line(const PositionOptions& options) {
  const auto first =
      options.fen.empty() ? Result<Position>(Position()) : parse_position(options.fen);
  if (!first) return Error{fmt::format("--fen: {}", first.error())};
  auto line = play_moves(*first, options.moves);
  if (!line) return Error{fmt::format("--moves: {}", line.error())};
  return line;
}

PositionQuery query_of(const PlayedLine& line, const PositionOptions& options) {
  return PositionQuery(line.position, options.ignore_rights ? Rights::Ignored : Rights::Exact);
}

Result<PositionQuery> read_position(const PositionOptions& options) {
  const auto line = read_line(options);
  if (!line) return Error{line.error()};
  return query_of(*line, options);
}

namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view take_word(std::string_view& text) {
  text = trim(text);
  const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
  text.remove_prefix(word.size());
  return word;
}

bool is_digits(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, is_digit);
}

// Returns the text of an EPD operation such as `id "a name";`, if `operations` contains it.
std::optional<std::string> operand(std::string_view operations, std::string_view name) {
  for (std::string_view rest = operations; !trim(rest).empty();) {
    const std::string_view operation = take_word(rest);
    const std::string_view text = trim(rest);
    const bool is_quoted = text.starts_with('"');
    const std::size_t quote = is_quoted ? text.find('"', 1) : 0;
    const std::size_t end = text.find(';', quote == std::string_view::npos ? 0 : quote);
    if (operation == name) {
      std::string_view value = trim(text.substr(0, end));
      if (value.starts_with('"')) value.remove_prefix(1);
      if (value.ends_with('"')) value.remove_suffix(1);
      return std::string(value);
    }
    if (end == std::string_view::npos) return std::nullopt;
    rest = text.substr(end + 1);
  }
  return std::nullopt;
}

struct NamedPosition {
  PositionKey key;
  std::string name;
};

Result<NamedPosition> parse_line(std::string_view line) {
  std::string_view rest = line;
  std::string fen;
  for (int field = 0; field < 4; ++field) fen.append(take_word(rest)).push_back(' ');
  std::string_view after_counters = rest;
  const std::string_view clock = take_word(after_counters);
  const std::string_view number = take_word(after_counters);
  if (is_digits(clock) && is_digits(number)) {
    rest = after_counters;
    fen.append(clock).append(" ").append(number);
  } else {
    fen.append("0 1");
  }
  const auto position = parse_position(fen);
  if (!position) return Error{position.error()};
  for (const std::string_view operation : {"id", "c0"}) {
    if (auto name = operand(rest, operation)) return NamedPosition{position->key(), *name};
  }
  const std::string_view name = trim(rest);
  return NamedPosition{position->key(), name.empty() ? fen : std::string(name)};
}

}  // namespace

Result<NamedPositions> read_positions(std::span<const std::string> paths) {
  std::vector<PositionKey> keys;
  std::vector<std::string> names;
  for (const std::string& path : paths) {
    const auto text = read_option_file(path);
    if (!text) return Error{text.error()};
    const std::size_t read_before = keys.size();
    std::size_t number = 0;
    for (std::string_view rest = *text; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = trim(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      ++number;
      if (line.empty() || line[0] == '#' || line[0] == '%') continue;
      auto position = parse_line(line);
      if (!position) return Error{fmt::format("{}:{}: {}", path, number, position.error())};
      keys.push_back(position->key);
      names.push_back(std::move(position->name));
    }
    if (keys.size() == read_before) return Error{fmt::format("{}: it contains no position", path)};
  }
  return NamedPositions{std::make_shared<const PositionSet>(keys),
                        std::make_shared<const std::vector<std::string>>(std::move(names))};
}

namespace {

constexpr std::size_t kMaxFenLength = 4096;  // maximum number of bytes read from standard input

constexpr std::size_t kFenFields = 6;

Result<std::string> read_file(const std::string& name, std::size_t max_bytes) {
  const auto input = FileSource::open(name);
  if (!input) return Error{fmt::format("{}: {}", name, input.error())};
  std::string text(max_bytes, '\0');
  text.resize(read_fully(**input, text));
  return text;
}

// Returns whether the word is a path. A word of movetext contains slashes only in results such as
// "1/2-1/2".
bool is_path(const std::string& word) {
  return word.find('/') != std::string::npos && word != "1/2-1/2" &&
         word.find_first_of(" \t\r\n") == std::string::npos;
}

}  // namespace

Result<std::string> read_fen_line() {
  const auto input = FileSource::open("-");
  if (!input) return Error{input.error()};
  std::string text(kMaxFenLength, '\0');
  text.resize(read_fully(**input, text));
  return std::string(trim(std::string_view(text).substr(0, text.find_first_of("\r\n"))));
}

std::size_t words_of_fen(const std::vector<std::string>& words) {
  const bool is_without_quotes =
      words[0].find('/') != std::string::npos && words[0].find(' ') == std::string::npos;
  return is_without_quotes ? std::min(kFenFields, words.size()) : 1;
}

Error unexpected_word(const std::string& word) {
  return {fmt::format("unexpected '{}'; a FEN has six fields, and moves follow --moves", word)};
}

bool may_be_fen(const std::string& word) {
  return word == "startpos" || word == "-" || word.find('/') != std::string::npos;
}

Error missing_position(const std::string& word) {
  return {
      fmt::format("the position is missing before '{}': a FEN, startpos, or a file; moves "
                  "follow --moves in `arbiter position`",
                  word)};
}

Result<std::string> fen_of_words(const std::vector<std::string>& words) {
  if (words.empty()) return fen_of(initial_setup());
  const std::size_t most = words_of_fen(words);
  if (words.size() > most) {
    if (!may_be_fen(words[0])) return missing_position(words[0]);
    return unexpected_word(words[most]);
  }
  std::string text = fmt::format("{}", fmt::join(words, " "));
  if (text == "-") {
    auto line = read_fen_line();
    if (!line) return line;
    text = *line;
  }
  if (text == "startpos") return fen_of(initial_setup());
  if (trim(text).empty())
    return Error{"the FEN is empty (omit it for the standard initial position)"};
  return text;
}

Result<ParsedFen> read_fen(const std::string& text) {
  auto read = parse_fen(text);
  if (auto* parsed = std::get_if<ParsedFen>(&read)) return std::move(*parsed);
  const auto& fault = std::get<FenError>(read);
  return Error{fmt::format("the FEN cannot be read: {}\n  {}\n  {:{}}{:^>{}}", fault.message, text,
                           "", fault.offset, "", std::max<std::size_t>(fault.length, 1))};
}

Result<PositionAndRest> read_position_first(const std::vector<std::string>& words) {
  if (words.empty())
    return Error{
        "no position given; give a FEN in quotes, startpos, or - for a line of standard input"};
  const auto behind = words.begin() + static_cast<std::ptrdiff_t>(words_of_fen(words));
  std::string fen = fmt::format("{}", fmt::join(words.begin(), behind, " "));
  if (fen == "-") {
    auto line = read_fen_line();
    if (!line) return Error{line.error()};
    fen = *std::move(line);
  }
  if (!may_be_fen(fen)) return missing_position(fen);
  const auto position = parse_position(fen);
  if (!position) return Error{position.error()};
  return PositionAndRest{*position, {behind, words.end()}};
}

Result<std::string> read_text_argument(const std::string& word, std::size_t max_bytes) {
  std::error_code ignored;
  const bool is_file =
      word == "-" || is_path(word) || std::filesystem::is_regular_file(word, ignored);
  if (!is_file) return word;
  auto text = read_file(word, max_bytes + 1);
  if (text && text->size() > max_bytes) {
    return Error{
        fmt::format("{}: longer than {} bytes", word == "-" ? "standard input" : word, max_bytes)};
  }
  return text;
}

namespace {

// Returns the values of an option. The words after --between are one value.
std::vector<std::string> values_of(const FilterField& field,
                                   const std::vector<std::string>& words) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i + field.words() <= words.size(); i += field.words()) {
    std::string& value = values.emplace_back(words[i]);
    for (std::size_t j = 1; j < field.words(); ++j) value += " vs " + words[i + j];
  }
  return values;
}

// Returns a filter for games that match one of the values.
Result<GameFilter> filter_given(const FilterField& field, const std::vector<std::string>& words) {
  std::vector<GameFilter> filters;
  for (const std::string& value : values_of(field, words)) {
    auto filter = read_option(field, value);
    if (!filter) return filter;
    filters.push_back(*std::move(filter));
  }
  return any_of(std::move(filters));
}

using Require = std::function<void(GameFilter)>;

Option* add_option(CommandLine& app, const FilterField& field, const std::string& name,
                   Require require) {
  const auto take = [&field, require = std::move(require)](const std::vector<std::string>& words) {
    auto filter = filter_given(field, words);
    if (!filter) return filter.error();
    require(*std::move(filter));
    return std::string();
  };
  Option* option = app.add(name, EveryValue{take, field.words()});
  option->type_name(std::string(field.value))
      ->choices({field.choices.begin(), field.choices.end()});
  if (field.delimiters.find(',') != std::string_view::npos) option->list();
  return option;
}

void add_field(CommandLine& app, const FilterField& field, GameFilter& filter) {
  const std::string name(field.name);
  const auto require = [&filter](GameFilter more) { filter.require(std::move(more)); };
  const auto exclude = [&filter](GameFilter others) { filter.require(negated(std::move(others))); };
  const auto alias = [&](std::string_view prefix) {
    return field.synonym.empty() ? "" : fmt::format("{}{}", prefix, field.synonym);
  };
  add_option(app, field, "--" + name, require)
      ->alias(alias("--"))
      ->description(std::string(field.meaning));
  add_option(app, field, "--not-" + name, exclude)
      ->alias(alias("--not-"))
      ->description(fmt::format("Exclude games that match --{}", name))
      ->unlisted();
}

// The player's games that options such as --won select.
struct PlayerGames {
  GameFilter before = {};  // the filter without these options
  std::vector<Outcome> results = {};
  bool has_white = false;
  bool has_black = false;
  std::vector<std::pair<GameFilter, GameFilter>> conditions = {};  // for White, and for Black

  GameFilter filter() const {
    GameFilter games = has_white == has_black ? before
                       : has_white            ? as_white(before)
                                              : as_black(before);
    for (const auto& [if_white, if_black] : conditions) {
      games = with_player_condition(games, if_white, if_black);
    }
    std::vector<GameFilter> parts;
    for (const Outcome result : results) parts.push_back(with_player_result(games, result));
    return parts.empty() ? games : any_of(std::move(parts));
  }
};

constexpr const char* kNeedsPlayer = "needs a player: --player, --white, --black or --between";

// Adds an option without a value, which restricts the filter to some games of its player.
void add_player_option(CommandLine& app, const std::string& name, GameFilter& filter,
                       const std::shared_ptr<PlayerGames>& games,
                       const std::function<void(PlayerGames&)>& choose, std::string description) {
  OptionTarget target{std::function<void()>()};
  target.take = [&filter, games, choose](const std::vector<std::string>& values) {
    if (values.back() != "true") return std::string();
    if (games->before.is_empty()) games->before = filter;
    if (!white_is_player(games->before)) return std::string(kNeedsPlayer);
    choose(*games);
    filter = games->filter();
    return std::string();
  };
  app.add(name, std::move(target))->description(std::move(description));
}

// A field of the filter's player, which is one field for White and another for Black. Without a
// player, the field with its own name is used, if any.
struct PlayerField {
  std::string_view name;
  std::string_view if_white;
  std::string_view if_black;
  std::string_view meaning;
};

constexpr PlayerField kPlayerFields[] = {
    {"opponent-elo", "black-elo", "white-elo", "Rating of the player's opponent"},
    {"blunder", "white-blunder", "black-blunder",
     "; with --player, only that player's moves count"},
};

void add_player_field(CommandLine& app, const PlayerField& field, GameFilter& filter,
                      const std::shared_ptr<PlayerGames>& games) {
  const FilterField* const own = find_field(field.name);
  const FilterField* const if_white = find_field(field.if_white);
  const auto add = [&](std::string_view prefix, GameFilter (*change)(GameFilter)) {
    const auto take = [&filter, games, own, if_white, if_black = find_field(field.if_black),
                       change](const std::vector<std::string>& words) {
      if (games->before.is_empty()) games->before = filter;
      const bool has_player = white_is_player(games->before).has_value();
      if (!has_player && own == nullptr) return std::string(kNeedsPlayer);
      const auto white = filter_given(has_player ? *if_white : *own, words);
      const auto black = filter_given(has_player ? *if_black : *own, words);
      if (!white || !black) return white.error();
      if (has_player) {
        games->conditions.emplace_back(change(*white), change(*black));
        filter = games->filter();
      } else {
        filter.require(change(*white));
      }
      return std::string();
    };
    Option* const option = app.add(fmt::format("{}{}", prefix, field.name), EveryValue{take});
    return option->type_name(std::string(if_white->value))->list();
  };
  add("--", [](GameFilter one) {
    return one;
  })->description(fmt::format("{}{}", own == nullptr ? "" : own->meaning, field.meaning));
  add("--not-", negated)
      ->description(fmt::format("Exclude games that match --{}", field.name))
      ->unlisted();
}

void add_player_options(CommandLine& app, GameFilter& filter) {
  const auto games = std::make_shared<PlayerGames>();
  const auto add_result = [&](const std::string& name, Outcome result, const std::string& help) {
    const auto choose = [result](PlayerGames& some) { some.results.push_back(result); };
    add_player_option(app, name, filter, games, choose, help);
  };
  add_result("--won", Outcome::WhiteWins, "Games won by the player of --player");
  add_result("--drew", Outcome::Draw, "Games drawn by the player of --player");
  add_result("--lost", Outcome::BlackWins, "Games lost by the player of --player");
  add_player_option(
      app, "--as-white", filter, games, [](PlayerGames& some) { some.has_white = true; },
      "Games in which the player of --player has White");
  add_player_option(
      app, "--as-black", filter, games, [](PlayerGames& some) { some.has_black = true; },
      "Games in which the player of --player has Black");
  for (const PlayerField& field : kPlayerFields) add_player_field(app, field, filter, games);
}

void add_positions_from(CommandLine& app, GameFilter& filter, NamedPositions* positions) {
  const auto take = [&filter, positions](const std::vector<std::string>& paths) {
    auto read = read_positions(paths);
    if (!read) return read.error();
    GameFilter positions_filter = filter_of(PositionsTest{read->positions});
    std::vector<std::string> keys;
    for (const PositionKey key : read->positions->keys()) {
      keys.push_back(fmt::format("{:016x}", static_cast<std::uint64_t>(key)));
    }
    positions_filter.text = fmt::format("key = {}", fmt::join(keys, "|"));
    filter.require(std::move(positions_filter));
    if (positions != nullptr) *positions = *std::move(read);
    return std::string();
  };
  app.add("--positions-from", EveryValue{take})
      ->type_name("FILE")
      ->description(
          "Games in which a position of FILE occurs: a FEN or EPD per line, with a name after it "
          "or "
          "as 'id'");
}

constexpr Choice<SortKey> kKeys[] = {
    {"id", SortKey::Id},
    {"date", SortKey::Date},
    {"elo", SortKey::Elo},
    {"white-elo", SortKey::WhiteElo},
    {"black-elo", SortKey::BlackElo},
    {"white", SortKey::White},
    {"black", SortKey::Black},
    {"event", SortKey::Event},
    {"site", SortKey::Site},
    {"eco", SortKey::Eco},
    {"plies", SortKey::Plies},
    {"result", SortKey::Result},
    {"round", SortKey::Round},
    {"ply", SortKey::Ply},
};

}  // namespace

Option* add_where(CommandLine& app, GameFilter& filter) {
  const auto take = [&filter](const std::vector<std::string>& values) {
    for (const std::string& value : values) {
      auto more = parse_filter(value);
      if (!more) return more.error();
      filter.require(*std::move(more));
    }
    return std::string();
  };
  return app.add("--where", EveryValue{take})
      ->type_name("CONDITIONS")
      ->description(
          "Conditions with and, or, not and parentheses: 'elo>=2400 and (eco=B90 or not "
          "white=Carlsen, M)'");
}

void add_filters(CommandLine& app, GameFilter& filter, const FilterParts& parts) {
  const OptionGroup group(app, kFilterGroup);
  for (const FilterField& field : filter_fields()) {
    const bool comes_later =
        parts.has_player_games && std::ranges::count(kPlayerFields, field.name, &PlayerField::name);
    if (!comes_later && (parts.has_player || field.name != "player")) {
      add_field(app, field, filter);
    }
  }
  add_positions_from(app, filter, parts.positions);
  add_where(app, filter);
  // These options come after the fields and --where, which can name the player.
  if (parts.has_player_games) add_player_options(app, filter);
  // This option comes last, because it changes the conditions of all options before it.
  const auto may_match = [&filter] { accept_possible_dates(filter); };
  app.add("--may-match", std::function<void()>(may_match))
      ->description("Include games whose incomplete date may be in the range");
}

Option* add_sort(CommandLine& app, std::vector<SortOrder>& order) {
  const auto take = [&order](const std::string& text) {
    const auto words = parse_sort_words(text, kKeys);
    if (!words) return words.error();
    order.clear();
    for (const auto& [key, is_descending] : *words) {
      order.push_back({key, is_descending ? SortDirection::Descending : SortDirection::Ascending});
    }
    return std::string();
  };
  return add_shared(app, "--sort", LastValue{take},
                    sort_help(names_of(kKeys), " (ply: half-move of the position; default: id)"))
      ->choices(sort_words_of(kKeys))
      ->list();
}

}  // namespace arbiter
