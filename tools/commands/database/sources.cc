// arbiter sources DB
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/model/storage.h"
#include "db/store/open_storage.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/output/record_writer.h"
#include "tools/cli/output/utf8.h"
#include "tools/commands/database/database.h"

namespace arbiter {
namespace {

struct Options {
  std::string database;
  std::vector<std::string> forget;
  bool yes = false;
  AnswerFormat format = AnswerFormat::Text;
  ColorMode color = ColorMode::Auto;
};

std::uint64_t number_of(SourceId source) { return static_cast<std::uint32_t>(source); }

std::optional<std::uint64_t> known(GameId game) {
  if (game == GameId{}) return std::nullopt;
  return static_cast<std::uint64_t>(number_of(game));
}

// A pipe has none.
std::optional<std::uint64_t> size_on_disk(const SourceContents& contents) {
  const std::uint64_t bytes = contents.source.file.bytes;
  return bytes == 0 ? std::nullopt : std::optional(bytes);
}

// "2026-11-22" and "23:40:05", in UTC; nothing where it is not known or no time.
struct Moment {
  std::string day, time;
};
std::optional<Moment> moment_of(std::optional<std::int64_t> seconds) {
  constexpr std::int64_t kYear10000 = 253'402'300'800;
  if (!seconds || *seconds < 0 || *seconds >= kYear10000) return std::nullopt;
  const std::chrono::sys_seconds all{std::chrono::seconds(*seconds)};
  const auto day = std::chrono::floor<std::chrono::days>(all);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(all - day);
  return Moment{fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                            static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day())),
                fmt::format("{:02}:{:02}:{:02}", time.hours().count(), time.minutes().count(),
                            time.seconds().count())};
}

// As ISO 8601 has it.
std::string instant(const Moment& moment) { return moment.day + "T" + moment.time + "Z"; }

std::string numbers_of(const SourceContents& contents) {
  if (contents.games == 0) return "";
  return fmt::format("{}..{}", number_of(contents.first), number_of(contents.last));
}

std::string extent_of(const SourceMark& mark) {
  return mark.is_finished ? "all" : fmt::format("to line {}", with_commas(mark.lines));
}

using Contents = SourceContents;

std::vector<RecordDesign<Contents>::ShownColumn> shown_columns() {
  return {
      {number_column("Number"),
       [](const Contents& c) { return Cell{std::to_string(number_of(c.source.mark.source))}; }},
      {{.heading = "Source", .min_width = 20},
       [](const Contents& c) { return Cell{nearest_path(c.source.file.name)}; }},
      {{.heading = "Packed", .importance = 2},
       [](const Contents& c) { return Cell{c.source.file.packing}; }},
      {number_column("Size", 3),
       [](const Contents& c) {
         const auto bytes = size_on_disk(c);
         return Cell{bytes ? size_text(*bytes) : ""};
       }},
      {number_column("Games"), [](const Contents& c) { return Cell{with_commas(c.games)}; }},
      {{.heading = "Game numbers", .importance = 4},
       [](const Contents& c) { return Cell{numbers_of(c)}; }},
      {number_column("Findings", 5),
       [](const Contents& c) { return Cell{with_commas(c.findings)}; }},
      {{.heading = "Read", .importance = 6},
       [](const Contents& c) { return Cell{extent_of(c.source.mark)}; }},
      {{.heading = "Imported", .importance = 1},
       [](const Contents& c) {
         const auto moment = moment_of(c.source.imported);
         return Cell{moment ? moment->day + " " + moment->time.substr(0, 5) : ""};
       }},
  };
}

std::vector<RecordDesign<Contents>::NamedField> named_fields() {
  return {
      {{"source"}, [](const Contents& c) { return Value::of(number_of(c.source.mark.source)); }},
      {{"name"}, [](const Contents& c) { return Value::of(c.source.file.name); }},
      {{"packed"}, [](const Contents& c) { return Value::of_known(c.source.file.packing); }},
      {{"bytes"}, [](const Contents& c) { return Value::of(size_on_disk(c)); }},
      {{"games"}, [](const Contents& c) { return Value::of(c.games); }},
      {{"first_game"}, [](const Contents& c) { return Value::of(known(c.first)); }},
      {{"last_game"}, [](const Contents& c) { return Value::of(known(c.last)); }},
      {{"findings"}, [](const Contents& c) { return Value::of(c.findings); }},
      {{"read_bytes"}, [](const Contents& c) { return Value::of(c.source.mark.offset); }},
      {{"read_lines"}, [](const Contents& c) { return Value::of(c.source.mark.lines); }},
      {{"is_complete"},
       [](const Contents& c) {
         return Value::written(c.source.mark.is_finished ? "true" : "false");
       }},
      {{"imported"},
       [](const Contents& c) {
         const auto moment = moment_of(c.source.imported);
         return moment ? Value::of(instant(*moment)) : Value();
       }},
  };
}

// As the database has it: "games.zip:round1.pgn" with the whole path of games.zip.
std::string whole_name(const std::string& name) {
  for (std::size_t end = name.size(); end != std::string::npos && end > 0;
       end = name.rfind(':', end - 1)) {
    const SourceFile file = source_file(name.substr(0, end));
    if (file.can_be_read_again) return file.name + name.substr(end);
  }
  return name;
}

// Sources by the name in the list, by a path to the file, or all members of an archive.
std::vector<SourceId> sources_named(const std::string& name,
                                    const std::vector<SourceContents>& all) {
  const std::string path = whole_name(name);
  std::vector<SourceId> found;
  for (const SourceContents& contents : all) {
    const std::string& known = contents.source.file.name;
    const bool is_meant = known == name || known == path || known.starts_with(path + ":");
    if (is_meant) found.push_back(contents.source.mark.source);
  }
  return found;
}

// The source of that number, if no name is meant.
std::vector<SourceId> sources_meant(const std::string& word,
                                    const std::vector<SourceContents>& all) {
  std::vector<SourceId> found = sources_named(word, all);
  const auto number = parse_number(word, {.min = 1, .max = UINT32_MAX});
  if (!found.empty() || !number) return found;
  for (const SourceContents& contents : all) {
    const SourceId source = contents.source.mark.source;
    if (static_cast<std::uint32_t>(source) == *number) found.push_back(source);
  }
  return found;
}

void list(const Options& options, Storage& storage, Console& console) {
  Records<SourceContents> table(
      options.format, {.type = "source", .columns = shown_columns(), .fields = named_fields()},
      console);
  for (const SourceContents& source : storage.source_contents()) table.add(source);
  table.finish();
}

void print(const Options& options, std::size_t sources, const Erasure& erasure, Console& console) {
  if (options.format == AnswerFormat::Json) {
    JsonLine json;
    json.add("type", "summary").add("forgotten", std::uint64_t{sources});
    json.add("deleted", erasure.erased).add("left", erasure.left);
    console.print(json.finish());
    return;
  }
  console.print("{} forgotten; {} deleted, {} left\n", counted(sources, "source"),
                counted(erasure.erased, "game"), with_commas(erasure.left));
  if (erasure.erased > 0 && !is_cluster(options.database)) {
    console.say("run 'arbiter compact' to reclaim the space");
  }
}

Result<ExitCode> forget(const Options& options, Console& console) {
  if (options.format != AnswerFormat::Text && options.format != AnswerFormat::Json) {
    return Error{"--forget prints text or JSON"};
  }
  const auto storage = open_storage(options.database, {.access = Access::Write});
  if (!storage) return Error{fmt::format("{}: {}", options.database, storage.error())};
  const std::vector<SourceContents> all = (*storage)->source_contents();
  std::vector<SourceId> sources;
  for (const std::string& word : options.forget) {
    const std::vector<SourceId> found = sources_meant(word, all);
    if (found.empty()) {
      return Error{fmt::format(
          "no games came from '{}'; nothing was deleted ('arbiter sources {}' lists the sources)",
          word, options.database)};
    }
    sources.insert(sources.end(), found.begin(), found.end());
  }
  std::ranges::sort(sources);
  sources.erase(std::ranges::unique(sources).begin(), sources.end());
  const Erasure erasure =
      (*storage)->forget(sources, options.yes ? EraseLimit::None : EraseLimit::HalfOfAll);
  if (erasure.erased < erasure.matching) {
    return Error{fmt::format("that would be {} of {}; nothing was deleted (confirm with --yes)",
                             with_commas(erasure.matching), counted(erasure.left, "game"))};
  }
  print(options, sources.size(), erasure, console);
  return ExitCode::Clean;
}

Result<ExitCode> run(const Options& options, Console& console) {
  console.set_color(options.color);
  if (!options.forget.empty()) return forget(options, console);
  if (options.yes) return Error{"--yes needs --forget"};
  const auto storage = open_storage(options.database, {});
  if (!storage) return Error{fmt::format("{}: {}", options.database, storage.error())};
  list(options, **storage, console);
  return ExitCode::Clean;
}

}  // namespace

CommandRun bind_sources(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_database(app, options->database);
  add_words(app, "--forget", options->forget)
      ->type_name("SOURCE")
      ->description(
          "Delete the games that this file gave, and forget that it was read: its name or number "
          "in the list, or a path to it; of an archive, all files in it");
  add_switch(app, "--yes", options->yes, "Confirm deleting more than half of the database");
  add_format(app, options->format, kTableFormats);
  add_color(app, options->color);
  app.footer("Exit status: 0 success, 2 failure (nothing was deleted).");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
