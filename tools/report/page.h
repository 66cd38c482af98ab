// A tournament, or any game files, as one HTML page. It needs no network or other files, and its
// tables need no script.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/tournament/tie_break.h"
#include "lib/tournament/tournament.h"
#include "tools/report/report_data.h"
#include "tools/report/theme.h"
#include "tools/report/translations.h"

namespace arbiter {

struct PageOptions {
  std::string title = {};  // empty: the event, or the name of the file
  bool has_findings = true;
  Language language = Language::English;
  std::optional<Rgb> accent = {};                 // of links and marks; nothing: the usual one
  std::string logo = {};                          // an address from image_address(); empty: none
  std::vector<TieBreak> tie_breaks = {};          // empty: the usual ones of the system
  std::optional<TieBreakEdition> edition = {};    // nothing: the one in force at the start
  std::optional<Scoring> scoring = {};            // nothing: the usual one
  std::optional<std::size_t> only_game = {};      // the page is this game, to be embedded
  std::optional<std::uint32_t> reload_time = {};  // seconds; nothing: the page never changes
};

// Returns the page. It depends on the data alone, not on the machine or the time.
std::string page_of(const ReportData& data, const Tally& tally, const PageOptions& options);

// A page that an index links to.
struct IndexedPage {
  std::string file;  // its URI, relative to the index
  std::string name;  // of the event; empty: games of no tournament
  const ReportData& data;
  const Tally& tally;
};

// Returns an index of the pages of several tournaments, with the leader of each.
std::string index_of_pages(std::span<const IndexedPage> pages, const PageOptions& options);

// Returns a page without games and scripts in the same style. `body` is markup of the program.
std::string static_page(std::string_view title, std::string_view body);

}  // namespace arbiter
