#include "tools/cli/output/parsed_option.h"

namespace arbiter::cli::output {

CLI::Option* add_taken(CLI::App& app, const std::string& name, ValueTaker take) {
  const auto set = [take](const CLI::results_t& values) { return take(values.back()).empty(); };
  return app.add_option(name, set)->check(std::move(take))->take_last();
}

}  // namespace arbiter::cli::output
