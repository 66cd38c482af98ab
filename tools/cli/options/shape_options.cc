#include "tools/cli/options/shape_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <initializer_list>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/pgn/pgn_game.h"
#include "tools/cli/options/option_helpers.h"

namespace arbiter {
namespace {

using Parts = std::bitset<kMovetextParts>;

Parts parts_of(std::initializer_list<MovetextPart> list) {
  Parts parts;
  for (const MovetextPart part : list) parts.set(static_cast<std::size_t>(part));
  return parts;
}

// Returns the only table of game parts.
const std::vector<Choice<Parts>>& named_parts() {
  using enum MovetextPart;
  static const std::vector<Choice<Parts>> parts = {
      {"comments", parts_of({Words, Clocks, Evaluations, Commands})},
      {"clocks", parts_of({Clocks})},
      {"evals", parts_of({Evaluations})},
      {"commands", parts_of({Clocks, Evaluations, Commands})},
      {"nags", parts_of({Nags})},
      {"variations", parts_of({Variations})},
      {"numbers", parts_of({Numbers})},
  };
  return parts;
}

// Calls `use` with the value of each choice that the list names. Returns the error in the list, if
// any.
template <class Choices, class Use>
std::string read_list(const std::string& list, const Choices& choices, Use use) {
  for (const std::string& word : split_by_comma(list)) {
    const auto found =
        std::ranges::find_if(choices, [&](const auto& one) { return one.name == word; });
    if (found == std::end(choices)) return not_a_choice(word, names_of(choices));
    use(found->value);
  }
  return {};
}

std::string read_parts(const std::string& list, Parts& parts) {
  return read_list(list, named_parts(), [&parts](const Parts& more) { parts |= more; });
}

std::string wrong_tag_name(std::string_view name) {
  const bool is_name = !name.empty() && std::ranges::all_of(name, [](char c) {
    return is_letter(c) || is_digit(c) || c == '_';
  });
  return is_name ? "" : fmt::format("invalid tag name '{}'", name);
}

// Reads "roster", "all" or tag names. Returns the error, or an empty string.
std::string read_tags(const std::string& list, TagShape& tags) {
  tags.names.clear();
  tags.chosen = TagShape::Chosen::Roster;
  if (list == "roster") return {};
  tags.chosen = TagShape::Chosen::All;
  if (list == "all") return {};
  tags.chosen = TagShape::Chosen::Listed;
  for (std::string& name : split_by_comma(list)) {
    if (std::string wrong = wrong_tag_name(name); !wrong.empty()) return wrong;
    tags.names.push_back(std::move(name));
  }
  return {};
}

// Returns whether the moves depend on the tag.
bool is_about_moves(std::string_view name) {
  const KnownTag known = known_tag(name);
  return known == KnownTag::Result || known == KnownTag::Fen || known == KnownTag::SetUp ||
         known == KnownTag::Variant;
}

std::string read_dropped(const std::string& list, TagShape& tags) {
  for (std::string& name : split_by_comma(list)) {
    if (std::string wrong = wrong_tag_name(name); !wrong.empty()) return wrong;
    if (is_about_moves(name)) return fmt::format("cannot omit '{}': the moves depend on it", name);
    tags.dropped.push_back(std::move(name));
  }
  return {};
}

std::string read_value(const std::string& text, TagShape& tags) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return "write NAME=VALUE, for example Event=\"Club Open\"";
  std::string name(trim(std::string_view(text).substr(0, equals)));
  if (std::string wrong = wrong_tag_name(name); !wrong.empty()) return wrong;
  const bool is_result = known_tag(name) == KnownTag::Result;
  const std::string value = text.substr(equals + 1);
  constexpr std::string_view kResults[] = {"1-0", "0-1", "1/2-1/2", "*"};
  if (is_result && std::ranges::find(kResults, value) == std::end(kResults)) {
    return not_a_choice(value, kResults);
  }
  if (is_about_moves(name) && !is_result) {
    return fmt::format("{} must agree with the moves", name);
  }
  tags.values.emplace_back(std::move(name), value);
  return {};
}

// The only table of parts that can be added.
constexpr Choice<GamePart> kGamePartNames[] = {
    {"plycount", GamePart::PlyCount},
    {"fen-end", GamePart::FenEnd},
    {"fens", GamePart::Fens},
    {"hash", GamePart::Hash},
    {"findings", GamePart::Findings},
    {"match", GamePart::Match},
    {"eco", GamePart::Eco},
    {"opening", GamePart::Opening},
    {"totalplycount", GamePart::TotalPlyCount},
};

std::string read_added(const std::string& list, GameShape& shape) {
  return read_list(list, kGamePartNames,
                   [&shape](GamePart part) { shape.added.set(static_cast<std::size_t>(part)); });
}

std::string read_order(const std::string& list, TagShape& tags) {
  tags.order.clear();
  for (std::string& name : split_by_comma(list)) {
    if (std::string wrong = wrong_tag_name(name); !wrong.empty()) return wrong;
    tags.order.push_back(std::move(name));
  }
  return {};
}

std::string read_renamed(const std::string& text, TagShape& tags) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    return "write OLD=NEW, for example 'Kasparow, G.=Kasparov, Garry'";
  }
  tags.renamed.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  return {};
}

// Adds an option that may be repeated. `read` receives each value and returns its error.
template <class Read>
EveryValue every(Read read) {
  return {[read](const std::vector<std::string>& values) {
    for (const std::string& value : values) {
      if (std::string wrong = read(value); !wrong.empty()) return wrong;
    }
    return std::string();
  }};
}

// Adds an option whose value is a list of `names`.
Option* add_list(CommandLine& app, const std::string& name, OptionTarget target,
                 const std::vector<std::string_view>& names) {
  return app.add(name, std::move(target))->choices({names.begin(), names.end()})->list();
}

void add_parts(CommandLine& app, GameShape& shape) {
  const auto strip = [&](const std::string& list) {
    return read_parts(list, shape.movetext.dropped);
  };
  const auto keep = [&](const std::string& list) {
    Parts kept;
    std::string wrong = read_parts(list, kept);
    if (wrong.empty()) shape.movetext.dropped |= ~kept;
    return wrong;
  };
  const auto add = [&](const std::string& list) { return read_added(list, shape); };
  add_list(app, "--strip PARTS", every(strip), names_of(named_parts()))
      ->description(
          "Omit parts (comma-separated): comments, clocks, evals, commands, nags, variations or "
          "numbers");
  add_list(app, "--keep PARTS", LastValue{keep}, names_of(named_parts()))
      ->description("Keep only these parts; omit all others listed under --strip");
  add_list(app, "--add PARTS", every(add), names_of(kGamePartNames))
      ->description(
          "Include tags: plycount, totalplycount (with variations), eco, opening (as played), hash "
          "(of the last position); or comments: fen-end, fens (after each move), match (where the "
          "query position occurs)");
}

void add_tags(CommandLine& app, TagShape& tags) {
  const auto reading_with = [&tags](std::string (*read)(const std::string&, TagShape&)) {
    return [&tags, read](const std::string& text) { return read(text, tags); };
  };
  app.add("--tags roster|all|NAMES", LastValue{reading_with(read_tags)})
      ->description(
          "Write only the seven tag roster, or the named tags; Result, FEN, SetUp and "
          "Variant are always written (default: all)");
  app.add("--drop NAMES", every(reading_with(read_dropped)))->description("Omit these tags");
  app.add("--set NAME=VALUE", every(reading_with(read_value)))
      ->description("Set this tag in every game; may be repeated");
  app.add("--tag-order NAMES", LastValue{reading_with(read_order)})
      ->description("Write these tags first, in this order");
  app.add("--rename-player OLD=NEW", every(reading_with(read_renamed)))
      ->description("Replace a player's full name; may be repeated");
}

void add_movetext(CommandLine& app, GameShape& shape) {
  constexpr std::uint64_t kMaxPly = 1'000'000;
  const auto read_width = [](const std::string& text) -> Result<std::size_t> {
    const auto columns = parse_number(text, {.min = 0, .max = 100'000});
    if (!columns) return Error{columns.error()};
    return *columns == 0 ? std::size_t{SIZE_MAX} / 2 : static_cast<std::size_t>(*columns);
  };
  add_switch(
      app, "--fix-results", shape.fixes_results,
      "Replace results that contradict the board or the end of the moves, and add a comment");
  add_number(app, "--from-ply", shape.from_ply, {.min = 1, .max = kMaxPly},
             "Skip the moves before half-move N; begin with the position at that point");
  add_text(app, "--from-comment TEXT", shape.from_comment,
           "Skip the moves before the first comment that contains this text");
  add_number(app, "--last-plies", shape.last_plies, {.min = 0, .max = kMaxPly},
             "Skip the moves before the last N half-moves; begin with the position at that point; "
             "0: only the last position, for example with --format fen");
  // This value is read after --from-ply. Without --from-ply, --to-ply 0 keeps only the tags.
  const auto read_end = [&shape](std::string_view text) -> Result<std::uint32_t> {
    const auto ply = parse_number(text, {.min = 0, .max = kMaxPly});
    if (!ply) return Error{ply.error()};
    if (shape.from_ply > 1 && *ply < shape.from_ply) {
      return Error{fmt::format("{} is before --from-ply {}; no moves would be written", *ply,
                               shape.from_ply)};
    }
    return static_cast<std::uint32_t>(*ply);
  };
  add_parsed(app, "--to-ply N", shape.to_ply, read_end, "Stop after this half-move");
  add_parsed(app, "--notation san|lan|uci|figurine|LETTERS", shape.moves, parse_move_spelling,
             "Move notation: Nf3, Ng1-f3, g1f3, a figurine, or with the letters of a language, "
             "such as KDTLS for German (default: san)");
  add_switch(app, "--split-variations", shape.splits_variations,
             "Write each variation as a separate game, starting with the first move");
  add_switch(app, "--line-per-comment", shape.movetext.has_comments_on_own_lines,
             "Write each comment on its own line");
  add_parsed(app, "--width N", shape.movetext.columns, read_width,
             "Limit lines to N characters; 0: no limit (default: 79)");
}

constexpr Choice<FileFormat> kFormats[] = {
    {"pgn", FileFormat::Pgn}, {"json", FileFormat::Json},       {"jsonl", FileFormat::JsonLines},
    {"csv", FileFormat::Csv}, {"epd", FileFormat::Epd},         {"fen", FileFormat::Fen},
    {"uci", FileFormat::Uci}, {"parquet", FileFormat::Parquet},
};
constexpr std::span kTextFormats = std::span(kFormats).first(std::size(kFormats) - 1);

// Game formats, indexed by FileFormat.
constexpr GameFormat kGameFormats[] = {GameFormat::Pgn, GameFormat::Json, GameFormat::JsonLines,
                                       GameFormat::Csv, GameFormat::Epd,  GameFormat::Fen,
                                       GameFormat::Uci, GameFormat::Pgn};

constexpr Choice<SourceFormat> kSourceFormats[] = {
    {"pgn", SourceFormat::Pgn},
    {"json", SourceFormat::Json},
};

// Returns the only table of keys.
const std::vector<Choice<SplitKeys>>& named_keys() {
  static const std::vector<Choice<SplitKeys>> keys = {
      {"event", {.tags = {"Event"}}},
      {"eco", {.tags = {"ECO"}}},
      {"date", {.tags = {"Date"}, .cuts_unknown = true}},
      {"year", {.tags = {"Date"}, .characters = 4, .cuts_unknown = true}},
      {"month", {.tags = {"Date"}, .characters = 7, .cuts_unknown = true}},
      {"site", {.tags = {"Site"}}},
      {"round", {.tags = {"Round"}, .by_whole_round = true}},
      {"result", {.tags = {"Result"}}},
      {"player", {.tags = {"White", "Black"}}},
      {"white", {.tags = {"White"}}},
      {"black", {.tags = {"Black"}}},
  };
  return keys;
}

std::string expected() {
  return fmt::format(
      "expected a number of games, {}, or tag:NAME; eco:1 takes the first character only",
      fmt::join(names_of(named_keys()), ", "));
}

Result<SplitOption> parse_split(const std::string& text) {
  if (!text.empty() && std::ranges::all_of(text, is_digit)) {
    const auto games = parse_number(text, {.min = 1});
    if (!games) return Error{games.error()};
    return SplitOption{.games = *games};
  }
  constexpr std::string_view kTag = "tag:";
  const bool names_tag = text.starts_with(kTag);
  std::string name = names_tag ? text.substr(kTag.size()) : text;
  SplitKeys keys;
  if (const std::size_t colon = name.find(':'); colon != std::string::npos) {
    const auto characters =
        parse_number(std::string_view(name).substr(colon + 1), {.min = 1, .max = 100});
    if (!characters) return Error{expected()};
    keys.characters = static_cast<std::size_t>(*characters);
    name.resize(colon);
  }
  if (names_tag) {
    if (name.empty()) return Error{expected()};
    keys.tags = {name};
    return SplitOption{.keys = keys};
  }
  const auto found = std::ranges::find(named_keys(), name, &Choice<SplitKeys>::name);
  if (found == named_keys().end()) return Error{expected()};
  SplitOption named{.keys = found->value};
  named.keys->characters = std::min(named.keys->characters, keys.characters);
  return named;
}

}  // namespace

void add_shape(CommandLine& app, GameShape& shape) {
  const OptionGroup group(app, kShapeGroup);
  add_parts(app, shape);
  add_tags(app, shape.tags);
  add_movetext(app, shape);
}

void add_source_format(CommandLine& app, SourceFormat& format) {
  add_choice(app, "--from", format, kSourceFormats,
             "Input format; json reads what --format json or jsonl writes (default: pgn)");
}

void add_game_format(CommandLine& app, FormatOptions& options, Columns columns) {
  const OptionGroup group(app, kShapeGroup);
  const bool has_columns = columns == Columns::Yes;
  const std::span<const Choice<FileFormat>> formats = has_columns ? kFormats : kTextFormats;
  add_choice<FileFormat>(
      app, "--format", options.format, formats,
      fmt::format("Output format; json: an array of games; jsonl: a game per line; csv: a row per "
                  "game; epd, fen: a line per position; uci: a line per game{} (default: by the "
                  "name of the output, otherwise pgn)",
                  has_columns ? "; parquet: columns, for DuckDB, pandas and Spark" : ""));
  add_switch(app, "--positions", options.has_positions,
             has_columns
                 ? "Write the positions of the main line, one per line with --format jsonl or csv, "
                   "one per row with parquet, sorted by the position key, without those that "
                   "occurred earlier in their game"
                 : "Write a line per position of the main line, with --format jsonl or csv");
}

Option* add_unique(CommandLine& app, FormatOptions& options, std::string description) {
  const OptionGroup group(app, kShapeGroup);
  return add_switch(app, "--unique", options.is_unique, std::move(description));
}

std::optional<Error> choose_format(FormatOptions& options, const std::string& output) {
  if (options.format == FileFormat::Pgn) return std::nullopt;
  if (options.format != FileFormat::ByName) return fault_of_games_name(output);
  std::vector<std::string_view> names = names_of(kFormats);
  names.push_back("text");  // PGN, as without an extension
  const auto named = format_by_name(output, names);
  if (!named) return Error{named.error() + "; with --format, any name is possible"};
  const auto* const format =
      std::ranges::find(kFormats, named->value_or("pgn"), &Choice<FileFormat>::name);
  options.format = format == std::end(kFormats) ? FileFormat::Pgn : format->value;
  return std::nullopt;
}

std::optional<Error> fault_of_pgn_name(const std::string& output) {
  constexpr std::string_view kNames[] = {"pgn", "text"};
  const auto named = format_by_name(output, kNames);
  if (named) return std::nullopt;
  return Error{named.error() + "; the games are written as PGN"};
}

namespace {

// Returns an error if the format cannot contain an added part. The format has no parts, or it has
// only tags and the part is not a tag.
std::optional<Error> fault_of_added(const GameShape& shape, GameFormat format) {
  const bool is_json = format == GameFormat::Json || format == GameFormat::JsonLines;
  for (const auto& [name, part] : kGamePartNames) {
    if (!shape.adds(part) || is_json) continue;
    const bool is_comment = part == GamePart::FenEnd || part == GamePart::Fens;
    if (part != GamePart::Findings && (!is_comment || format == GameFormat::Pgn)) continue;
    return Error{fmt::format("--add {} needs --format {}{}", name, is_comment ? "pgn, " : "",
                             part == GamePart::FenEnd
                                 ? "json or jsonl; --last-plies 0 --format fen writes the last "
                                   "position of each game"
                                 : "json or jsonl")};
  }
  return {};
}

}  // namespace

std::string new_result(const GameShape& shape) {
  std::string result;
  for (const auto& [name, value] : shape.tags.values) {
    if (known_tag(name) == KnownTag::Result) result = value;
  }
  return result;
}

Result<GameFormat> format_of(const FormatOptions& options, const GameShape& shape) {
  if (options.format == FileFormat::Parquet) {
    return Error{
        fmt::format("only `arbiter export` writes Parquet: arbiter export FILE{} -o NAME.parquet",
                    options.has_positions ? " --positions" : "")};
  }
  if (const std::string result = new_result(shape); !result.empty()) {
    return Error{fmt::format(
        "--set: Result must agree with the end of the moves; use `arbiter filter -i --game N --set "
        "Result={} FILE` to replace both",
        result)};
  }
  GameFormat format = kGameFormats[static_cast<std::size_t>(options.format)];
  if (options.has_positions) {
    if (format != GameFormat::JsonLines && format != GameFormat::Csv) {
      return Error{"--positions needs --format jsonl or csv; epd and fen write positions anyway"};
    }
    format = format == GameFormat::Csv ? GameFormat::PositionTable : GameFormat::PositionLines;
  }
  if (options.is_unique && !is_of_positions(format)) {
    return Error{"--unique needs --format epd or fen, or --positions with --format jsonl or csv"};
  }
  if (auto fault = fault_of_added(shape, format)) return *std::move(fault);
  return format;
}

void add_split(CommandLine& app, SplitOption& split) {
  add_parsed(
      app, "--split N|KEY", split, parse_split,
      "Write a file per N games, or per event, eco, date, year, month, site, round, result, "
      "player, white, black or tag:NAME; eco:1 uses the first character; -o 'DIR/{}.pgn' names the "
      "files");
}

}  // namespace arbiter
