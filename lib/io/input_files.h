// From what stands on the command line to games files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lib/base/result.h"
#include "lib/io/input.h"

namespace arbiter {

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

}  // namespace arbiter
