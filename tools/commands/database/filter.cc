// arbiter filter [FILE...]
#include <algorithm>
#include <memory>
#include <thread>

#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/shape_options.h"
#include "tools/commands/database/database.h"
#include "tools/commands/database/filtering.h"

namespace arbiter {

CommandRun bind_filter(CommandLine& app) {
  const auto options = std::make_shared<Filtering>();
  options->jobs = std::max(1U, std::thread::hardware_concurrency());
  add_words(app, "FILE...", options->inputs)
      ->type_name("FILE")
      ->description(
          "Game files, compressed or not, archives, folders, databases; - is standard input");
  add_output(app, options->output);
  add_switch(app, "--count", options->run.count, "Print only how many games match");
  add_number(app, "--skip", options->run.skip, {.min = 0})
      ->description("Skip the first N games that match")
      ->type_name("N");
  add_number(app, "--limit", options->run.limit, {.min = 1})
      ->description("Stop after N games")
      ->type_name("N");
  add_division(app, *options);
  add_number(app, "-j,--jobs", options->jobs, {.min = 1, .max = 256})
      ->description("Threads (default: one per core)")
      ->type_name("N");
  add_piece_letters(app, options->piece_letters);
  add_switch(app, "-q,--quiet", options->run.quiet, "Print no report and no progress");
  add_source_format(app, options->run.from);
  add_game_format(app, options->format);
  add_shape(app, options->shape);
  add_openings(app, options->openings);
  add_position(app, options->position);
  add_anywhere(app, *options);
  add_filters(app, options->filter);
  return [options](Console& console) { return run_filtering(*options, console); };
}

}  // namespace arbiter
