#define XXH_INLINE_ALL
#include "tools/cli/games_output.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/base/text_scan.h"
#include "lib/export/game_layout.h"
#include "lib/export/neutral_text.h"
#include "lib/io/byte_source.h"
#include "lib/io/input_files.h"
#include "lib/io/text_conversion.h"
#include "tools/cli/output/text_cells.h"

namespace arbiter {
namespace {

std::optional<std::string> fault_of(const OutputOption& option,
                                    const std::vector<std::string>& inputs) {
  if (const auto fault = fault_of_target(option.path, inputs)) return fault;
  if (option.replaces_databases || !is_sqlite_file(option.path)) return std::nullopt;
  return option.has_force ? "it is a database; --force overwrites it"
                          : "it is a database, which is never overwritten";
}

// Returns whether the file is write-protected for its owner or for this user. Root can write to it
// anyway.
bool is_write_protected(const std::string& path) {
  constexpr std::uint32_t kOwnerWrites = 0200;
  const auto state = state_of_file(path);
  const bool has_permissions = state && state->permissions != 0;
  return (has_permissions && (state->permissions & kOwnerWrites) == 0) ||
         !has_right(path, FileRight::Write);
}

std::optional<std::string> fault_in_place(const std::string& path) {
  auto file = FileSource::open(path);
  if (!file) return file.error();
  if (path == "-" || !(*file)->is_regular()) return "only a file can be rewritten in place";
  if (is_write_protected(path)) {
    return "it is write-protected; permit writing (chmod u+w), or -o writes its games to another "
           "file";
  }
  if (is_sqlite_file(path)) return "it is a database; -o writes its games to another file";
  std::array<char, PeekableSource::kPeekBytes> start;
  const std::size_t size = read_fully(**file, start);
  if (container_of({start.data(), size}) == Container::None) return std::nullopt;
  return "it is compressed; -o writes its games to another file";
}

Error about(const std::string& path, const std::string& why) {
  return {fmt::format("{}: {}", path, why)};
}

Error not_written(const std::string& path, const OutputFile& file) {
  constexpr const char* kReason = "not every input could be read completely";
  if (!file.overwrites())
    return {fmt::format("cannot write {}: {}; omit -o to print the games that could be read", path,
                        kReason)};
  return {fmt::format("cannot overwrite {}: {}; the file is unchanged", path, kReason)};
}

// Checks that ASCII is encoded as itself, and that no other character begins with an ASCII byte. In
// ISO 2022 and UTF-7, ASCII bytes change the meaning of the next ones.
bool keeps_ascii(CharacterConverter& converter) {
  const auto drop = [](char, std::string&) {};
  std::string ascii;
  for (char c = ' '; c <= '~'; ++c) ascii += c;
  ascii += '\n';
  if (converter.convert(ascii, drop) != ascii) return false;
  constexpr const char* kLetters[] = {"\u00E9", "\u0436", "\u03B2", "\u05D0",
                                      "\u0E01", "\u3042", "\u4E2D", "\uD55C"};
  return std::ranges::all_of(kLetters, [&](const char* letter) {
    const std::string bytes = converter.convert(letter, drop);
    return bytes.empty() || !is_ascii(bytes.substr(0, 1));
  });
}

// Returns the length of the longest start that is UTF-8.
std::size_t utf8_prefix(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size()) {
    const std::size_t length =
        is_ascii(text.substr(size, 1)) ? 1 : character_length(text.substr(size));
    if (length == 0) break;
    size += length;
  }
  return size;
}

// Returns an escape such as "\u0142" for a multi-byte UTF-8 character.
std::string escape_of(std::string_view character) {
  char32_t code = 0;
  for (const char c : character) {
    const auto bits = static_cast<unsigned char>(c);
    code = (code << 6) | (bits < 0xC0 ? bits & 0x3FU : bits & (0x7FU >> character.size()));
  }
  return code > 0xFFFF ? fmt::format("\\U{:08x}", std::uint32_t{code})
                       : fmt::format("\\u{:04x}", std::uint32_t{code});
}

}  // namespace

Result<std::shared_ptr<OutputEncoding>> OutputEncoding::of(const std::string& name) {
  auto encoding = std::make_shared<OutputEncoding>();
  encoding->name_ = name;
  encoding->has_mark_ = equal_ignoring_case(name, "utf-8-bom");
  if (encoding->has_mark_ || equal_ignoring_case(name, "utf-8")) return encoding;
  if (const auto fault = arbiter::fault_of_encoding(name)) {
    return Error{fault->message + "; utf-8-bom is UTF-8 with a byte order mark"};
  }
  encoding->converter_.emplace(name, "UTF-8");
  if (encoding->converter_->is_open() && keeps_ascii(*encoding->converter_)) return encoding;
  return Error{
      fmt::format("'{}' cannot encode PGN, because it is not compatible with ASCII", name)};
}

std::string OutputEncoding::bytes_of(std::string_view games, std::string_view output,
                                     std::uint64_t line, Console& console) {
  if (!converter_ || is_ascii(games)) return std::string(games);
  constexpr std::uint64_t kMaxListed = 20;
  std::string bytes;
  const auto list = [&](const std::string& result, std::string_view fault) {
    if (missing_ + undecoded_ > kMaxListed) return;
    console.say(fmt::format("{}:{}: {}", shown_path(output),
                            line + count_line_breaks(bytes) + count_line_breaks(result), fault));
  };
  std::string character;  // the bytes of a character that the encoding may lack
  const auto escape = [&](char byte, std::string& result) {
    character += byte;
    if (character_length(character) == 0) return;
    const std::string escaped = escape_of(character);
    ++missing_;
    list(result,
         fmt::format("'{}' does not exist in {}; written as {}", character, name_, escaped));
    result += escaped;
    character.clear();
  };
  while (!games.empty()) {
    const std::size_t size = utf8_prefix(games);
    bytes += converter_->convert(games.substr(0, size), escape);
    games.remove_prefix(size);
    if (games.empty()) break;
    ++undecoded_;
    list("", fmt::format("the byte 0x{:02X} is not UTF-8; written as it is",
                         static_cast<unsigned char>(games[0])));
    bytes += games[0];
    games.remove_prefix(1);
  }
  return bytes;
}

bool OutputEncoding::report_faults(Console& console) const {
  if (missing_ > 0) {
    console.say(fmt::format(
        "{} not exist in {}; `arbiter fmt --encoding {} --fix mojibake` reads {} back",
        missing_ == 1 ? "1 character does" : fmt::format("{} characters do", with_commas(missing_)),
        name_, name_, missing_ == 1 ? "it" : "them"));
  }
  return missing_ + undecoded_ > 0;
}

void add_output_encoding(CommandLine& app, OutputOption& output) {
  add_parsed(
      app, "--output-encoding NAME", output.encoding, OutputEncoding::of,
      "Encoding of the written games, such as latin1, windows-1252 or utf-8-bom; characters "
      "outside this encoding are reported and written as escapes such as \\u0142 (default: utf-8)");
}

std::optional<Error> fault_of_encoding(const OutputOption& output, const GameShape& shape) {
  if (output.encoding == nullptr) return std::nullopt;
  if (shape.format != GameFormat::Pgn) return Error{"--output-encoding needs PGN output"};
  const bool is_ascii_notation = shape.moves.notation != MoveNotation::Figurine &&
                                 shape.moves.notation != MoveNotation::Letters;
  if (is_ascii_notation) return std::nullopt;
  return Error{"--output-encoding cannot be combined with this --notation, which needs UTF-8"};
}

Result<GamesOutput> GamesOutput::open(const OutputOption& option,
                                      const std::vector<std::string>& inputs, Console& console) {
  if (!option.names_file()) return GamesOutput(option.path, nullptr, console, option.encoding);
  if (const auto fault = fault_of(option, inputs)) return about(option.path, *fault);
  auto file = OutputFile::open(option.path);
  if (!file) return about(option.path, file.error());
  return GamesOutput(option.path, *std::move(file), console, option.encoding);
}

Result<GamesOutput> GamesOutput::in_place_of(const std::string& path, Console& console,
                                             std::shared_ptr<OutputEncoding> encoding) {
  if (const auto fault = fault_in_place(path)) return about(path, *fault);
  require_proved_encodings();
  auto file = OutputFile::open(path);
  if (!file) return about(path, file.error());
  return GamesOutput(path, *std::move(file), console, std::move(encoding));
}

GamesOutput::GamesOutput(std::string path, std::unique_ptr<OutputFile> file, Console& console,
                         std::shared_ptr<OutputEncoding> encoding)
    : path_(std::move(path)),
      file_(std::move(file)),
      console_(&console),
      encoding_(std::move(encoding)) {}

void GamesOutput::put(std::string_view bytes) {
  if (file_) return file_->write(bytes);
  console_->write_data(bytes);
}

void GamesOutput::write(std::string_view games) {
  if (encoding_ == nullptr) return put(games);
  if (std::exchange(line_, std::max<std::uint64_t>(line_, 1)) == 0) put(encoding_->mark());
  const std::string_view name = file_ ? std::string_view(path_) : "<stdout>";
  put(encoding_->bytes_of(games, name, line_, *console_));
  line_ += count_line_breaks(games);
}

void GamesOutput::complete() {
  if (file_) file_->complete();
}

std::optional<Error> GamesOutput::finish(InputsRead inputs) {
  if (!file_) return std::nullopt;
  if (inputs == InputsRead::NotAll && file_->is_beside()) return not_written(path_, *file_);
  const auto losses = file_->finish();
  if (!losses) return about(path_, losses.error());
  for (const std::string& loss : *losses)
    console_->say(fmt::format("{}: {}", shown_path(path_), loss));
  return std::nullopt;
}

FramedOutput::FramedOutput(GamesOutput output, const GameShape& shape, const FormatOptions& format)
    : output_(std::move(output)), frame_(shape) {
  if (format.is_unique) unique_.emplace();
}

void FramedOutput::begin() {
  if (!std::exchange(has_begun_, true) && !frame_.begin().empty()) output_.write(frame_.begin());
}

void FramedOutput::write(std::string_view games) {
  if (games.empty()) return;
  begin();
  games = frame_.next(games);
  output_.write(unique_ ? unique_->of(games) : games);
}

void FramedOutput::end() {
  begin();
  if (!std::exchange(has_ended_, true) && !frame_.end().empty()) output_.write(frame_.end());
}

void FramedOutput::complete() {
  end();
  output_.complete();
}

std::optional<Error> FramedOutput::finish(InputsRead inputs) {
  end();
  return output_.finish(inputs);
}

std::string_view UniqueLines::of(std::string_view lines) {
  kept_.clear();
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n') + 1);
    lines.remove_prefix(line.size());
    const std::string_view position = position_in(line);
    const XXH128_hash_t hash = XXH3_128bits(position.data(), position.size());
    if (known_.emplace(hash.low64, hash.high64).second) kept_ += line;
  }
  return kept_;
}

namespace {

constexpr std::string_view kPlace = "{}";
constexpr std::size_t kMaxNameBytes = 100;

// Returns whether Windows treats the name as a device, with any extension.
bool is_device(std::string_view name) {
  constexpr std::string_view kDevices[] = {"con", "prn", "aux", "nul"};
  const std::string stem = to_small(name.substr(0, name.find('.')));
  const bool is_port =
      stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) && is_digit(stem[3]);
  return is_port || std::ranges::find(kDevices, stem) != std::end(kDevices);
}

}  // namespace

std::string file_name_of(std::string_view key) {
  std::string name = neutral(key);
  std::ranges::replace_if(
      name,
      [](char c) { return std::string_view("/\\:*?\"<>|").find(c) != std::string_view::npos; },
      '_');
  std::size_t size = std::min(name.size(), kMaxNameBytes);
  while (size > 0 && size < name.size() && (static_cast<unsigned char>(name[size]) & 0xC0) == 0x80)
    --size;
  name.resize(size);
  name = trim(name);
  // Some systems remove a dot at the end. A leading dot hides the file, and a leading dash looks
  // like an option.
  while (!name.empty() && (name.back() == '.' || name.back() == ' ')) name.pop_back();
  if (name.empty()) return "unknown";
  if (name.front() == '.' || name.front() == '-' || is_device(name)) name.insert(0, "_");
  return name;
}

SplitOutput::SplitOutput(const SplitOption& option, SplitTarget target, Console& console)
    : option_(option), target_(std::move(target)), console_(console) {
  if (option_.keys) spool_.emplace();
}

Result<FramedOutput> SplitOutput::open(const std::string& name) {
  std::string path = target_.path;
  path.replace(path.find(kPlace), kPlace.size(), name);
  std::error_code failure;  // opening the file reports the error
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, failure);
  // The name comes from the games, so it must not follow a link to another folder.
  if (const auto fault = fault_of_link(path, folder.string())) {
    return Error{fmt::format("{}: {}", path, *fault)};
  }
  auto output = GamesOutput::open({path, target_.replaces_databases, true, target_.encoding},
                                  target_.inputs, console_);
  if (!output) return Error{output.error()};
  return FramedOutput(*std::move(output), target_.shape, target_.format);
}

std::optional<Error> SplitOutput::add_in_order(std::string_view game) {
  if (!current_) {
    auto opened = open(fmt::format("{}", files_ + 1));
    if (!opened) return Error{opened.error()};
    current_.emplace(*std::move(opened));
    in_current_ = 0;
  }
  current_->write(game);
  return ++in_current_ == option_.games ? close_current() : std::nullopt;
}

std::optional<Error> SplitOutput::close_current() {
  if (!current_) return std::nullopt;
  auto error = finish(*current_);
  current_.reset();
  return error;
}

std::optional<Error> SplitOutput::finish(FramedOutput& output) {
  auto error = output.finish(InputsRead::All);
  if (!error) ++files_;
  return error;
}

// Returns an unused file name. Other keys may have the same name, or one that differs only in case.
// The dot of an ending such as .gz is replaced, because the key does not choose the compression.
std::string SplitOutput::free_name(const std::string& key) {
  std::string name = file_name_of(key);
  if (OutputFile::fault_of_name(name) || without_compression_ending(name) != name) {
    name[name.rfind('.')] = '_';
  }
  for (std::string free = name;;
       free = fmt::format("{} ({})", name, ++uses_of_name_[to_small(name)])) {
    if (uses_of_name_.try_emplace(to_small(free), 1).second) return free;
  }
}

std::optional<Error> SplitOutput::add(std::string_view game, std::span<const std::string> keys) {
  if (!option_.keys) return add_in_order(game);
  const std::uint64_t offset = spool_->add(game);
  for (const std::string& key : keys) {
    auto found = by_key_.find(key);
    if (found == by_key_.end()) {
      if (by_name_.size() == kMaxFiles) {
        return Error{fmt::format("--split would create more than {} files", kMaxFiles)};
      }
      found = by_key_.emplace(key, by_name_.size()).first;
      by_name_.push_back({free_name(key), {}});
    }
    by_name_[found->second].games.push_back({offset, static_cast<std::uint32_t>(game.size())});
  }
  return std::nullopt;
}

std::optional<Error> SplitOutput::write(const File& file) {
  auto output = open(file.name);
  if (!output) return Error{output.error()};
  std::string game;
  for (const Piece& piece : file.games) {
    spool_->read(piece.offset, piece.size, game);
    output->write(game);
  }
  return finish(*output);
}

std::optional<Error> SplitOutput::finish() {
  if (auto error = close_current()) return error;
  for (const File& file : by_name_) {
    if (auto error = write(file)) return error;
  }
  return std::nullopt;
}

std::string set_aside_text(std::uint64_t pieces) {
  return fmt::format("{} could not be parsed as moves",
                     counted(pieces, "text fragment", "text fragments"));
}

std::string set_aside_in_comments_text(std::uint64_t pieces) {
  return set_aside_text(pieces) +
         (pieces == 1 ? "; it is kept in a comment {unreadable...} or {after-result...}"
                      : "; they are kept in comments {unreadable...}, {after-result...}");
}

std::string lines_between_text(std::uint64_t lines) {
  return fmt::format("{} between games {} not kept",
                     counted(lines, "line of text", "lines of text"), lines == 1 ? "was" : "were");
}

}  // namespace arbiter
