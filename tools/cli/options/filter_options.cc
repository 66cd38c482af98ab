#include "tools/cli/options/filter_options.h"

#include <string>
#include <utility>

#include "tools/cli/options/filter_fields.h"
#include "tools/cli/options/filter_text.h"

namespace arbiter::cli::options {
namespace {

constexpr const char* kGroup = "Which games (all have to hold)";

void add_field(CommandLine& app, const FilterField& field, GameFilter& filter) {
  const auto check = [&field](const std::string& value) {
    GameFilter unused;
    return field.add(unused, Comparison::Equal, value).value_or("");
  };
  // Each value alone was found good by the check.
  const auto take = [&field, &filter](const std::string& value) {
    return field.add(filter, Comparison::Equal, value).value_or("");
  };
  app.add("--" + std::string(field.name), EveryValue{check, take})
      ->type_name(std::string(field.value))
      ->description(std::string(field.meaning))
      ->group(kGroup);
}

}  // namespace

Option* add_where(CommandLine& app, GameFilter& filter) {
  const auto check = [](const std::string& value) {
    const auto with = with_conditions({}, value);
    return with ? std::string() : with.error();
  };
  const auto take = [&filter](const std::string& value) {
    auto with = with_conditions(filter, value);
    if (!with) return with.error();
    filter = *std::move(with);
    return std::string();
  };
  return app.add("--where", EveryValue{check, take})
      ->type_name("CONDITIONS")
      ->description("Conditions in one line: 'elo>=2400 and date<2000 and white=Carlsen, M'");
}

void add_filters(CommandLine& app, GameFilter& filter) {
  for (const FilterField& field : filter_fields()) add_field(app, field, filter);
  const auto may_match = [&filter] { filter.unknown_dates = UnknownDates::MayMatch; };
  app.add("--may-match", may_match)
      ->description("Games too whose date is not fully known, where it may be in the range")
      ->group(kGroup);
  add_where(app, filter)->group(kGroup);
}

}  // namespace arbiter::cli::options
