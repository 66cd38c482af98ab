#include "lib/io/input_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "lib/io/archive_reader.h"
#include "lib/io/byte_source.h"

namespace arbiter {
namespace {

constexpr std::string_view kSpaces = " \t\r";
constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kFiles = "abcdefgh";
constexpr std::string_view kRanks = "12345678";

constexpr unsigned kMaxArchiveDepth = 2;

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

// Checks for a tag pair: `[Event "...`
bool is_tag_pair(std::string_view line) {
  if (!starts_with_one_of(line, "[") || !starts_with_one_of(line.substr(1), kLetters)) return false;
  const std::size_t name_end = line.find_first_of(" \t\"");
  return name_end != line.npos && starts_with_one_of(without_spaces(line.substr(name_end)), "\"");
}

// Checks for a first move: `1. e4` or `1.Nf3`
bool is_first_move(std::string_view line) {
  if (line.substr(0, 2) != "1.") return false;
  std::string_view move = without_spaces(line.substr(2));
  if (starts_with_one_of(move, "N")) move.remove_prefix(1);
  return starts_with_one_of(move, kFiles) && starts_with_one_of(move.substr(1), kRanks);
}

bool looks_like_pgn(std::string_view start) {
  std::string text;
  std::copy_if(start.begin(), start.end(), std::back_inserter(text),
               [](char c) { return c > '\0'; });  // skips NUL bytes (UTF-16) and byte order marks
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

namespace {

// The archive members to read.
enum class Entries { Games, All };

// The game files in a tar, zip or 7z archive, and in archives inside it, down to the third level.
class ArchiveInput final : public Input {
 public:
  // Reads the archive `name`; `file` is the outermost file, and `depth` the number of enclosing
  // archives.
  ArchiveInput(std::string name, std::shared_ptr<const FileSource> file,
               std::unique_ptr<ArchiveReader> archive, Entries entries, unsigned depth = 0)
      : name_(std::move(name)),
        file_(std::move(file)),
        archive_(std::move(archive)),
        entries_(entries),
        depth_(depth) {}

  std::optional<Member> next_member() override {
    text_ = {};
    if (auto member = next_of_inner()) return member;
    while (archive_->next_entry()) {
      const std::string entry = archive_->entry_name();
      auto stream = decompressed(std::make_unique<EntrySource>(*archive_));
      if (open_inner(entry, stream)) {
        if (auto member = next_of_inner()) return member;
        continue;
      }
      if (entries_ == Entries::Games && !is_games_file(entry, stream->start())) {
        ++skipped_;
        continue;
      }
      ++delivered_;
      const std::string name = fmt::format("{}:{}", name_, entry);
      text_ = plain_text(std::move(stream), name);
      return Member{name, *text_.source, *text_.form};
    }
    return std::nullopt;
  }
  std::optional<std::string> damage() const override {
    if (auto damage = archive_->damage()) return damage;
    if (inner_damage_) return inner_damage_;
    if (delivered_ == 0)
      return entries_ == Entries::All ? "no file in the archive" : "no game file in the archive";
    return std::nullopt;
  }
  std::uint64_t skipped_members() const override { return skipped_; }
  std::optional<std::uint64_t> total_bytes() const override { return file_->total_bytes(); }
  std::uint64_t consumed_bytes() const override { return file_->position(); }

 private:
  // Opens a nested archive. Returns false, without changing `stream`, if the entry is not an
  // archive or is nested too deep. A nested archive that cannot be opened counts as damage.
  bool open_inner(const std::string& entry, std::unique_ptr<PeekableSource>& stream) {
    const Container container = container_of(stream->start());
    const bool is_archive = needs_seeking(container) || container == Container::Tar;
    if (!is_archive || depth_ == kMaxArchiveDepth) return false;
    const std::string name = fmt::format("{}:{}", name_, entry);
    std::shared_ptr<ByteSource> source;
    if (needs_seeking(container)) {
      auto copy = FileSource::spool(*stream, *file_);
      if (!copy) {
        inner_damage_ = fmt::format("{}: {}", name, copy.error());
        return true;
      }
      source = *std::move(copy);
    } else {
      source = std::move(stream);
    }
    auto archive = ArchiveReader::open(std::move(source), container);
    if (archive) {
      inner_ =
          std::make_unique<ArchiveInput>(name, file_, std::move(*archive), entries_, depth_ + 1);
    } else {
      inner_damage_ = fmt::format("{}: {}", name, archive.error());
    }
    return true;
  }
  std::optional<Member> next_of_inner() {
    if (!inner_) return std::nullopt;
    auto member = inner_->next_member();
    if (member) {
      ++delivered_;
    } else {
      close_inner();
    }
    return member;
  }
  void close_inner() {
    skipped_ += inner_->skipped_;
    if (const auto damage = inner_->archive_->damage()) {
      inner_damage_ = fmt::format("{}: {}", inner_->name_, *damage);
    } else if (inner_->inner_damage_) {
      inner_damage_ = inner_->inner_damage_;
    }
    inner_.reset();
  }

  std::string name_;
  std::shared_ptr<const FileSource> file_;
  std::unique_ptr<ArchiveReader> archive_;
  PlainText text_;
  Entries entries_;
  unsigned depth_;
  std::unique_ptr<ArchiveInput> inner_;  // current entry, if it is an archive
  std::optional<std::string> inner_damage_;
  std::uint64_t delivered_ = 0;
  std::uint64_t skipped_ = 0;
};

namespace fs = std::filesystem;

// A file that contains games itself.
class SingleInput final : public Input {
 public:
  SingleInput(std::string name, std::shared_ptr<const FileSource> file,
              std::unique_ptr<PeekableSource> stream)
      : name_(std::move(name)),
        file_(std::move(file)),
        text_(plain_text(std::move(stream), name_)) {}

  std::optional<Member> next_member() override {
    if (std::exchange(delivered_, true)) return std::nullopt;
    return Member{name_, *text_.source, *text_.form};
  }

  std::optional<std::string> damage() const override { return std::nullopt; }
  std::uint64_t skipped_members() const override { return 0; }
  std::optional<std::uint64_t> total_bytes() const override { return file_->total_bytes(); }
  std::uint64_t consumed_bytes() const override { return file_->position(); }

 private:
  std::string name_;
  std::shared_ptr<const FileSource> file_;
  PlainText text_;
  bool delivered_ = false;
};

Container container_of_file(FileSource& file) {
  std::array<char, PeekableSource::kPeekBytes> start;
  const std::uint64_t position = file.position();
  const std::size_t size = read_fully(file, start);
  file.seek(position);
  return container_of({start.data(), size});
}

using OpenedInput = Result<std::unique_ptr<Input>>;

// Opens the archive in `source`, whose bytes come from `file`.
OpenedInput open_archive(const std::string& name, Entries entries,
                         std::shared_ptr<const FileSource> file, std::shared_ptr<ByteSource> source,
                         Container container) {
  auto archive = ArchiveReader::open(std::move(source), container);
  if (!archive) return Error{archive.error()};
  return std::unique_ptr<Input>(
      std::make_unique<ArchiveInput>(name, std::move(file), std::move(*archive), entries));
}

// Opens a file as an archive, or as a game file.
OpenedInput open_with(const std::string& path, Entries entries) {
  auto opened = FileSource::open(path);
  if (!opened) return Error{opened.error()};
  const std::shared_ptr<FileSource> file = std::move(*opened);
  const std::string name = path == "-" ? "<stdin>" : path;
  if (file->is_regular()) {
    const Container container = container_of_file(*file);
    if (needs_seeking(container)) return open_archive(name, entries, file, file, container);
  }
  auto stream = decompressed(file);
  const Container container = container_of(stream->start());
  if (needs_seeking(container)) {
    auto spooled = FileSource::spool(*stream, *file);
    if (!spooled) return Error{spooled.error()};
    const std::shared_ptr<FileSource> copy = *std::move(spooled);
    return open_archive(name, entries, copy, copy, container);
  }
  if (container == Container::Tar) {
    return open_archive(name, entries, file, std::move(stream), container);
  }
  return std::unique_ptr<Input>(std::make_unique<SingleInput>(name, file, std::move(stream)));
}

bool is_named_as_games(const fs::path& path) {
  constexpr std::string_view kEndings[] = {".pgn", ".zip", ".7z", ".tar", ".tgz"};
  const std::string file = path.filename().string();
  const std::string_view name = without_compression_ending(file);
  return std::ranges::any_of(kEndings, [name](auto ending) { return has_ending(name, ending); });
}

constexpr const char* kLeadsOut = "the link leads out of the folder";
constexpr const char* kSkipped = "; skipped (name it to follow it)";

bool is_inside(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

// Finds the files in folders named by arguments.
class FolderSearch {
 public:
  FolderSearch(const std::vector<std::string>& arguments, NamedFiles& named) : named_(named) {
    for (const std::string& argument : arguments) {
      std::error_code failure;
      const fs::path folder = fs::canonical(argument, failure);
      if (!failure && fs::is_directory(folder, failure)) roots_.push_back(folder);
    }
  }

  void add_files_in(const std::string& directory) {
    const std::size_t files_before = named_.files.size();
    const std::size_t unread_before = named_.unread.size();
    folders_ = {directory};
    while (!folders_.empty()) {
      const fs::path folder = std::move(folders_.back());
      folders_.pop_back();
      scan(folder);
    }
    std::ranges::sort(links_);
    for (const fs::path& link : links_) add_link(link);
    links_.clear();
    const auto first = named_.files.begin() + static_cast<std::ptrdiff_t>(files_before);
    std::sort(first, named_.files.end());
    const bool is_empty =
        named_.files.size() == files_before && named_.unread.size() == unread_before;
    if (!is_empty || std::exchange(has_known_targets_, false)) return;
    named_.unread.push_back({directory, "no .pgn files or archives in this directory"});
  }

 private:
  // Adds the game files in `directory`. Collects its links and subfolders, which are processed
  // later.
  void scan(const fs::path& directory) {
    std::error_code failure;
    fs::directory_iterator entry(directory, failure);
    for (; !failure && entry != fs::directory_iterator(); entry.increment(failure)) {
      std::error_code unknown;
      const fs::file_status status = entry->symlink_status(unknown);
      if (fs::is_symlink(status)) {
        links_.push_back(entry->path());
      } else if (fs::is_directory(status)) {
        folders_.push_back(entry->path());
      } else if (is_named_as_games(entry->path())) {
        add_file(entry->path(), status);
      }
    }
    if (failure) skip(directory, reason_of(failure));
  }

  void add_file(const fs::path& path, const fs::file_status& status) {
    // Pipes and devices may be endless.
    if (fs::is_other(status)) return skip(path, "not a regular file; skipped");
    named_.files.push_back(path.generic_string());
  }

  // Adds the target of a link, unless the search finds the target anyway.
  void add_link(const fs::path& link) {
    std::error_code failure;
    const fs::path target = fs::canonical(link, failure);
    const bool leads_in =
        std::ranges::any_of(roots_, [&](const fs::path& root) { return is_inside(target, root); });
    std::error_code unknown;
    const fs::file_status status = fs::status(target, unknown);
    if (!failure && fs::is_directory(status)) {
      if (!leads_in) named_.skipped_folders.push_back(link.generic_string());
      return;
    }
    if (!is_named_as_games(link)) return;
    if (failure) return skip(link, reason_of(failure) + "; skipped");
    if (fs::is_other(status)) return add_file(link, status);
    if (!leads_in) return skip(link, std::string(kLeadsOut) + kSkipped);
    if (is_named_as_games(target)) {
      has_known_targets_ = true;
      return;
    }
    if (targets_.insert(target).second) add_file(link, status);
  }

  void skip(const fs::path& path, std::string reason) {
    named_.unread.push_back({path.generic_string(), std::move(reason)});
  }

  NamedFiles& named_;
  std::vector<fs::path> roots_;  // canonical paths of the folders named by arguments
  std::vector<fs::path> folders_;
  std::vector<fs::path> links_;
  std::set<fs::path> targets_;      // targets of added links
  bool has_known_targets_ = false;  // some links lead to files that the search finds anyway
};

}  // namespace

Result<std::unique_ptr<Input>> open_input(const std::string& path) {
  return open_with(path, Entries::Games);
}

Result<std::unique_ptr<Input>> open_any_input(const std::string& path) {
  return open_with(path, Entries::All);
}

NamedFiles files_named(const std::vector<std::string>& arguments) {
  NamedFiles named;
  FolderSearch search(arguments, named);
  for (const std::string& argument : arguments) {
    std::error_code unknown;
    if (argument != "-" && fs::is_directory(argument, unknown)) {
      search.add_files_in(argument);
    } else {
      named.files.push_back(argument);
    }
  }
  return named;
}

std::optional<std::string> fault_of_link(const std::string& path, const std::string& folder) {
  std::error_code failure;
  if (!fs::is_symlink(path, failure)) return std::nullopt;
  const fs::path target = fs::canonical(path, failure);
  const fs::path root = fs::canonical(folder.empty() ? "." : folder, failure);
  if (failure) return reason_of(failure);
  if (!is_inside(target, root)) return kLeadsOut;
  return std::nullopt;
}

}  // namespace arbiter
