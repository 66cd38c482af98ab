// Boards as pictures: --format svg and --format png.
#pragma once

#include <cstdint>
#include <optional>

#include "lib/base/result.h"
#include "lib/notation/board_drawing.h"
#include "tools/cli/output/console.h"

namespace arbiter {

enum class PictureFormat : std::uint8_t { Svg, Png };

struct PictureOptions {
  PictureFormat format = PictureFormat::Svg;
  BoardTheme theme = BoardTheme::Light;
  std::uint32_t size = 480;  // in pixels
};

// Writes the board to standard output, with theme and size of the options. PNG requires
// rsvg-convert; fails if it is not installed.
std::optional<Error> write_picture(BoardPicture picture, const PictureOptions& options,
                                   Console& console);

}  // namespace arbiter
