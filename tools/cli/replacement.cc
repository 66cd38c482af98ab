#include "tools/cli/replacement.h"

#include "lib/io/byte_source.h"
#include "lib/io/container.h"

namespace arbiter::cli {

std::optional<std::string> replacement_fault(const std::string& path) {
  auto file = FileSource::open(path);
  if (!file) return file.error();
  if (path == "-" || !(*file)->is_regular()) return "only a file can be rewritten in place";
  std::string start(512, '\0');
  start.resize(read_fully(**file, start));
  if (container_of(start) == Container::None) return std::nullopt;
  return "it is compressed; -o writes its games to another file";
}

}  // namespace arbiter::cli
