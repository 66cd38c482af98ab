// The parts of a page that replays games: for reports and for the explorer.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace arbiter {

// The style of pages, with that of the viewer.
std::string_view page_style();

// Replays games of the JSON of ViewerLayout, and draws boards with the pictures of svg_parts().
std::string_view viewer_script();

// Returns the dialog of the viewer. `translated` returns an English text in the page's language.
std::string viewer_markup(const std::function<std::string_view(std::string_view)>& translated);

}  // namespace arbiter
