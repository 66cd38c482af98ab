#include "tools/commands/check/repair_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "lib/base/encoding.h"
#include "lib/laws/ply.h"
#include "lib/notation/fen.h"
#include "lib/pgn/tag_pair.h"
#include "tools/cli/output/game_text.h"
#include "tools/cli/output/json_line.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/output/utf8.h"

namespace arbiter {
namespace {

std::string tag_text(const PgnGame& game, KnownTag known) {
  const PgnTag* tag = game.tag(known);
  return tag == nullptr ? "?" : unescape(decode_text(tag->value).utf8);
}

std::string written_at(const BrokenGameInFile& game, std::size_t ply) {
  return decode_text(game.game.text_of(game.game.tokens[game.broken.line.moves[ply].token])).utf8;
}

// "12... Nf4", where it is Black's turn in `before`.
std::string numbered(const Position& before, std::string_view move) {
  return fmt::format("{} {}", number_text(before), move);
}

std::string place_text(Place place) {
  return fmt::format("line {}, column {}", place.line, place.column);
}

// "Nf3 instead of Nf4", ...
std::string change_text(const BrokenGameInFile& game, const Repair& repair) {
  const std::string written = written_at(game, repair.at);
  switch (repair.kind) {
    case RepairKind::Replace:
      return fmt::format("{} instead of {}", numbered(repair.before, repair.text), written);
    case RepairKind::Insert:
      return fmt::format("{} before {}", numbered(repair.before, repair.text), written);
    case RepairKind::Remove:
      return fmt::format("without {}", numbered(repair.before, written));
    case RepairKind::Swap:
      return fmt::format("{} and {} exchanged", numbered(repair.before, written),
                         written_at(game, repair.at + repair.count));
    case RepairKind::CutOff:
      return fmt::format("without {}{}", numbered(repair.before, written),
                         repair.count > 1 ? " and what follows" : "");
    case RepairKind::Start:
      return fmt::format("the initial position {}", fen_of(repair.start));
  }
  return "";
}

// What the rest of the game says for the change.
std::string evidence_text(const Repair& repair) {
  std::string text =
      repair.kind == RepairKind::CutOff ? "every remaining move is legal"
      : repair.reaches_end
          ? fmt::format("the game is legal to its end, {} from here on",
                        counted(repair.run, "half-move"))
          : fmt::format("{} more before the next illegal move", counted(repair.run, "half-move"));
  std::string signs;
  if (repair.checks > 0) signs += counted(repair.checks, "check");
  if (repair.captures > 0) {
    signs += fmt::format("{}{}", signs.empty() ? "" : " and ", counted(repair.captures, "capture"));
  }
  if (!signs.empty()) {
    text += fmt::format("; {} {} the score", signs,
                        repair.checks + repair.captures == 1 ? "matches" : "match");
  }
  return text;
}

// "57 %"; no repair is certain, and none that is shown is excluded.
std::string share_text(double share) {
  const std::string percent = fmt::format("{:.0f}", 100 * share);
  return percent == "100" ? ">99 %" : percent == "0" ? "<1 %" : percent + " %";
}

std::string others_text(const Repair& repair) {
  if (repair.other_count == 0) return "";
  if (repair.others.empty()) {
    return fmt::format("     {} fit too\n", counted(repair.other_count, "other initial position"));
  }
  const std::size_t untold = repair.other_count - repair.others.size();
  return fmt::format("     {} {} too, {:.0f} % together: {}{}\n",
                     counted(repair.other_count, "other move"),
                     repair.other_count == 1 ? "fits" : "fit", 100 * repair.group_share,
                     fmt::join(repair.others, ", "), untold > 0 ? ", ..." : "");
}

// "moves 12 to 21 seem to be missing", "Black's move 12 ..."
std::string missing_text(const MissingPart& missing) {
  const std::string whose = missing.player ? fmt::format("{}'s ", to_string(*missing.player)) : "";
  const bool is_one = missing.first == missing.last;
  return is_one ? fmt::format("{}move {} seems to be missing", whose, missing.first)
                : fmt::format("{}moves {} to {} seem to be missing", whose, missing.first,
                              missing.last);
}

std::string missing_json(const std::optional<MissingPart>& missing) {
  if (!missing) return "null";
  JsonLine json;
  json.add("first", missing->first).add("last", missing->last);
  json.add_or_null("player", missing->player ? std::string(to_string(*missing->player)) : "");
  return std::string(json.object());
}

std::string_view to_string(RepairKind kind) {
  switch (kind) {
    case RepairKind::Replace:
      return "replace";
    case RepairKind::Insert:
      return "insert";
    case RepairKind::Remove:
      return "remove";
    case RepairKind::Swap:
      return "swap";
    case RepairKind::CutOff:
      return "cut-off";
    case RepairKind::Start:
      return "start";
  }
  return "";
}

std::string fault_text(const BrokenGame& broken) {
  if (broken.fault.empty()) return "it cannot be read as a move";
  return fmt::format("{} ({})", broken.fault, broken.article);
}

std::string json_of(const BrokenGameInFile& game, std::size_t index) {
  const Repair& repair = game.broken.repairs[index];
  JsonLine json;
  json.add("kind", to_string(repair.kind)).add("ply", std::uint64_t{repair.at + 1});
  json.add("line", game.changes[index].line).add("column", game.changes[index].column);
  json.add("written", written_at(game, repair.at)).add_or_null("san", repair.san);
  json.add_or_null("text", repair.text).add("reason", repair.reason);
  json.add("share", std::uint64_t(repair.share * 100 + 0.5));
  json.add("group_share", std::uint64_t(repair.group_share * 100 + 0.5));
  json.add("run", std::uint64_t{repair.run}).add("complete", repair.reaches_end);
  json.add("checks", repair.checks).add("captures", repair.captures);
  json.add("other_count", std::uint64_t{repair.other_count});
  std::vector<std::string> others;
  for (const std::string& san : repair.others) others.push_back('"' + san + '"');
  json.add_written("others", fmt::format("[{}]", fmt::join(others, ",")));
  json.add("fen", fen_of(repair.before));
  return std::string(json.object());
}

}  // namespace

void RepairReport::print_repair(const BrokenGameInFile& game, std::size_t index) {
  const Repair& repair = game.broken.repairs[index];
  console_.print("  {}. {:>5}  {}: {} ({})\n", index + 1, share_text(repair.share),
                 change_text(game, repair), repair.reason, place_text(game.changes[index]));
  console_.print("     {}\n{}", evidence_text(repair), others_text(repair));
}

void RepairReport::add_text(std::string_view file, const BrokenGameInFile& game,
                            GameMending mending) {
  const BrokenGame& broken = game.broken;
  console_.print("{}:{}:{}: game {}, {} - {}: {} is not legal: {}\n", shown_path(file),
                 game.place.line, game.place.column, game.game.number,
                 shown_name(tag_text(game.game, KnownTag::White)),
                 shown_name(tag_text(game.game, KnownTag::Black)),
                 numbered(broken.last, written_at(game, broken.broken)), fault_text(broken));
  if (broken.missing) console_.print("  {}\n", missing_text(*broken.missing));
  if (broken.missing && broken.repairs.empty()) return console_.print("\n");
  if (broken.repairs.empty()) {
    console_.print("  no small change makes it legal\n\n");
    return;
  }
  for (std::size_t i = 0; i < broken.repairs.size(); ++i) print_repair(game, i);
  if (broken.may_have_stood) {
    console_.print("  Or it was played and stood (Laws A.5.2): what follows is legal after it.\n");
  }
  const Repair& likeliest = broken.repairs.front();
  console_.print("\n  The board before the first of these:\n{}",
                 drawing_of(likeliest.before.board(), {.look = view_.look}));
  if (mending.repairs == 1) console_.print("  Applied repair 1.\n");
  if (mending.repairs > 1) {
    console_.print("  Applied repair 1, and {} further on.\n",
                   counted(mending.repairs - 1, "other"));
  }
  console_.print("\n");
}

void RepairReport::add_json(std::string_view file, const BrokenGameInFile& game,
                            GameMending mending) {
  const BrokenGame& broken = game.broken;
  std::vector<std::string> repairs;
  for (std::size_t i = 0; i < broken.repairs.size(); ++i) repairs.push_back(json_of(game, i));
  JsonLine json;
  json.add("type", "game").add("file", file).add("game", game.game.number);
  json.add("line", game.place.line).add("column", game.place.column);
  json.add("white", tag_text(game.game, KnownTag::White));
  json.add("black", tag_text(game.game, KnownTag::Black));
  json.add("ply", std::uint64_t{broken.broken + 1});
  json.add("written", written_at(game, broken.broken)).add("fen", fen_of(broken.last));
  json.add("message", broken.fault.empty() ? "it cannot be read as a move" : broken.fault);
  json.add_or_null("article", broken.article).add("may_have_stood", broken.may_have_stood);
  json.add_written("missing", missing_json(broken.missing));
  json.add_written("repairs", fmt::format("[{}]", fmt::join(repairs, ",")));
  json.add("mended", mending.repairs);
  console_.print(json.finish());
}

void RepairReport::add(std::string_view file, const BrokenGameInFile& game, GameMending mending) {
  if (view_.is_json) return add_json(file, game, mending);
  add_text(file, game, mending);
}

}  // namespace arbiter
