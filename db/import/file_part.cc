#include "db/import/file_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <span>
#include <vector>

#include "lib/base/text_scan.h"
#include "lib/io/byte_source.h"
#include "lib/io/text_conversion.h"
#include "lib/pgn/reader.h"

namespace arbiter {
namespace {

constexpr std::uint32_t kMaxFileParts = 10'000;
constexpr std::string_view kPart = ":part ";

// The number of bytes before a boundary that decide whether it is one. Adjacent parts must agree on
// their boundary, so the decision uses only these bytes and those of the window.
constexpr std::uint64_t kBefore = 4096;
constexpr std::size_t kWindow = std::size_t{256} << 10;
constexpr std::size_t kAfter = 64;  // number of bytes needed after a boundary

bool read_number(std::string_view text, std::uint32_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

std::unique_ptr<FileSource> open_file(const std::string& path) {
  auto file = FileSource::open(path);
  return file ? *std::move(file) : nullptr;
}

// Returns whether the line above `at` starts in the window, so that a decision is possible.
bool shows_line_above(std::string_view window, std::size_t at) {
  const std::string_view before = window.substr(0, at);
  const std::size_t line_end = before.ends_with("\r\n") ? 2 : 1;
  return before.size() > line_end &&
         before.substr(0, before.size() - line_end).find_last_of("\r\n") != std::string_view::npos;
}

// Returns the first hard boundary at or after `begin` in the window.
std::optional<std::size_t> boundary_in(std::string_view window, std::size_t begin) {
  for (std::size_t at = begin;; ++at) {
    at = window.find('[', at);
    if (at == std::string_view::npos) return std::nullopt;
    if (is_hard_boundary(window, at) && shows_line_above(window, at)) return at;
  }
}

// Returns the first hard boundary at or after `at`, or `size`.
std::uint64_t boundary_from(FileSource& file, std::uint64_t at, std::uint64_t size) {
  if (at == 0) return 0;
  std::vector<char> bytes(kBefore + kWindow + kAfter + kTextPadding);
  for (; at < size; at += kWindow) {
    const std::uint64_t window_begin = at - std::min(at, kBefore);
    file.seek(window_begin);
    const auto before = static_cast<std::size_t>(at - window_begin);
    const std::span<char> wanted(bytes.data(), before + kWindow + kAfter);
    const std::size_t read = read_fully(file, wanted);
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(read), kTextPadding, '\0');
    const auto found = boundary_in({bytes.data(), read}, before);
    if (found && *found < before + kWindow) return window_begin + *found;
  }
  return size;
}

}  // namespace

std::optional<FilePart> parse_file_part(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  FilePart part;
  const bool is_read = read_number(text.substr(0, slash), part.number) &&
                       read_number(text.substr(slash + 1), part.of);
  if (!is_read || part.number < 1 || part.number > part.of || part.of > kMaxFileParts) {
    return std::nullopt;
  }
  return part;
}

std::string name_of_part(std::string_view file, FilePart part) {
  return fmt::format("{}{}{} of {}", file, kPart, part.number, part.of);
}

std::optional<NamedPart> read_name_of_part(std::string_view name) {
  const std::size_t at = name.rfind(kPart);
  if (at == std::string_view::npos) return std::nullopt;
  std::string text(name.substr(at + kPart.size()));
  const std::size_t of = text.find(" of ");
  if (of == std::string::npos) return std::nullopt;
  const auto part = parse_file_part(text.replace(of, 4, "/"));
  if (!part) return std::nullopt;
  return NamedPart{name.substr(0, at), *part};
}

std::optional<PartBounds> bounds_of_part(const std::string& path, FilePart part) {
  const auto file = open_file(path);
  if (!file || !file->is_regular() || container_of_file(path) != Container::None) {
    return std::nullopt;
  }
  std::vector<char> start(512);
  start.resize(read_fully(*file, start));
  const std::string_view first(start.data(), start.size());
  if (!foreign_kind_of(first).empty()) return std::nullopt;
  if (!is_plain_text(std::make_unique<PeekableSource>(open_file(path)))) return std::nullopt;
  const std::uint64_t size = *file->total_bytes();
  const auto share = [&](std::uint32_t number) {
    return size / part.of * number + size % part.of * number / part.of;
  };
  return PartBounds{.begin = boundary_from(*file, share(part.number - 1), size),
                    .end = boundary_from(*file, share(part.number), size)};
}

std::uint64_t line_breaks_before(const std::string& path, std::uint64_t offset) {
  const auto file = open_file(path);
  std::vector<char> bytes(kWindow);
  std::uint64_t breaks = 0;
  bool ended_with_return = false;
  while (file && offset > 0) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(kWindow, offset));
    const std::size_t read = file->read(std::span(bytes.data(), wanted));
    if (read == 0) break;
    breaks += count_line_breaks({bytes.data(), read});
    if (ended_with_return && bytes.front() == '\n') --breaks;  // it was already counted with its CR
    ended_with_return = bytes[read - 1] == '\r';
    offset -= read;
  }
  return breaks;
}

std::size_t FirstBytes::read(std::span<char> into) {
  if (left_ == 0) return 0;
  const std::size_t read = source_.read(
      into.first(static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), left_))));
  left_ -= read;
  return read;
}

}  // namespace arbiter
