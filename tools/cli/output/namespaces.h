// The namespaces of the command line; see lib/base/namespaces.h.
#pragma once

#include "db/model/namespaces.h"

namespace arbiter::cli::output {}
namespace arbiter::cli::options {}
namespace arbiter::cli {}
namespace arbiter::report {}
namespace arbiter::commands {}

namespace arbiter::cli {
using namespace base;
using namespace text;
using namespace io;
using namespace diagnostics;
using namespace chess;
using namespace notation;
using namespace patterns;
using namespace winnability;
using namespace pgn;
using namespace laws;
using namespace names;
using namespace tags;
using namespace movetext;
using namespace tournament;
using namespace players;
using namespace laws::origin;
using namespace laws::conditional;
using namespace laws::touch;
using namespace validate;
using namespace export_;
using namespace repair;
using namespace db::model;
using namespace db::sqlite;
using namespace db::games;
using namespace db::index;
using namespace db::query;
using namespace db::import_;
using namespace db::stream;
using namespace db::care;
using namespace db::store;
using namespace db::sql;
}  // namespace arbiter::cli

namespace arbiter::report {
using namespace base;
using namespace text;
using namespace io;
using namespace diagnostics;
using namespace chess;
using namespace notation;
using namespace pgn;
using namespace laws;
using namespace tags;
using namespace tournament;
using namespace validate;
using namespace export_;
using namespace cli::output;
}  // namespace arbiter::report
namespace arbiter::commands {
using namespace base;
using namespace text;
using namespace io;
using namespace diagnostics;
using namespace chess;
using namespace notation;
using namespace patterns;
using namespace book;
using namespace winnability;
using namespace pgn;
using namespace laws;
using namespace names;
using namespace tags;
using namespace movetext;
using namespace tournament;
using namespace players;
using namespace laws::origin;
using namespace laws::conditional;
using namespace laws::touch;
using namespace validate;
using namespace export_;
using namespace repair;
using namespace db::model;
using namespace db::sqlite;
using namespace db::games;
using namespace db::index;
using namespace db::query;
using namespace db::import_;
using namespace db::stream;
using namespace db::care;
using namespace db::store;
using namespace db::sql;
}  // namespace arbiter::commands

namespace arbiter::cli::options {
using namespace output;
}

namespace arbiter::cli {
using namespace output;
using namespace options;
}  // namespace arbiter::cli

namespace arbiter::commands {
using namespace cli;
using namespace cli::output;
using namespace cli::options;
using namespace report;
}  // namespace arbiter::commands
