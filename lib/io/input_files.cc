#include "lib/io/input_files.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include "lib/base/io_error.h"
#include "lib/io/archive_input.h"
#include "lib/io/archive_reader.h"
#include "lib/io/container.h"
#include "lib/io/file_names.h"
#include "lib/io/unwrap.h"

namespace arbiter {
namespace {

namespace fs = std::filesystem;

// A file that is one games file.
class SingleInput final : public Input {
 public:
  SingleInput(std::string name, std::shared_ptr<const FileSource> file,
              std::unique_ptr<PeekableSource> stream)
      : name_(std::move(name)), file_(std::move(file)), text_(without_utf16(std::move(stream))) {}

  std::optional<Member> next_member() override {
    if (std::exchange(delivered_, true)) return std::nullopt;
    return Member{name_, *text_.source, text_.converted_from};
  }

  std::optional<std::string> damage() const override { return std::nullopt; }
  std::uint64_t skipped_members() const override { return 0; }
  std::optional<std::uint64_t> total_bytes() const override { return file_->total_bytes(); }
  std::uint64_t consumed_bytes() const override { return file_->position(); }

 private:
  std::string name_;
  std::shared_ptr<const FileSource> file_;
  Utf8Stream text_;
  bool delivered_ = false;
};

Container container_of_file(FileSource& file) {
  std::array<char, PeekableSource::kPeekBytes> start;
  const std::uint64_t position = file.position();
  const std::size_t size = read_fully(file, start);
  file.seek(position);
  return container_of({start.data(), size});
}

// Which files of an archive count.
enum class Entries { Games, All };

// A file that is an archive, or not.
class Opening {
 public:
  Opening(std::string name, Entries entries) : name_(std::move(name)), entries_(entries) {}

  Result<std::unique_ptr<Input>> open(const std::shared_ptr<FileSource>& file) const {
    if (file->is_regular()) {
      const Container container = container_of_file(*file);
      if (needs_seeking(container)) return open_archive(file, file, container);
    }
    auto stream = decompressed(file);
    const Container container = container_of(stream->start());
    if (needs_seeking(container)) {
      const std::shared_ptr<FileSource> copy = FileSource::spool(*stream);
      return open_archive(copy, copy, container);
    }
    if (container == Container::Tar) return open_archive(file, std::move(stream), container);
    return std::unique_ptr<Input>(std::make_unique<SingleInput>(name_, file, std::move(stream)));
  }

 private:
  // `source` is the bytes of the archive, which come out of `file`.
  Result<std::unique_ptr<Input>> open_archive(std::shared_ptr<const FileSource> file,
                                              std::shared_ptr<ByteSource> source,
                                              Container container) const {
    auto archive = ArchiveReader::open(std::move(source), container);
    if (!archive) return Error{archive.error()};
    auto input = std::make_unique<ArchiveInput>(name_, std::move(file), std::move(*archive));
    if (entries_ == Entries::All) input->take_all();
    return std::unique_ptr<Input>(std::move(input));
  }

  std::string name_;
  Entries entries_;
};

Result<std::unique_ptr<Input>> open_with(const std::string& path, Entries entries) {
  auto opened = FileSource::open(path);
  if (!opened) return Error{opened.error()};
  return Opening(path == "-" ? "<stdin>" : path, entries).open(std::move(*opened));
}

bool is_named_as_games(const fs::path& path) {
  constexpr std::string_view kEndings[] = {".pgn", ".zip", ".7z", ".tar", ".tgz"};
  const std::string_view name = without_compression_ending(path.native());
  return std::ranges::any_of(kEndings, [name](auto ending) { return has_ending(name, ending); });
}

// Adds the games files in `directory` itself, and its folders to `folders`.
void look_into(const fs::path& directory, NamedFiles& named, std::vector<fs::path>& folders) {
  std::error_code failure;
  fs::directory_iterator entry(directory, failure);
  for (; !failure && entry != fs::directory_iterator(); entry.increment(failure)) {
    std::error_code unknown;
    const fs::file_status status = entry->status(unknown);
    if (fs::is_directory(status)) {
      if (!entry->is_symlink(unknown)) folders.push_back(entry->path());
    } else if (!is_named_as_games(entry->path())) {
      continue;
    } else if (fs::is_other(status)) {
      // A pipe or a device may never end.
      named.unread.push_back({entry->path().string(), "not a regular file; skipped"});
    } else {
      named.files.push_back(entry->path().string());
    }
  }
  if (failure) named.unread.push_back({directory.string(), reason_of(failure)});
}

void add_files_in(const std::string& directory, NamedFiles& named) {
  const std::size_t files_before = named.files.size();
  const std::size_t unread_before = named.unread.size();
  std::vector<fs::path> folders = {directory};
  while (!folders.empty()) {
    const fs::path folder = std::move(folders.back());
    folders.pop_back();
    look_into(folder, named, folders);
  }
  const auto first = named.files.begin() + static_cast<std::ptrdiff_t>(files_before);
  std::sort(first, named.files.end());
  if (named.files.size() > files_before || named.unread.size() > unread_before) return;
  named.unread.push_back({directory, "no .pgn file and no archive in this directory"});
}

}  // namespace

Result<std::unique_ptr<Input>> open_input(const std::string& path) {
  return open_with(path, Entries::Games);
}

Result<std::unique_ptr<Input>> open_any_input(const std::string& path) {
  return open_with(path, Entries::All);
}

NamedFiles files_named(const std::vector<std::string>& arguments) {
  NamedFiles named;
  for (const std::string& argument : arguments) {
    std::error_code unknown;
    if (argument != "-" && fs::is_directory(argument, unknown)) {
      add_files_in(argument, named);
    } else {
      named.files.push_back(argument);
    }
  }
  return named;
}

}  // namespace arbiter
