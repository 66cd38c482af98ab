#include "tools/cli/options/filter_options.h"

#include <string>
#include <utility>

#include "tools/cli/options/filter_fields.h"
#include "tools/cli/options/filter_text.h"

namespace arbiter::cli::options {
namespace {

constexpr const char* kGroup = "Which games (all have to hold)";

void add_field(CLI::App& app, const FilterField& field, GameFilter& filter) {
  const auto set = [&field, &filter](const CLI::results_t& values) {
    for (const std::string& value : values) {
      // Each value alone was found good by the check.
      if (const auto fault = field.add(filter, Comparison::Equal, value)) {
        throw CLI::ValidationError("--" + std::string(field.name), *fault);
      }
    }
    return true;
  };
  const auto fault = [&field](const std::string& value) {
    GameFilter unused;
    return field.add(unused, Comparison::Equal, value).value_or("");
  };
  app.add_option("--" + std::string(field.name), set)
      ->type_name(std::string(field.value))
      ->description(std::string(field.meaning))
      ->check(fault)
      ->allow_extra_args(false)
      ->take_all()
      ->group(kGroup);
}

}  // namespace

CLI::Option* add_where(CLI::App& app, GameFilter& filter) {
  const auto set = [&filter](const CLI::results_t& values) {
    for (const std::string& value : values) {
      auto with = with_conditions(filter, value);
      if (!with) throw CLI::ValidationError("--where", with.error());
      filter = *std::move(with);
    }
    return true;
  };
  const auto fault = [](const std::string& value) {
    const auto with = with_conditions({}, value);
    return with ? std::string() : with.error();
  };
  return app.add_option("--where", set)
      ->type_name("CONDITIONS")
      ->description("Conditions in one line: 'elo>=2400 and date<2000 and white=Carlsen, M'")
      ->check(fault)
      ->allow_extra_args(false)
      ->take_all();
}

void add_filters(CLI::App& app, GameFilter& filter) {
  for (const FilterField& field : filter_fields()) add_field(app, field, filter);
  const auto may_match = [&filter](std::int64_t) { filter.unknown_dates = UnknownDates::MayMatch; };
  app.add_flag_function("--may-match", may_match,
                        "Games too whose date is not fully known, where it may be in the range")
      ->group(kGroup);
  add_where(app, filter)->group(kGroup);
}

}  // namespace arbiter::cli::options
