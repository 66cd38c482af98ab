// One thing that the user named, and the games files in it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/base/result.h"
#include "lib/io/byte_source.h"

namespace arbiter {

// A games file, unpacked. The source lives until the input's next call of
// next_member() or its end.
struct Member {
  std::string name;  // "games.pgn.gz", or "games.zip:round1.pgn" in an archive
  ByteSource& source;
  std::optional<Encoding> converted_from;  // UTF-16, which `source` gives as UTF-8
};

class Input {
 public:
  Input() = default;
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  virtual ~Input() = default;

  // The next games file. What is left of the one before is skipped.
  // Throws IoError where the system cannot read.
  virtual std::optional<Member> next_member() = 0;

  // Why the walk over the members ended before it should have, or found none.
  // To be asked after the last; a fault inside a member is its source's.
  virtual std::optional<std::string> damage() const = 0;

  // How many files of an archive were passed over because they hold no games.
  virtual std::uint64_t skipped_members() const = 0;

  // Bytes on disk, where known, and how many of them have been read: what a
  // progress display divides. May be asked from any thread.
  virtual std::optional<std::uint64_t> total_bytes() const = 0;
  virtual std::uint64_t consumed_bytes() const = 0;
};

// From what stands on the command line to games files.

// Opens a file, or standard input for "-", whatever wraps it: gzip, bzip2, xz
// and zstd streams, tar, zip and 7z archives, and each in the other.
// What it is, is told by its bytes. An archive read from a pipe is copied to
// an unnamed temporary file first, where its kind demands it. Of an archive, the
// files named .pgn or .epd count, compressed or not, and those that look like PGN.
// Fails where the system does, and where bytes that start as an archive are none.
Result<std::unique_ptr<Input>> open_input(const std::string& path);

// The same for what is not games: all files of an archive count.
Result<std::unique_ptr<Input>> open_any_input(const std::string& path);

// What stands for files on the command line.
struct NamedFiles {
  struct Unread {
    std::string path;
    std::string reason;
  };
  std::vector<std::string> files;
  // Folders that cannot be read or have no games file; pipes and devices found in them.
  std::vector<Unread> unread;
};

// The files that the arguments mean, in their order: a directory those in and
// below it that are named .pgn, .zip, .7z, .tar or .tgz, or so with the ending of a compression
// (.pgn.gz), in byte order, links to directories not followed; anything else is
// itself.
NamedFiles files_named(const std::vector<std::string>& arguments);

// Whether a file in an archive is taken for games: by its name, or because a
// line of its start is a tag pair or a first move.
bool is_games_file(std::string_view name, std::string_view start);

}  // namespace arbiter
