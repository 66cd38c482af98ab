#include <cerrno>
#include <filesystem>
#include <memory>

#include "lib/base/result.h"
#include "lib/io/input_files.h"
#include "lib/os/file.h"
#include "tools/library/members.h"

namespace arbiter::api {

Source::Source(std::string path) {
  std::string name = path == "-" ? "<stdin>" : path;
  parts_ = std::make_shared<const std::vector<Part>>(1, Part{std::move(path), std::move(name), {}});
}

Source Source::bytes(std::string_view bytes) {
  Source source;
  try {
    const auto memory = std::make_shared<const MemoryFile>(bytes);
    source.parts_ =
        std::make_shared<const std::vector<Part>>(1, Part{memory->name(), "<bytes>", memory});
  } catch (const IoError& fault) {
    throw Error(fault.what());
  }
  return source;
}

Source Source::all(const std::vector<Source>& sources) {
  std::vector<Part> parts;
  for (const Source& source : sources) {
    parts.insert(parts.end(), source.parts().begin(), source.parts().end());
  }
  Source source;
  source.parts_ = std::make_shared<const std::vector<Part>>(std::move(parts));
  return source;
}

std::vector<Source::Part> files_of(const Source::Part& part) {
  std::error_code unknown;
  if (part.memory || !std::filesystem::is_directory(part.path, unknown)) return {part};
  const NamedFiles named = files_named({part.path});
  if (!named.unread.empty()) {
    const auto& [path, reason] = named.unread.front();
    throw Error(path + ": " + reason, {.file = path}, has_right(path, FileRight::Read) ? 0 : errno);
  }
  std::vector<Source::Part> files;
  for (const std::string& file : named.files) files.push_back({file, file, {}});
  return files;
}

void fail_to_open(const std::string& name, const std::string& path, const std::string& why) {
  constexpr std::size_t kShown = 40;
  const int reason = has_right(path, FileRight::Read) ? 0 : errno;
  const bool is_text = (reason == ENOENT || reason == ENAMETOOLONG) && is_games_file("", path);
  if (!is_text) throw Error(name + ": " + why, {.file = name}, reason);
  throw Error("'" + name.substr(0, kShown) + (name.size() > kShown ? "...'" : "'") + ": " + why +
                  "; read PGN text with Source.text",
              {.file = name}, reason);
}

}  // namespace arbiter::api
