#include "tools/serve/explorer_assets.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "lib/notation/board_drawing.h"
#include "tools/report/viewer_parts.h"

namespace arbiter {
namespace {

constexpr std::string_view kPage =
#include "tools/serve/explorer.html.inc"
    ;
constexpr std::string_view kStyle =
#include "tools/serve/explorer.css.inc"
    ;
constexpr std::string_view kScript =
#include "tools/serve/explorer.js.inc"
    ;

// The pictures of the pieces and the viewer of games are those of `arbiter report`.
std::string_view page() {
  static const std::string text = [] {
    std::string made(kPage);
    const auto fill = [&made](std::string_view place, std::string_view content) {
      made.replace(made.find(place), place.size(), content);
    };
    fill("<!--pieces-->", svg_parts());
    fill("<!--viewer-->", viewer_markup([](std::string_view word) { return word; }));
    return made;
  }();
  return text;
}

std::string_view style() {
  static const std::string text = fmt::format("{}{}", page_style(), kStyle);
  return text;
}

std::string_view script() {
  static const std::string text = fmt::format("{}{}", viewer_script(), kScript);
  return text;
}

constexpr Asset kAssets[] = {
    {"/", "text/html; charset=utf-8", page},
    {"/explorer.css", "text/css; charset=utf-8", style},
    {"/explorer.js", "text/javascript; charset=utf-8", script},
};

}  // namespace

const Asset* find_asset(std::string_view path) {
  const auto* const found = std::ranges::find(kAssets, path, &Asset::path);
  return found == std::end(kAssets) ? nullptr : found;
}

}  // namespace arbiter
