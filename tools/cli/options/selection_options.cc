#include "tools/cli/options/selection_options.h"

#include "tools/cli/options/option_helpers.h"

namespace arbiter {

void add_selection(CommandLine& app, SelectionOptions& selection, const std::string& group) {
  add_words(app, "--select", selection.select)
      ->type_name("IDS")
      ->description(
          "Report only these: ids, groups, or all, errors, warnings, notes, style; separate "
          "several with commas")
      ->group(group);
  add_words(app, "--ignore", selection.ignore)
      ->type_name("IDS")
      ->description("Never report these; overrides every other option")
      ->group(group);
  add_words(app, "--severity", selection.severity)
      ->type_name("ID=LEVEL")
      ->description("Change the severity of an id or a group: note, warning, error or off")
      ->group(group);
}

}  // namespace arbiter
