#include "db/care/game_merits.h"

#include <fmt/format.h>

#include <string_view>

#include "db/games/game_record.h"
#include "db/model/game_draft.h"

namespace arbiter::db::care {
namespace {

constexpr std::string_view kFindings = "SELECT count(*) FROM finding WHERE game = ?1";

unsigned known_parts(std::uint64_t date) {
  return unsigned{date / 10000 != 0} + unsigned{date / 100 % 100 != 0} + unsigned{date % 100 != 0};
}

bool says_something(std::string_view value) {
  return value.find_first_not_of("?.- ") != std::string_view::npos;
}

std::string counted(std::uint64_t number, std::string_view one) {
  return fmt::format("{} {}{}", number, one, number == 1 ? "" : "s");
}

// One merit: how much more `better` has of it than `worse`, and what to say then.
struct Merit {
  std::int64_t (*value)(const GameMerits& merits);
  std::string (*why)(std::int64_t difference);
};

constexpr Merit kMerits[] = {
    {[](const GameMerits& m) { return std::int64_t{m.plies}; },
     [](std::int64_t more) {
       return fmt::format("it is {} shorter",
                          counted(static_cast<std::uint64_t>(more), "half-move"));
     }},
    {[](const GameMerits& m) { return std::int64_t{m.is_complete}; },
     [](std::int64_t) { return std::string("a move in it cannot be played"); }},
    {[](const GameMerits& m) { return std::int64_t{!m.movetext.empty()}; },
     [](std::int64_t) { return std::string("it has no comments and variations"); }},
    {[](const GameMerits& m) { return std::int64_t{m.date_parts}; },
     [](std::int64_t) { return std::string("less is known of its date"); }},
    {[](const GameMerits& m) { return std::int64_t{m.tags}; },
     [](std::int64_t more) {
       return fmt::format("it has {} fewer", counted(static_cast<std::uint64_t>(more), "tag"));
     }},
    {[](const GameMerits& m) { return -std::int64_t{m.findings}; },
     [](std::int64_t more) {
       return fmt::format("it has {} more", counted(static_cast<std::uint64_t>(more), "finding"));
     }},
    {[](const GameMerits& m) { return -number_of(m.game); },
     [](std::int64_t) { return std::string("it came later, and is no better"); }},
};

}  // namespace

MeritReader::MeritReader(const Connection& connection, FactReader& facts)
    : facts_(facts), texts_(connection), findings_(connection.prepare(kFindings)) {}

GameMerits MeritReader::of(GameId game) {
  GameMerits merits;
  merits.game = game;
  merits.plies = static_cast<std::uint16_t>(facts_.value(game, Fact::Plies));
  merits.is_complete = (facts_.value(game, Fact::Flags) & kIncomplete) == 0;
  merits.date_parts = known_parts(facts_.value(game, Fact::Date));
  // What tags that follow from the columns say does not matter, only that they do.
  const RecordColumns columns{.white = "+", .black = "+", .event = "+", .site = "+", .round = "+"};
  RecordReader reader(texts_.record(game), columns);
  for (RecordTag tag; reader.next(tag);) merits.tags += says_something(tag.value) ? 1 : 0;
  merits.movetext = reader.movetext();
  if (findings_.bind(1, number_of(game)).step()) {
    merits.findings = static_cast<std::uint32_t>(findings_.integer(0));
    findings_.reset();
  }
  return merits;
}

bool is_better(const GameMerits& a, const GameMerits& b) {
  for (const Merit& merit : kMerits) {
    if (merit.value(a) != merit.value(b)) return merit.value(a) > merit.value(b);
  }
  return false;
}

std::string why_worse(const GameMerits& better, const GameMerits& worse) {
  for (const Merit& merit : kMerits) {
    const std::int64_t more = merit.value(better) - merit.value(worse);
    if (more != 0) return merit.why(more);
  }
  return {};
}

}  // namespace arbiter::db::care
