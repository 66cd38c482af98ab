// The command `arbiter sources DB`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/import/source_recoding.h"
#include "db/model/storage.h"
#include "db/store/open_storage.h"
#include "lib/base/text.h"
#include "lib/export/neutral_text.h"
#include "lib/io/legacy_encoding.h"
#include "lib/laws/date.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_cells.h"
#include "tools/commands/database/database.h"

namespace arbiter {
namespace {

struct SourcesCommandOptions {
  std::string database;
  std::vector<std::string> forget;
  std::vector<std::string> encodings;  // in the form SOURCE=NAME
  bool apply = false;
  bool yes = false;
  AnswerFormat format = AnswerFormat::Text;
};

std::optional<std::uint64_t> known(GameId game) {
  if (game == GameId{}) return std::nullopt;
  return static_cast<std::uint64_t>(number_of(game));
}

// Returns the size of a source on disk. Pipes have no size.
std::optional<std::uint64_t> size_on_disk(const SourceContents& contents) {
  const std::uint64_t bytes = contents.source.file.bytes;
  return bytes == 0 ? std::nullopt : std::optional(bytes);
}

// Returns a UTC time such as "2026-11-22T23:40:05Z"; empty for an unknown or impossible time.
std::string instant_text(std::optional<std::int64_t> seconds) {
  constexpr std::int64_t kYear10000 = 253'402'300'800;
  if (!seconds || *seconds < 0 || *seconds >= kYear10000) return "";
  return utc_text(static_cast<std::time_t>(*seconds), "{:%FT%TZ}");
}

std::string numbers_of(const SourceContents& contents) {
  if (contents.games == 0) return "";
  return fmt::format("{}..{}", number_of(contents.first), number_of(contents.last));
}

std::string extent_of(const SourceMark& mark) {
  return mark.is_finished ? "all" : fmt::format("to line {}", with_commas(mark.lines));
}

RecordKind<SourceContents> source_kind() {
  return {
      "source",
      {{number_column("Number"), "source",
        [](auto& one) { return Value::of(std::uint64_t{number_of(one.source.mark.source)}); }},
       {{.heading = "Source", .min_width = 20},
        [](auto& one) { return nearest_path(one.source.file.name); }},
       {"name", [](auto& one) { return Value::of(one.source.file.name); }},
       {{.heading = "Packed", .importance = 2},
        "packed",
        [](auto& one) { return one.source.file.packing; }},
       {number_column("Size", 3),
        [](auto& one) {
          const auto bytes = size_on_disk(one);
          return bytes ? size_text(*bytes) : "";
        }},
       {"bytes", size_on_disk},
       {number_column("Games"), "games", [](auto& one) { return one.games; }},
       {{.heading = "Game numbers", .importance = 4}, numbers_of},
       {"first_game", [](auto& one) { return known(one.first); }},
       {"last_game", [](auto& one) { return known(one.last); }},
       {number_column("Findings", 5), "findings", [](auto& one) { return one.findings; }},
       {{.heading = "Read", .importance = 6}, [](auto& one) { return extent_of(one.source.mark); }},
       {"read_bytes", [](auto& one) { return one.source.mark.offset; }},
       {"read_lines", [](auto& one) { return one.source.mark.lines; }},
       {"is_complete",
        [](auto& one) { return Value::written(one.source.mark.is_finished ? "true" : "false"); }},
       {{.heading = "Imported", .importance = 1},
        [](auto& one) {
          const std::string instant = instant_text(one.source.imported);
          return instant.empty() ? "" : instant.substr(0, 10) + " " + instant.substr(11, 5);
        }},
       {"imported", [](auto& one) { return instant_text(one.source.imported); }},
       {{.heading = "Encoding", .importance = 7}, "encoding", [](auto& one) {
          return one.source.mark.encoding;
        }}}};
}

// Returns the name of the source in the database, such as "games.zip:round1.pgn" with the absolute
// path of games.zip.
std::string whole_name(const std::string& name) {
  for (std::size_t end = name.size(); end != std::string::npos && end > 0;
       end = name.rfind(':', end - 1)) {
    const SourceFile file = source_file(name.substr(0, end));
    if (file.can_be_read_again) return file.name + name.substr(end);
  }
  return name;
}

// Returns whether `known` is `path`, or a file in the archive `path`.
bool is_of_path(std::string_view known, std::string_view path) {
  return known == path || (known.starts_with(path) && known.substr(path.size()).starts_with(':'));
}

// Returns the path in `known`, without the name of an archive member, if it ends in `name`:
// "/club/rounds.zip" for "rounds.zip". Otherwise returns an empty string.
std::string_view path_ending_in(std::string_view known, const std::string& name) {
  const std::string end = "/" + name;
  for (std::size_t at = known.find(end); at != known.npos; at = known.find(end, at + 1)) {
    const std::string_view path = known.substr(0, at + end.size());
    if (is_of_path(known, path)) return path;
  }
  return {};
}

// Returns the path that the word denotes: a listed name, a path relative to the current folder,
// or the end of exactly one path. Returns an empty string if there is none.
Result<std::string> path_meant(const std::string& word, const std::vector<SourceContents>& all) {
  const std::string whole = whole_name(word);
  std::set<std::string_view> ending;
  for (const SourceContents& contents : all) {
    const std::string& known = contents.source.file.name;
    for (const std::string& path : {word, whole}) {
      if (is_of_path(known, path)) return path;
    }
    if (const auto path = path_ending_in(known, word); !path.empty()) ending.insert(path);
  }
  if (ending.empty()) return std::string();
  if (ending.size() == 1) return std::string(*ending.begin());
  return Error{fmt::format("'{}' could be {}", word, fmt::join(ending, " or "))};
}

// Returns the sources denoted by the word: those of a path, or otherwise the source with that
// number. If there is none, `undone` ends the message, as in "nothing was deleted".
Result<std::vector<SourceId>> sources_matching(const std::string& word,
                                               const SourcesCommandOptions& options,
                                               const std::vector<SourceContents>& all,
                                               std::string_view undone) {
  const auto path = path_meant(word, all);
  if (!path) return Error{fmt::format("{}; {}", path.error(), undone)};
  const auto number = parse_number(word, {.min = 1, .max = UINT32_MAX});
  std::vector<SourceId> found;
  for (const SourceContents& contents : all) {
    const SourceId source = contents.source.mark.source;
    const bool is_match = path->empty() ? number && static_cast<std::uint32_t>(source) == *number
                                        : is_of_path(contents.source.file.name, *path);
    if (is_match) found.push_back(source);
  }
  if (!found.empty()) return found;
  return Error{fmt::format("no source matches '{}'; {} (`arbiter sources {}` lists the sources)",
                           word, undone, options.database)};
}

void print_json(std::size_t forgotten, const Erasure& erasure, Console& console) {
  JsonLine json;
  json.add("type", "summary").add("forgotten", std::uint64_t{forgotten});
  json.add("matching", erasure.matching).add("deleted", erasure.erased).add("left", erasure.left);
  console.print(json.finish());
}

void print(const SourcesCommandOptions& options, std::size_t sources, const Erasure& erasure,
           Console& console) {
  if (options.format == AnswerFormat::Json) return print_json(sources, erasure, console);
  console.print("{} forgotten; {} deleted, {} left\n", counted(sources, "source"),
                counted(erasure.erased, "game"), with_commas(erasure.left));
  if (erasure.erased > 0 && !is_cluster(options.database)) {
    console.say("run `arbiter compact` to reclaim the space");
  }
}

// Prints the games that --apply would delete.
ExitCode preview(const SourcesCommandOptions& options, std::span<const SourceId> sources,
                 const std::vector<SourceContents>& all, Console& console) {
  Erasure erasure;
  for (const SourceContents& contents : all) {
    const bool is_meant = std::ranges::binary_search(sources, contents.source.mark.source);
    if (is_meant) erasure.matching += contents.games;
    erasure.left += contents.games;
  }
  if (options.format == AnswerFormat::Json) {
    print_json(0, erasure, console);
  } else {
    console.print(
        "{} would be forgotten; {} would be deleted, {} left; use --apply to delete them\n",
        counted(sources.size(), "source"), counted(erasure.matching, "game"),
        with_commas(erasure.left - erasure.matching));
  }
  return ExitCode::Clean;
}

Result<ExitCode> forget(const SourcesCommandOptions& options, Console& console) {
  if (options.format != AnswerFormat::Text && options.format != AnswerFormat::Json) {
    return Error{"--forget needs --format text or json"};
  }
  const bool applies = options.apply || options.yes;
  const auto storage =
      open_storage(options.database, {.access = applies ? Access::Write : Access::Read});
  if (!storage) return Error{fmt::format("{}: {}", options.database, storage.error())};
  const std::vector<SourceContents> all = (*storage)->source_contents();
  std::vector<SourceId> sources;
  for (const std::string& word : options.forget) {
    const auto found = sources_matching(word, options, all, "nothing was deleted");
    if (!found) return Error{found.error()};
    sources.insert(sources.end(), found->begin(), found->end());
  }
  std::ranges::sort(sources);
  sources.erase(std::ranges::unique(sources).begin(), sources.end());
  if (!applies) return preview(options, sources, all, console);
  const Erasure erasure =
      (*storage)->forget(sources, options.yes ? EraseLimit::None : EraseLimit::HalfOfAll);
  if (erasure.erased < erasure.matching) {
    return Error{fmt::format("this would delete {} of {}; nothing was deleted (confirm with --yes)",
                             with_commas(erasure.matching), counted(erasure.left, "game"))};
  }
  print(options, sources.size(), erasure, console);
  return ExitCode::Clean;
}

void print_recoded(const SourcesCommandOptions& options, const SourceRecoding& recoding,
                   const RecodedSource& recoded, Console& console) {
  const std::string& name = recoding.source.file.name;
  if (options.format == AnswerFormat::Json) {
    JsonLine json;
    json.add("type", "recoding").add("name", name);
    json.add("encoding", recoding.encoding);
    json.add("games", recoded.games).add("changed", recoded.changed);
    console.print(json.finish());
    return;
  }
  console.print("{}: {} of {} {}converted from {}\n", nearest_path(name),
                with_commas(recoded.changed), counted(recoded.games, "game"),
                options.apply ? "" : "would be ", recoding.encoding);
  for (const auto& [before, after] : recoded.names) {
    console.print("  {} -> {}\n", neutral(before), neutral(after));
  }
}

// Parses a string such as "SOURCE=NAME".
Result<std::vector<SourceRecoding>> recodings_of(const std::string& word,
                                                 const SourcesCommandOptions& options,
                                                 const std::vector<SourceContents>& all) {
  const std::size_t sign = word.rfind('=');
  if (sign == std::string::npos) {
    return Error{fmt::format(
        "--encoding: invalid value '{}' (expected SOURCE=NAME, such as 1=windows-1251)", word)};
  }
  const std::string encoding = word.substr(sign + 1);
  if (auto fault = fault_of_encoding(encoding)) return *std::move(fault);
  const auto sources = sources_matching(word.substr(0, sign), options, all, "nothing was changed");
  if (!sources) return Error{sources.error()};
  std::vector<SourceRecoding> recodings;
  for (const SourceId source : *sources) {
    const auto contents = std::ranges::find(
        all, source, [](const SourceContents& one) { return one.source.mark.source; });
    recodings.push_back({contents->source, encoding});
  }
  return recodings;
}

Result<ExitCode> recode(const SourcesCommandOptions& options, Console& console) {
  if (options.format != AnswerFormat::Text && options.format != AnswerFormat::Json) {
    return Error{"--encoding needs --format text or json"};
  }
  const auto storage =
      open_storage(options.database, {.access = options.apply ? Access::Write : Access::Read});
  if (!storage) return Error{fmt::format("{}: {}", options.database, storage.error())};
  std::vector<SourceRecoding> recodings;
  const std::vector<SourceContents> all = (*storage)->source_contents();
  for (const std::string& word : options.encodings) {
    const auto named = recodings_of(word, options, all);
    if (!named) return Error{named.error()};
    recodings.insert(recodings.end(), named->begin(), named->end());
  }
  for (const SourceRecoding& recoding : recodings) {
    const std::string& before = recoding.source.mark.encoding;
    if (!before.starts_with("ISO-2022")) continue;
    return Error{
        fmt::format("{} was imported from {}, a stateful encoding, which cannot be reversed; "
                    "import the file again with --again",
                    recoding.source.file.name, before)};
  }
  for (SourceRecoding& recoding : recodings) {
    const auto archive = database_opener().open(options.database);
    if (!archive) return Error{fmt::format("{}: {}", options.database, archive.error())};
    recoding.index_plies = (*storage)->index_plies();
    std::unique_ptr<SourceReplacement> replacement;
    if (options.apply) {
      replacement = (*storage)->replace({recoding.source.mark.source, {}, recoding.source.file});
    }
    const RecodedSource recoded = recode_source(**archive, recoding, replacement.get());
    if (replacement) replacement->finish();
    print_recoded(options, recoding, recoded, console);
  }
  if (!options.apply && options.format == AnswerFormat::Text) {
    console.print("use --apply to convert them\n");
  }
  return ExitCode::Clean;
}

Result<ExitCode> run(const SourcesCommandOptions& options, Console& console) {
  if (!options.forget.empty() && !options.encodings.empty()) {
    return Error{"--forget cannot be combined with --encoding"};
  }
  if (!options.forget.empty()) return forget(options, console);
  if (options.yes) return Error{"--yes needs --forget"};
  if (!options.encodings.empty()) return recode(options, console);
  if (options.apply) return Error{"--apply needs --forget or --encoding"};
  const auto storage = open_storage(options.database, {});
  if (!storage) return Error{fmt::format("{}: {}", options.database, storage.error())};
  print_records(options.format, source_kind(), (*storage)->source_contents(), console);
  return ExitCode::Clean;
}

}  // namespace

CommandRun bind_sources(CommandLine& app) {
  const auto options = std::make_shared<SourcesCommandOptions>();
  add_database(app, options->database);
  add_text(app, "--forget SOURCE", options->forget,
           "Delete the games and import record of this source: a name or number in the list, a "
           "path, or a path suffix; an archive includes all files in it");
  add_text(app, "--encoding SOURCE=NAME", options->encodings,
           "Decode the games of this source again, from this encoding, such as "
           "rounds.pgn=windows-1251");
  add_switch(app, "--apply", options->apply,
             "Delete the games, unless they are more than half of the database; with --encoding, "
             "convert them");
  add_switch(app, "--yes", options->yes,
             "Delete the games, even if they are more than half of the database");
  add_format(app, options->format, kTableFormats);
  app.footer(
      "Without --apply or --yes, nothing is changed.\nExit status: 0 success, 2 failure (nothing "
      "was changed).");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
