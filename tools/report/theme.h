// The colour and the logo that a user chooses for a page.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "lib/base/result.h"

namespace arbiter {

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

}  // namespace arbiter
