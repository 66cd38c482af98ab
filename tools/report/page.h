// A tournament, or any game files, as one HTML page. It needs no network or other files, and its
// tables need no script.
// SHA-256 (FIPS 180-4), with which a page authorizes its own style sheet and script.
// The colour and the logo that a user chooses for a page.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"
#include "lib/tournament/tie_break.h"
#include "lib/tournament/tournament.h"
#include "tools/report/report_data.h"
#include "tools/report/translations.h"

namespace arbiter {

// Returns the hash in Base64 (RFC 4648).
std::string sha256_base64(std::string_view bytes);

using Rgb = std::array<std::uint8_t, 3>;

// Reads "#0a5c57" or "0a5c57".
Result<Rgb> parse_color(std::string_view text);

// Returns a style sheet that uses the colour. Text in it stays legible: it is darker on a light
// page, and lighter on a dark one, as far as necessary.
std::string accent_style(const Rgb& color);

// The maximum size of a logo, which becomes a part of the page.
inline constexpr std::size_t kMaxLogoBytes = std::size_t{1} << 20;

// Returns a "data:" address of a PNG, JPEG, GIF, WebP or SVG picture.
Result<std::string> image_address(std::string_view bytes);

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
  bool is_framed = false;                         // without the heading, for a frame
  std::string address = {};                       // of the published page; empty: unknown
  std::optional<std::uint32_t> reload_time = {};  // seconds; nothing: the page never changes
  std::string index = {};                         // the address of the index; empty: none
  std::string file = {};  // of the page; for links between it and the pages of ReportData::rounds
};

// Returns the folder of the pages of rounds, relative to the page: "open" for "open.html".
std::string folder_of_rounds(const std::string& page_file);
// Returns the name of the page of a round, relative to the page: "open/round-3.html".
std::string file_of_round(const RoundPage& round, const std::string& page_file);

// Returns the page, followed by those of ReportData::rounds. They depend on the data alone, not on
// the machine or the time.
std::vector<std::string> pages_of(const ReportData& data, const Tally& tally,
                                  const PageOptions& options);

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
