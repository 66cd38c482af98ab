#include "tools/commands/laws/board_picture.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "lib/io/byte_source.h"

extern char** environ;

namespace arbiter {
namespace {

constexpr const char* kConverter = "rsvg-convert";

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using TemporaryFile = std::unique_ptr<std::FILE, CloseFile>;

// Runs the program with these files as standard input and output. Returns its exit status; nothing
// if it cannot be started.
std::optional<int> run_converter(std::FILE* input, std::FILE* output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ::fileno(input), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ::fileno(output), STDOUT_FILENO);
  std::array<std::string, 3> words{kConverter, "--format", "png"};
  char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
  pid_t child = 0;
  const int failure = ::posix_spawnp(&child, kConverter, &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (failure != 0 || ::waitpid(child, &status, 0) != child) return std::nullopt;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

Result<std::string> png_of(const std::string& svg) {
  const TemporaryFile input(::fdopen(open_temporary_file(), "w+"));
  const TemporaryFile output(::fdopen(open_temporary_file(), "w+"));
  if (!input || !output) throw std::bad_alloc();
  std::fwrite(svg.data(), 1, svg.size(), input.get());
  std::rewind(input.get());  // the file now contains the written text
  const std::optional<int> status = run_converter(input.get(), output.get());
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
  if (*status != 0 || png.empty()) return Error{"rsvg-convert could not make the PNG"};
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
