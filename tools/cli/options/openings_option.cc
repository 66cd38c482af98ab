#include "tools/cli/options/openings_option.h"

#include <fmt/format.h>

#include <string>

#include "lib/io/byte_source.h"
#include "tools/cli/options/parsed_option.h"

namespace arbiter {
namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20;

using OpenedTable = std::shared_ptr<const OpeningFile>;

Result<OpenedTable> read_table(const std::string& name) {
  const auto input = FileSource::open(name);
  if (!input) return Error{fmt::format("{}: {}", name, input.error())};
  std::string text(kMostBytes, '\0');
  text.resize(read_fully(**input, text));
  auto file = OpeningFile::parse(text);
  if (!file) return Error{fmt::format("{}: {}", name, file.error())};
  return OpenedTable(*std::move(file));
}

}  // namespace

Option* add_openings(CommandLine& app, OpeningsOption& openings) {
  return add_parsed(app, "--openings", openings.file, read_table)
      ->type_name("FILE")
      ->description(
          "Name openings by this table: lines with code, name and moves, divided by tabs "
          "(default: Arbiter's own)");
}

}  // namespace arbiter
