#include <memory>

#include "lib/base/result.h"
#include "lib/os/file.h"
#include "tools/library/api.h"

namespace arbiter::api {

Source Source::file(std::string path) {
  Source source;
  source.name_ = path == "-" ? "<stdin>" : path;
  source.path_ = std::move(path);
  return source;
}

Source Source::bytes(std::string_view bytes) {
  Source source;
  try {
    const auto memory = std::make_shared<const MemoryFile>(bytes);
    source.path_ = memory->name();
    source.memory_ = memory;
  } catch (const IoError& fault) {
    throw Error(fault.what());
  }
  source.name_ = "<bytes>";
  return source;
}

}  // namespace arbiter::api
