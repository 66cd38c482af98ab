// The command `arbiter serve FILE...`.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "db/sqlite/file/connection.h"
#include "lib/base/text.h"
#include "lib/os/process.h"
#include "tools/cli/game_input.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/commands/commands.h"
#include "tools/serve/explorer.h"
#include "tools/serve/http_server.h"

namespace arbiter {
namespace {

struct ServeCommandOptions {
  GameInput input;
  std::uint64_t port = 0;
  bool opens = false;
  bool edits = false;
};

Result<ExitCode> run(const ServeCommandOptions& options, Console& console) {
  const auto games = ServedGames::open(options.input, console);
  if (!games) return Error{games.error()};
  InterruptWatch watch;
  Explorer explorer(**games, commands(), options.edits ? PageAccess::Edit : PageAccess::ReadOnly);
  HttpLimits limits;
  limits.workers = static_cast<unsigned>(std::clamp<std::uint64_t>(options.input.jobs, 4, 16));
  const auto server = HttpServer::open(static_cast<std::uint16_t>(options.port), limits, explorer);
  if (!server) {
    return Error{fmt::format("cannot listen on port {}: {}", options.port, server.error())};
  }
  explorer.set_port((*server)->port());
  const std::string address = fmt::format("http://127.0.0.1:{}/", (*server)->port());
  console.print("{}\n", address);
  console.flush();
  console.say("Open this address in a browser. Press Ctrl-C to stop.");
  if (options.opens) {
    if (const int failure = open_in_browser(address)) {
      console.complain(fmt::format("cannot open a browser: {}", reason_of_errno(failure)));
    }
  }
  (*server)->run([&] {
    (*games)->close_old();
    if (!watch.was_interrupted()) return false;
    sqlite::Connection::interrupt_all();
    return true;
  });
  watch.accept();
  return (*games)->is_complete() ? ExitCode::Clean : ExitCode::CouldNotRun;
}

}  // namespace

CommandRun bind_serve(CommandLine& app) {
  const auto options = std::make_shared<ServeCommandOptions>();
  add_game_files(app, options->input);
  add_number(app, "--port", options->port, {.min = 1, .max = 65535},
             "Port on 127.0.0.1 (default: any free port)");
  add_switch(app, "--open", options->opens, "Open the page in a browser");
  add_switch(app, "--edit", options->edits, "Allow the page to save searches");
  {
    const OptionGroup group(app, "Run");
    add_memory_size(app, "--memory", options->input.memory)
        ->description("Memory limit while game files are read (default: 512M)");
    add_jobs(app, options->input.jobs);
    add_reading_options(app);
  }
  app.footer(
      "Press Ctrl-C to stop.\n"
      "Exit status: 0 success, 2 a file could not be read, or the port is in use.");
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
