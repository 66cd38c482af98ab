// arbiter dedup DB
#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/care/deduplication.h"
#include "db/care/deletion.h"
#include "db/games/database.h"
#include "db/games/game_columns.h"
#include "db/games/stored_game.h"
#include "db/model/tag_columns.h"
#include "db/query/game_selection.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/choice.h"
#include "tools/cli/output/csv_row.h"
#include "tools/cli/output/game_text.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/output/table_format.h"
#include "tools/commands/commands.h"

namespace arbiter::commands {
namespace {

enum class Kinds { All, SameMoves, Prefix, OtherNames };

constexpr Choice<Kinds> kKinds[] = {{"all", Kinds::All},
                                    {"same-moves", Kinds::SameMoves},
                                    {"prefix", Kinds::Prefix},
                                    {"other-names", Kinds::OtherNames}};

struct Options {
  std::string database;
  bool apply = false;
  Kinds kinds = Kinds::All;
  GameFilter filter;
  TableFormat format = TableFormat::Text;
};

bool is_wanted(Kinds kinds, DuplicateKind kind) {
  switch (kinds) {
    case Kinds::All:
      return true;
    case Kinds::SameMoves:
      return kind == DuplicateKind::SameMoves;
    case Kinds::Prefix:
      return kind == DuplicateKind::Prefix;
    case Kinds::OtherNames:
      return kind == DuplicateKind::OtherNames;
  }
  return false;
}

void keep_kinds(Kinds kinds, std::vector<DuplicateGroup>& groups) {
  for (DuplicateGroup& group : groups) {
    std::erase_if(group.others,
                  [kinds](const DuplicateGame& game) { return !is_wanted(kinds, game.kind); });
  }
  std::erase_if(groups, [](const DuplicateGroup& group) { return group.others.empty(); });
}

std::string_view sentence_of(DuplicateKind kind) {
  switch (kind) {
    case DuplicateKind::SameMoves:
      return "the same moves";
    case DuplicateKind::Prefix:
      return "how it begins";
    case DuplicateKind::OtherNames:
      return "the same moves under other names";
  }
  return {};
}

constexpr std::string_view kHeld = "it has comments or variations of its own";

// Groups one by one, in one of the formats.
class GroupPrinter {
 public:
  GroupPrinter(TableFormat format, const Connection& connection, Console& console)
      : format_(format), games_(connection), console_(console) {
    if (format == TableFormat::Csv) {
      console.print("group,game,action,kind,why,white,black,date,event,result,plies,source,line\n");
    }
  }

  void print(const DuplicateGroup& group) {
    ++groups_;
    if (format_ == TableFormat::Text && groups_ > 1) console_.print("\n");
    add(group.kept, nullptr);
    for (const DuplicateGame& other : group.others) {
      ++(other.is_held ? held_ : deleted_);
      add(other.game, &other);
    }
  }

  std::uint64_t groups() const { return groups_; }
  std::uint64_t deleted() const { return deleted_; }
  std::uint64_t held() const { return held_; }

 private:
  // `other`: null for the game that is kept.
  void add(GameId id, const DuplicateGame* other) {
    const auto game = games_.game(id);
    if (!game) return;
    switch (format_) {
      case TableFormat::Text:
        return add_text(*game, other);
      case TableFormat::Json:
        return add_json(*game, other);
      case TableFormat::Csv:
        return add_csv(*game, other);
    }
  }

  static std::string_view action_of(const DuplicateGame* other) {
    return other == nullptr || other->is_held ? "keep" : "delete";
  }

  static std::string why_of(const DuplicateGame* other) {
    if (other == nullptr) return {};
    if (other->is_held) return fmt::format("{}, and {}", other->why, kHeld);
    return other->why;
  }

  void add_text(const StoredGame& game, const DuplicateGame* other) {
    console_.print("{:<6} game {}: {} - {}, {}, {}, {}, {}\n", action_of(other), number_of(game.id),
                   shown_name(game.white), shown_name(game.black), shown_name(game.event),
                   date_text(game.date), to_string(game.result), counted(game.plies, "half-move"));
    if (other == nullptr) return;
    console_.print("       {}; {}\n", sentence_of(other->kind), why_of(other));
  }

  void add_json(const StoredGame& game, const DuplicateGame* other) {
    JsonLine json;
    json.add("type", "game").add("group", groups_);
    json.add("game", static_cast<std::uint64_t>(number_of(game.id)));
    json.add("action", action_of(other));
    json.add_or_null("kind", other == nullptr ? std::string_view() : word_of(other->kind));
    json.add_or_null("why", why_of(other));
    json.add_or_null("white", game.white).add_or_null("black", game.black);
    json.add("date", date_text(game.date)).add_or_null("event", game.event);
    json.add("result", to_string(game.result)).add("plies", game.plies);
    json.add_or_null("source", game.source).add("line", game.line);
    console_.print(json.finish());
  }

  void add_csv(const StoredGame& game, const DuplicateGame* other) {
    CsvRow row;
    row.add(groups_).add(static_cast<std::uint64_t>(number_of(game.id))).add(action_of(other));
    row.add(other == nullptr ? std::string_view() : word_of(other->kind)).add(why_of(other));
    row.add(game.white).add(game.black).add(date_text(game.date)).add(game.event);
    row.add(to_string(game.result)).add(game.plies).add(game.source).add(game.line);
    console_.print(row.finish());
  }

  TableFormat format_;
  GameReader games_;
  Console& console_;
  std::uint64_t groups_ = 0;
  std::uint64_t deleted_ = 0;
  std::uint64_t held_ = 0;
};

void finish(const Options& options, const GroupPrinter& printer, Console& console) {
  if (options.format == TableFormat::Json) {
    JsonLine json;
    json.add("type", "summary").add("groups", printer.groups());
    json.add("deleted", options.apply ? printer.deleted() : std::uint64_t{0});
    json.add("proposed", printer.deleted()).add("held", printer.held());
    console.print(json.finish());
    return;
  }
  const std::string held = printer.held() == 0 ? std::string()
                                               : fmt::format("; {} kept for their comments",
                                                             with_commas(printer.held()));
  const std::string deleted =
      options.apply
          ? fmt::format("{} deleted", counted(printer.deleted(), "game"))
          : fmt::format("{} would be deleted by --apply", counted(printer.deleted(), "game"));
  console.say(fmt::format("{}, {}{}", counted(printer.groups(), "group"), deleted, held));
}

std::vector<DuplicateGroup> groups_of(const Options& options, const Database& database) {
  ColumnReader columns(database.connection());
  const GameSet among = select_games(database, columns, options.filter);
  std::vector<DuplicateGroup> groups = find_duplicates(database, among);
  keep_kinds(options.kinds, groups);
  return groups;
}

void delete_proposed(const std::vector<DuplicateGroup>& groups, const Database& database) {
  GameSet games(database.last_game());
  for (const DuplicateGroup& group : groups) {
    for (const DuplicateGame& other : group.others) {
      if (!other.is_held) games.insert(other.game);
    }
  }
  delete_games(database.connection(), games);
}

Result<ExitCode> run(const Options& options, Console& console) {
  const auto database =
      Database::open(options.database, options.apply ? Access::Write : Access::Read);
  if (!database) return Error{fmt::format("{}: {}", options.database, database.error())};
  const Connection& connection = (*database)->connection();
  // What is shown is what is deleted, whatever others do meanwhile.
  std::optional<Transaction> transaction;
  if (options.apply) transaction.emplace(connection);
  const ReadSnapshot snapshot(connection);
  const std::vector<DuplicateGroup> groups = groups_of(options, **database);
  GroupPrinter printer(options.format, connection, console);
  for (const DuplicateGroup& group : groups) printer.print(group);
  if (options.apply) {
    delete_proposed(groups, **database);
    transaction->commit();
  }
  finish(options, printer, console);
  return ExitCode::Clean;
}

}  // namespace

CommandRun bind_dedup(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_database(app, options->database);
  add_switch(app, "--apply", options->apply, "Delete the games that are proposed to be deleted");
  add_choice<Kinds>(app, "--kind", options->kinds, kKinds)
      ->description(
          "Only games with the same moves, games that are how another begins, or the same moves "
          "under other names (default: all)");
  add_choice<TableFormat>(app, "--format", options->format, kTableFormats)
      ->description("How the answer is written (default: text)");
  add_filters(app, options->filter);
  app.footer("Nothing is changed without --apply.\nExit status: 0 done, 2 it could not be done.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter::commands
