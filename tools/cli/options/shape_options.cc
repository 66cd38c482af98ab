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
#include "lib/pgn/tag_name.h"
#include "tools/cli/options/option_helpers.h"

namespace arbiter {
namespace {

using Parts = std::bitset<kMovetextParts>;

Parts parts_of(std::initializer_list<MovetextPart> list) {
  Parts parts;
  for (const MovetextPart part : list) parts.set(static_cast<std::size_t>(part));
  return parts;
}

struct NamedParts {
  std::string_view name;
  Parts parts;
};

// The one table of parts.
const std::vector<NamedParts>& named_parts() {
  using enum MovetextPart;
  static const std::vector<NamedParts> parts = {
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

std::vector<std::string_view> part_names() {
  std::vector<std::string_view> names;
  for (const NamedParts& one : named_parts()) names.push_back(one.name);
  return names;
}

// The words between commas, trimmed.
std::vector<std::string> words_of(std::string_view list) {
  std::vector<std::string> words;
  while (true) {
    const std::size_t end = list.find(',');
    words.emplace_back(trim(list.substr(0, end)));
    if (end == std::string_view::npos) return words;
    list.remove_prefix(end + 1);
  }
}

// What is wrong with the list, or nothing.
std::string read_parts(const std::string& list, Parts& parts) {
  for (const std::string& word : words_of(list)) {
    const auto& all = named_parts();
    const auto found = std::ranges::find(all, word, &NamedParts::name);
    if (found == all.end()) return not_a_choice(word, part_names());
    parts |= found->parts;
  }
  return {};
}

std::string wrong_tag_name(std::string_view name) {
  const bool is_name = !name.empty() && std::ranges::all_of(name, [](char c) {
    return is_letter(c) || is_digit(c) || c == '_';
  });
  return is_name ? "" : fmt::format("'{}' is not the name of a tag", name);
}

// "roster", "all" or names.
std::string read_tags(const std::string& list, TagShape& tags) {
  tags.names.clear();
  tags.chosen = TagShape::Chosen::Roster;
  if (list == "roster") return {};
  tags.chosen = TagShape::Chosen::All;
  if (list == "all") return {};
  tags.chosen = TagShape::Chosen::Listed;
  for (std::string& name : words_of(list)) {
    if (std::string wrong = wrong_tag_name(name); !wrong.empty()) return wrong;
    tags.names.push_back(std::move(name));
  }
  return {};
}

// Tags that say what the moves are.
bool is_about_moves(std::string_view name) {
  const KnownTag known = known_tag(name);
  return known == KnownTag::Result || known == KnownTag::Fen || known == KnownTag::SetUp ||
         known == KnownTag::Variant;
}

std::string read_dropped(const std::string& list, TagShape& tags) {
  for (std::string& name : words_of(list)) {
    if (std::string wrong = wrong_tag_name(name); !wrong.empty()) return wrong;
    if (is_about_moves(name)) return fmt::format("without {} the game would be another", name);
    tags.dropped.push_back(std::move(name));
  }
  return {};
}

std::string read_value(const std::string& text, TagShape& tags) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return "write NAME=VALUE, for example Event=\"Club Open\"";
  std::string name(trim(std::string_view(text).substr(0, equals)));
  if (std::string wrong = wrong_tag_name(name); !wrong.empty()) return wrong;
  if (is_about_moves(name)) return fmt::format("with another {} the game would be another", name);
  tags.values.emplace_back(std::move(name), text.substr(equals + 1));
  return {};
}

// The one table of what can be added.
struct NamedGamePart {
  std::string_view name;
  GamePart part;
};
constexpr NamedGamePart kGamePartNames[] = {
    {"plycount", GamePart::PlyCount}, {"fen-end", GamePart::FenEnd},    {"fens", GamePart::Fens},
    {"hash", GamePart::Hash},         {"findings", GamePart::Findings}, {"match", GamePart::Match},
    {"eco", GamePart::Eco},           {"opening", GamePart::Opening},
};

std::vector<std::string_view> game_part_names() {
  std::vector<std::string_view> names;
  for (const NamedGamePart& one : kGamePartNames) names.push_back(one.name);
  return names;
}

std::string read_added(const std::string& list, GameShape& shape) {
  for (const std::string& word : words_of(list)) {
    const auto found = std::ranges::find(kGamePartNames, word, &NamedGamePart::name);
    if (found == std::end(kGamePartNames)) return not_a_choice(word, game_part_names());
    shape.added.set(static_cast<std::size_t>(found->part));
  }
  return {};
}

std::string read_order(const std::string& list, TagShape& tags) {
  tags.order.clear();
  for (std::string& name : words_of(list)) {
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

template <class Text>
std::vector<std::string> choices_of(const std::vector<Text>& names) {
  return {names.begin(), names.end()};
}

// For an option that may be repeated: `read` is asked of each value, and what it says first is
// wrong.
template <class Read>
EveryValue every(Read read) {
  return {[read](const std::vector<std::string>& values) {
    for (const std::string& value : values) {
      if (std::string wrong = read(value); !wrong.empty()) return wrong;
    }
    return std::string();
  }};
}

Option* add_ply(CommandLine& app, const std::string& name, std::uint32_t& ply, std::uint64_t min) {
  return add_parsed(app, name, ply,
                    [min](const std::string& text) -> Result<std::uint32_t> {
                      const auto number = parse_number(text, {.min = min, .max = 1'000'000});
                      if (!number) return Error{number.error()};
                      return static_cast<std::uint32_t>(*number);
                    })
      ->type_name("N")
      ->group(kShapeGroup);
}

void add_parts(CommandLine& app, GameShape& shape) {
  app.add("--strip", every([&shape](const std::string& list) {
            return read_parts(list, shape.movetext.dropped);
          }))
      ->type_name("PARTS")
      ->choices(choices_of(part_names()))
      ->list()
      ->group(kShapeGroup)
      ->description(
          "Omit comments, clocks, evals, commands, nags, variations or numbers; "
          "separate several with commas");
  app.add("--keep", LastValue{[&shape](const std::string& list) {
            Parts kept;
            std::string wrong = read_parts(list, kept);
            if (wrong.empty()) shape.movetext.dropped |= ~kept;
            return wrong;
          }})
      ->type_name("PARTS")
      ->choices(choices_of(part_names()))
      ->list()
      ->group(kShapeGroup)
      ->description("Omit all of these except the ones named");
  app.add("--add", every([&shape](const std::string& list) { return read_added(list, shape); }))
      ->type_name("PARTS")
      ->choices(choices_of(game_part_names()))
      ->list()
      ->group(kShapeGroup)
      ->description(
          "Add the tags plycount, eco, opening (as played) or hash (of the last position), the "
          "comments fen-end or fens (after each move), or match (where the position asked for "
          "occurs)");
}

void add_tags(CommandLine& app, TagShape& tags) {
  app.add("--tags", LastValue{[&tags](const std::string& list) { return read_tags(list, tags); }})
      ->type_name("roster|all|NAMES")
      ->group(kShapeGroup)
      ->description(
          "Write only the seven tag roster, or the tags named; Result, FEN, SetUp and "
          "Variant are always written (default: all)");
  app.add("--drop", every([&tags](const std::string& list) { return read_dropped(list, tags); }))
      ->type_name("NAMES")
      ->group(kShapeGroup)
      ->description("Omit these tags");
  app.add("--set", every([&tags](const std::string& text) { return read_value(text, tags); }))
      ->type_name("NAME=VALUE")
      ->group(kShapeGroup)
      ->description("Give every game this tag; may be repeated");
  app.add("--tag-order",
          LastValue{[&tags](const std::string& list) { return read_order(list, tags); }})
      ->type_name("NAMES")
      ->group(kShapeGroup)
      ->description("Write these tags first, in this order");
  app.add("--rename-player",
          every([&tags](const std::string& text) { return read_renamed(text, tags); }))
      ->type_name("OLD=NEW")
      ->group(kShapeGroup)
      ->description("Replace a player's name, compared as a whole; may be repeated");
}

void add_movetext(CommandLine& app, GameShape& shape) {
  add_switch(app, "--fix-results", shape.fixes_results,
             "Correct results that contradict the board or the end of the moves; a comment says so")
      ->group(kShapeGroup);
  add_ply(app, "--from-ply", shape.from_ply, 1)
      ->description("Begin with this half-move, from its position");
  add_ply(app, "--to-ply", shape.to_ply, 0)->description("End after this half-move");
  add_parsed(app, "--notation", shape.moves, parse_move_spelling)
      ->type_name("san|lan|uci|figurine|LETTERS")
      ->group(kShapeGroup)
      ->description(
          "How moves are written: Nf3, Ng1-f3, g1f3, a figurine, or with the letters of a "
          "language, "
          "such as KDTLS for German (default: san)");
  add_switch(app, "--split-variations", shape.splits_variations,
             "Write each variation as a game of its own, from the first move")
      ->group(kShapeGroup);
  add_switch(app, "--line-per-comment", shape.movetext.has_comments_on_own_lines,
             "Write each comment on lines of its own")
      ->group(kShapeGroup);
  add_parsed(app, "--width", shape.movetext.columns,
             [](const std::string& text) -> Result<std::size_t> {
               const auto columns = parse_number(text, {.min = 0, .max = 100'000});
               if (!columns) return Error{columns.error()};
               return *columns == 0 ? std::size_t{SIZE_MAX} / 2
                                    : static_cast<std::size_t>(*columns);
             })
      ->type_name("N")
      ->group(kShapeGroup)
      ->description("Break lines after at most N characters; 0: never (default: 79)");
}

constexpr Choice<FileFormat> kFormats[] = {
    {"pgn", FileFormat::Pgn}, {"json", FileFormat::Json},       {"jsonl", FileFormat::JsonLines},
    {"csv", FileFormat::Csv}, {"epd", FileFormat::Epd},         {"fen", FileFormat::Fen},
    {"uci", FileFormat::Uci}, {"parquet", FileFormat::Parquet},
};
constexpr std::span kTextFormats = std::span(kFormats).first(std::size(kFormats) - 1);

GameFormat text_format_of(FileFormat format) {
  switch (format) {
    case FileFormat::Json:
      return GameFormat::Json;
    case FileFormat::JsonLines:
      return GameFormat::JsonLines;
    case FileFormat::Csv:
      return GameFormat::Csv;
    case FileFormat::Epd:
      return GameFormat::Epd;
    case FileFormat::Fen:
      return GameFormat::Fen;
    case FileFormat::Uci:
      return GameFormat::Uci;
    case FileFormat::Pgn:
    case FileFormat::Parquet:
      break;
  }
  return GameFormat::Pgn;
}

constexpr Choice<SourceFormat> kSourceFormats[] = {
    {"pgn", SourceFormat::Pgn},
    {"json", SourceFormat::Json},
};

struct NamedKey {
  std::string_view name;
  SplitKeys keys;
};

// The one table.
const std::vector<NamedKey>& named_keys() {
  static const std::vector<NamedKey> keys = {
      {"event", {.tags = {"Event"}}},
      {"eco", {.tags = {"ECO"}}},
      {"date", {.tags = {"Date"}}},
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
  std::string names;
  for (const NamedKey& key : named_keys()) names += fmt::format("{}, ", key.name);
  return fmt::format(
      "expected a number of games, {}or tag:NAME; eco:1 takes the first character only", names);
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
  const auto found = std::ranges::find(named_keys(), name, &NamedKey::name);
  if (found == named_keys().end()) return Error{expected()};
  SplitOption named{.keys = found->keys};
  named.keys->characters = keys.characters;
  return named;
}

}  // namespace

void add_shape(CommandLine& app, GameShape& shape) {
  add_parts(app, shape);
  add_tags(app, shape.tags);
  add_movetext(app, shape);
}

void add_source_format(CommandLine& app, SourceFormat& format) {
  add_choice<SourceFormat>(app, "--from", format, kSourceFormats)
      ->description("json: read games that --format json or jsonl has written (default: pgn)");
}

void add_game_format(CommandLine& app, FormatOptions& options, Columns columns) {
  const bool has_columns = columns == Columns::Yes;
  const std::span<const Choice<FileFormat>> formats = has_columns ? kFormats : kTextFormats;
  add_choice<FileFormat>(app, "--format", options.format, formats)
      ->group(kShapeGroup)
      ->description(fmt::format(
          "json: an array of games; jsonl: a game per line; csv: a row per game; epd, fen: a line "
          "per position; uci: a line per game{} (default: pgn)",
          has_columns ? "; parquet: columns, for DuckDB, pandas and Spark" : ""));
  add_switch(app, "--positions", options.has_positions,
             has_columns
                 ? "With --format jsonl, a line per position of the main line; with parquet, "
                   "a row, sorted by the position's key"
                 : "With --format jsonl: a line per position of the main line")
      ->group(kShapeGroup);
  add_switch(app, "--unique", options.is_unique,
             "With a line per position: write no position twice")
      ->group(kShapeGroup);
}

Result<GameFormat> format_of(const FormatOptions& options) {
  if (options.has_positions && options.format != FileFormat::JsonLines) {
    return Error{"--positions needs --format jsonl; epd and fen write positions anyway"};
  }
  const GameFormat format =
      options.has_positions ? GameFormat::PositionLines : text_format_of(options.format);
  if (options.is_unique && !is_of_positions(format)) {
    return Error{"--unique needs --format epd or fen, or --format jsonl --positions"};
  }
  return format;
}

void add_split(CommandLine& app, SplitOption& split) {
  add_parsed(app, "--split", split, parse_split)
      ->type_name("N|KEY")
      ->description(
          "Write a file per N games, or per event, eco, date, site, round, result, player, white, "
          "black or tag:NAME; eco:1 goes by the first character; -o 'DIR/{}.pgn' says where");
}

}  // namespace arbiter
