#include "lib/io/archive_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "lib/io/container.h"
#include "lib/io/file_names.h"
#include "lib/io/unwrap.h"

namespace arbiter {
namespace {

constexpr std::string_view kSpaces = " \t\r";
constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kFiles = "abcdefgh";
constexpr std::string_view kRanks = "12345678";

constexpr unsigned kDeepestArchive = 2;

class EntrySource final : public ByteSource {
 public:
  explicit EntrySource(ArchiveReader& archive) : archive_(archive) {}
  std::size_t read(std::span<char> into) override { return archive_.read(into); }
  std::optional<std::string> damage() const override { return archive_.entry_damage(); }
  bool is_cpu_bound() const override { return true; }

 private:
  ArchiveReader& archive_;
};

bool starts_with_one_of(std::string_view text, std::string_view alphabet) {
  return !text.empty() && alphabet.find(text.front()) != alphabet.npos;
}

std::string_view without_spaces(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kSpaces), text.size()));
}

// `[Event "...`
bool is_tag_pair(std::string_view line) {
  if (!starts_with_one_of(line, "[") || !starts_with_one_of(line.substr(1), kLetters)) return false;
  const std::size_t name_end = line.find_first_of(" \t\"");
  return name_end != line.npos && starts_with_one_of(without_spaces(line.substr(name_end)), "\"");
}

// `1. e4` or `1.Nf3`
bool is_first_move(std::string_view line) {
  if (line.substr(0, 2) != "1.") return false;
  std::string_view move = without_spaces(line.substr(2));
  if (starts_with_one_of(move, "N")) move.remove_prefix(1);
  return starts_with_one_of(move, kFiles) && starts_with_one_of(move.substr(1), kRanks);
}

bool looks_like_pgn(std::string_view start) {
  std::string text;
  std::copy_if(start.begin(), start.end(), std::back_inserter(text),
               [](char c) { return c > '\0'; });  // UTF-16 and byte order marks
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = without_spaces(rest.substr(0, rest.find_first_of("\r\n")));
    if (is_tag_pair(line) || is_first_move(line)) return true;
    rest.remove_prefix(std::min(rest.find_first_of("\r\n"), rest.size() - 1) + 1);
  }
  return false;
}

}  // namespace

bool is_games_file(std::string_view name, std::string_view start) {
  const std::string_view plain = without_compression_ending(name);
  return has_ending(plain, ".pgn") || has_ending(plain, ".epd") || looks_like_pgn(start);
}

ArchiveInput::ArchiveInput(std::string name, std::shared_ptr<const FileSource> file,
                           std::unique_ptr<ArchiveReader> archive, unsigned depth)
    : name_(std::move(name)), file_(std::move(file)), archive_(std::move(archive)), depth_(depth) {}

ArchiveInput::~ArchiveInput() = default;

// False if the entry is no archive, or too deep: then `stream` is as before. One that cannot be
// opened is damage.
bool ArchiveInput::open_inner(const std::string& entry, std::unique_ptr<PeekableSource>& stream) {
  const Container container = container_of(stream->start());
  const bool is_archive = needs_seeking(container) || container == Container::Tar;
  if (!is_archive || depth_ == kDeepestArchive) return false;
  const std::string name = fmt::format("{}:{}", name_, entry);
  std::shared_ptr<ByteSource> source;
  if (needs_seeking(container)) {
    source = FileSource::spool(*stream);
  } else {
    source = std::move(stream);
  }
  auto archive = ArchiveReader::open(std::move(source), container);
  if (archive) {
    inner_ = std::make_unique<ArchiveInput>(name, file_, std::move(*archive), depth_ + 1);
    if (takes_all_) inner_->take_all();
  } else {
    inner_damage_ = fmt::format("{}: {}", name, archive.error());
  }
  return true;
}

std::optional<Member> ArchiveInput::next_of_inner() {
  if (!inner_) return std::nullopt;
  auto member = inner_->next_member();
  if (member) {
    ++delivered_;
  } else {
    close_inner();
  }
  return member;
}

void ArchiveInput::close_inner() {
  skipped_ += inner_->skipped_;
  if (const auto damage = inner_->archive_->damage()) {
    inner_damage_ = fmt::format("{}: {}", inner_->name_, *damage);
  } else if (inner_->inner_damage_) {
    inner_damage_ = inner_->inner_damage_;
  }
  inner_.reset();
}

std::optional<Member> ArchiveInput::next_member() {
  member_.reset();
  if (auto member = next_of_inner()) return member;
  while (archive_->next_entry()) {
    const std::string entry = archive_->entry_name();
    auto stream = decompressed(std::make_unique<EntrySource>(*archive_));
    if (open_inner(entry, stream)) {
      if (auto member = next_of_inner()) return member;
      continue;
    }
    if (!takes_all_ && !is_games_file(entry, stream->start())) {
      ++skipped_;
      continue;
    }
    ++delivered_;
    Utf8Stream text = without_utf16(std::move(stream));
    member_ = std::move(text.source);
    return Member{fmt::format("{}:{}", name_, entry), *member_, text.converted_from};
  }
  return std::nullopt;
}

std::optional<std::string> ArchiveInput::damage() const {
  if (auto damage = archive_->damage()) return damage;
  if (inner_damage_) return inner_damage_;
  if (delivered_ == 0) return takes_all_ ? "no file in the archive" : "no game file in the archive";
  return std::nullopt;
}

}  // namespace arbiter
