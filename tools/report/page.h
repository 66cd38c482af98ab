// HTML pages about a tournament or any game files. A page is self-contained, and its tables work
// without scripts. Also declares SHA-256 (FIPS 180-4), with which a page authorizes its own style
// sheet and script, and the user's colour and logo.
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

// Returns the SHA-256 hash in Base64 (RFC 4648).
std::string sha256_base64(std::string_view bytes);

using Rgb = std::array<std::uint8_t, 3>;

// Reads "#0a5c57" or "0a5c57".
Result<Rgb> parse_color(std::string_view text);

// Returns a style sheet with the colour, made darker on light pages and lighter on dark ones as far
// as needed for legible text.
std::string accent_style(const Rgb& color);

// The maximum size of a logo, which is embedded in the page.
inline constexpr std::size_t kMaxLogoBytes = std::size_t{1} << 20;

// Returns a "data:" URL of a PNG, JPEG, GIF, WebP or SVG image.
Result<std::string> image_address(std::string_view bytes);

struct PageOptions {
  std::string title = {};  // default: the event or the file name
  bool has_findings = true;
  Language language = Language::English;
  std::optional<Rgb> accent = {};               // colour of links and marks
  std::string logo = {};                        // an image_address(), or empty
  std::vector<TieBreak> tie_breaks = {};        // default: those of the system
  std::optional<TieBreakEdition> edition = {};  // default: the one in force at the start
  std::optional<Scoring> scoring = {};
  // If set, the page contains only this game, for embedding.
  std::optional<std::size_t> only_game = {};
  bool is_framed = false;                         // true to omit the heading, for use in a frame
  std::string address = {};                       // URL of the published page, if known
  std::optional<std::uint32_t> reload_time = {};  // in seconds; nothing if the page never changes
  std::string index = {};                         // URL of the index, or empty
  std::string file = {};  // file name of the page, for links between it and the round pages
};

// Returns the folder of round pages, relative to the page: "open" for "open.html".
std::string folder_of_rounds(const std::string& page_file);
// Returns the path of a round page, relative to the main page, such as "open/round-3.html".
std::string file_of_round(const RoundPage& round, const std::string& page_file);

// Returns the main page, followed by the round pages of ReportData::rounds. Deterministic.
std::vector<std::string> pages_of(const ReportData& data, const Tally& tally,
                                  const PageOptions& options);

// A page that an index links to.
struct IndexedPage {
  std::string file;
  std::string name;  // event name; empty for games outside of tournaments
  const ReportData& data;
  const Tally& tally;
};

// Returns an index of the pages of several tournaments, with the leader of each.
std::string index_of_pages(std::span<const IndexedPage> pages, const PageOptions& options);

// Returns a page in the same style, without games and scripts. `body` is markup from the program.
std::string static_page(std::string_view title, std::string_view body);

}  // namespace arbiter
