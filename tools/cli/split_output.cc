#include "tools/cli/split_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/export/neutral_text.h"
#include "lib/io/input_files.h"

namespace arbiter {
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
  // A dot at the end is lost on some systems; a leading dot hides the file, and a leading dash
  // looks like an option.
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
  std::error_code failure;  // opening the file reports it
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, failure);
  // The games choose the name: a link must not lead them elsewhere.
  if (const auto fault = fault_of_link(path, folder.string())) {
    return Error{fmt::format("{}: {}", path, *fault)};
  }
  auto output =
      GamesOutput::open({path, target_.replaces_databases, true}, target_.inputs, console_);
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

// Other keys may have the same name, or one that differs only in case.
std::string SplitOutput::free_name(const std::string& key) {
  const std::string name = file_name_of(key);
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
        return Error{fmt::format("--split would make more than {} files", kMaxFiles)};
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

}  // namespace arbiter
