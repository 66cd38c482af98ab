#include "db/sqlite/care/integrity_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "db/model/damage.h"
#include "db/sqlite/file/page_checksums.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_facts.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kFullCheck = "PRAGMA integrity_check(1000)";
constexpr std::string_view kQuickCheck = "PRAGMA quick_check(1000)";
constexpr std::string_view kOwners = "SELECT pageno, name FROM dbstat";
constexpr std::string_view kRow = "SELECT moves FROM game WHERE id = ?1";

// What SQLite says has several lines at times, the first of which says nothing.
void say_lines(std::string_view text, IntegrityLog& log) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (!line.starts_with("***")) log.say(IntegrityPart::File, std::string(line));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
}

// What a page that cannot be read belongs to.
void tell_damaged_pages(const Connection& connection, IntegrityLog& log) {
  const std::vector<std::uint32_t> pages = damaged_pages(connection);
  if (pages.empty() || page_check(connection) == PageCheck::Skip) return;
  const UncheckedPages unchecked(connection);
  Statement query = connection.prepare(kOwners);
  while (query.step()) {
    const auto page = static_cast<std::uint32_t>(query.integer(0));
    if (!std::ranges::binary_search(pages, page)) continue;
    log.say(IntegrityPart::File,
            fmt::format("page {}, of {}, does not match its checksum", page, query.text(1)));
  }
}

}  // namespace

void check_pages(const Connection& connection, FileCheck check, IntegrityLog& log) {
  log.totals().pages = static_cast<std::uint64_t>(connection.integer("PRAGMA page_count"));
  try {
    Statement query = connection.prepare(check == FileCheck::Full ? kFullCheck : kQuickCheck);
    while (query.step()) {
      if (query.text(0) != "ok") say_lines(query.text(0), log);
    }
  } catch (const DamageError&) {
    if (damaged_pages(connection).empty()) throw;
  }
  tell_damaged_pages(connection, log);
}

void tell_unreadable_games(const Connection& connection, IntegrityLog& log) {
  if (damaged_pages(connection).empty() || page_check(connection) == PageCheck::Skip) return;
  ColumnReader columns(connection);
  GameFactsReader facts(columns);
  Statement row = connection.prepare(kRow);
  const auto is_unreadable = [&](std::int64_t number) {
    if (facts.is_deleted(GameId{number})) return false;
    try {
      row.bind(1, number).step();
      row.reset();
      return false;
    } catch (const DamageError&) {
      return true;
    }
  };
  const std::int64_t end = columns.chunks() * kChunkGames + 1;
  std::optional<std::int64_t> first;  // of those in a row
  for (std::int64_t number = 1; number <= end; ++number) {
    if (is_unreadable(number)) {
      first = first.value_or(number);
    } else if (first) {
      log.say(IntegrityPart::Games,
              fmt::format("games {} to {} cannot be read", *first, number - 1));
      first.reset();
    }
  }
}

}  // namespace arbiter::sqlite
