// Opens the game files named on the command line.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lib/base/result.h"
#include "lib/io/byte_source.h"
#include "lib/io/text_conversion.h"

namespace arbiter {

// A game file, decompressed. The source is valid until the next call of next_member().
struct Member {
  std::string name;  // "games.pgn.gz", or "games.zip:round1.pgn" in an archive
  ByteSource& source;
  const TextForm& form;  // the original form; `source` is UTF-8 without HTML
};

class Input {
 public:
  Input() = default;
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  virtual ~Input() = default;

  // Returns the next game file, and skips the rest of the previous one. Throws IoError if the
  // system cannot read.
  virtual std::optional<Member> next_member() = 0;

  // Returns the reason why the members ended early, or why none was found. Valid only after the
  // last member has been read. Damage inside a member is reported by its source.
  virtual std::optional<std::string> damage() const = 0;

  // Returns the number of archive members that were skipped because they contain no games.
  virtual std::uint64_t skipped_members() const = 0;

  // Return the size on disk, if known, and the number of bytes read, for a progress display. May be
  // called from any thread.
  virtual std::optional<std::uint64_t> total_bytes() const = 0;
  virtual std::uint64_t consumed_bytes() const = 0;
};

// Opens a file, or standard input for "-", in any combination of gzip, bzip2, xz and zstd
// compression and tar, zip and 7z archives. The format is detected by the content, not the name.
// Archives that need seeking are first copied from a pipe or a compressed file to a temporary file.
// Its size is limited (see byte_source.h). Archive members count if they are
// named .pgn or .epd, compressed or not, or look like PGN. Returns an error if the system cannot
// open the file, or if an archive is invalid.
Result<std::unique_ptr<Input>> open_input(const std::string& path);

// Like open_input(), but for files other than game files: reads all members of an archive.
Result<std::unique_ptr<Input>> open_any_input(const std::string& path);

// Files named by command line arguments.
struct NamedFiles {
  struct Unread {
    std::string path;
    std::string reason;
  };
  std::vector<std::string> files;
  // Folders that are unreadable or contain no game files. Also pipes, devices, broken links, and
  // links to outside files that were found in folders.
  std::vector<Unread> unread;
  // Links to folders, which are not followed.
  std::vector<std::string> skipped_folders;
};

// Returns the files named by the arguments, in order. For a folder, these are the files in and
// below it that are named .pgn, .zip, .7z, .tar or .tgz. A compression suffix may follow (.pgn.gz).
// The names are sorted by bytes.
//
// Links that are arguments are followed. A link in a folder is followed only to a file in one of
// the folders that the arguments name. Such a file is returned once: under its own name if the name
// has one of these endings, otherwise under the name of the link. Links to folders are not
// followed.
NamedFiles files_named(const std::vector<std::string>& arguments);

// Returns an error if a file in `folder` is a broken link or a link out of the folder. Such files
// must not be read or written. Other files need not exist.
std::optional<std::string> fault_of_link(const std::string& path, const std::string& folder);

// Checks whether an archive member contains games: by its name, or because a line at its start is a
// tag pair or a first move.
bool is_games_file(std::string_view name, std::string_view start);

}  // namespace arbiter
