#include "tools/commands/laws/board_picture.h"

#include <array>
#include <cstdio>
#include <string>
#include <utility>

#include "lib/os/file.h"
#include "lib/os/process.h"

namespace arbiter {
namespace {

Result<std::string> png_of(const std::string& svg) {
  const auto input = open_temporary_stream();
  const auto output = open_temporary_stream();
  std::fwrite(svg.data(), 1, svg.size(), input.get());
  std::rewind(input.get());  // the file now contains the written text
  const auto status = run_program({"rsvg-convert", "--format", "png"}, input.get(), output.get());
  // Exit status 127 means that the program was not found after the process had started.
  if (!status || *status == 127) {
    return Error{
        "a PNG needs rsvg-convert, which is not installed; use --format svg, or install it "
        "(Debian: "
        "'apt install librsvg2-bin')"};
  }
  std::string png;
  std::array<char, 1 << 14> piece;
  std::rewind(output.get());
  while (const std::size_t size = std::fread(piece.data(), 1, piece.size(), output.get())) {
    png.append(piece.data(), size);
  }
  if (*status != 0 || png.empty()) return Error{"rsvg-convert could not create the PNG"};
  return png;
}

}  // namespace

std::optional<Error> write_picture(BoardPicture picture, const PictureOptions& options,
                                   Console& console) {
  const bool is_png = options.format == PictureFormat::Png;
  if (is_png && console.output_width()) {
    return Error{"a PNG cannot be shown here; -o board.png writes it to a file"};
  }
  picture.theme = options.theme;
  picture.size = options.size;
  std::string bytes = svg_of(picture);
  if (is_png) {
    auto png = png_of(bytes);
    if (!png) return Error{png.error()};
    bytes = *std::move(png);
  }
  console.write_data(bytes);
  return std::nullopt;
}

}  // namespace arbiter
