// Boards as pictures: --format svg and --format png.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/base/result.h"
#include "lib/notation/svg_board.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/console.h"

namespace arbiter {

enum class PictureFormat : std::uint8_t { Svg, Png };

struct PictureOptions {
  PictureFormat format = PictureFormat::Svg;
  BoardTheme theme = BoardTheme::Light;
  std::uint32_t size = 480;  // in pixels
  OutputOption output = {};
};

// Writes the board where the options say, never over one of `inputs`. Theme and size of `picture`
// are those of the options. A PNG is made by rsvg-convert; the error says if it is not installed.
std::optional<Error> write_picture(BoardPicture picture, const PictureOptions& options,
                                   const std::vector<std::string>& inputs, Console& console);

}  // namespace arbiter
