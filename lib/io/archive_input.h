// The games files in a tar, zip or 7z archive, and in archives in it, down to the third.
#pragma once

#include <memory>
#include <string>

#include "lib/base/result.h"
#include "lib/io/archive_reader.h"
#include "lib/io/input.h"

namespace arbiter {

class ArchiveInput final : public Input {
 public:
  // Walks the archive, called `name`; `file` is what the reader reads in the end. `depth` is how
  // many archives it is in.
  ArchiveInput(std::string name, std::shared_ptr<const FileSource> file,
               std::unique_ptr<ArchiveReader> archive, unsigned depth = 0);
  ~ArchiveInput() override;

  // Every file is wanted, not only those with games. To be called before the first member.
  void take_all() { takes_all_ = true; }

  std::optional<Member> next_member() override;
  std::optional<std::string> damage() const override;
  std::uint64_t skipped_members() const override { return skipped_; }
  std::optional<std::uint64_t> total_bytes() const override { return file_->total_bytes(); }
  std::uint64_t consumed_bytes() const override { return file_->position(); }

 private:
  bool open_inner(const std::string& entry, std::unique_ptr<PeekableSource>& stream);
  std::optional<Member> next_of_inner();
  void close_inner();

  std::string name_;
  std::shared_ptr<const FileSource> file_;
  std::unique_ptr<ArchiveReader> archive_;
  std::unique_ptr<ByteSource> member_;
  unsigned depth_;
  bool takes_all_ = false;
  std::unique_ptr<ArchiveInput> inner_;  // the entry, if it is an archive
  std::optional<std::string> inner_damage_;
  std::uint64_t delivered_ = 0;
  std::uint64_t skipped_ = 0;
};

// Whether a file in an archive is taken for games: by its name, or because a
// line of its start is a tag pair or a first move.
bool is_games_file(std::string_view name, std::string_view start);

}  // namespace arbiter
