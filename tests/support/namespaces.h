// What tests see: the names of the whole program.
#pragma once

namespace arbiter::base {}
namespace arbiter::text {}
namespace arbiter::io {}
namespace arbiter::diagnostics {}
namespace arbiter::chess {}
namespace arbiter::notation {}
namespace arbiter::patterns {}
namespace arbiter::book {}
namespace arbiter::winnability {}
namespace arbiter::pgn {}
namespace arbiter::laws {}
namespace arbiter::names {}
namespace arbiter::tags {}
namespace arbiter::movetext {}
namespace arbiter::tournament {}
namespace arbiter::players {}
namespace arbiter::laws::origin {}
namespace arbiter::laws::conditional {}
namespace arbiter::laws::touch {}
namespace arbiter::validate {}
namespace arbiter::export_ {}
namespace arbiter::repair {}
namespace arbiter::db::model {}
namespace arbiter::db::sqlite {}
namespace arbiter::db::games {}
namespace arbiter::db::index {}
namespace arbiter::db::query {}
namespace arbiter::db::import_ {}
namespace arbiter::db::care {}
namespace arbiter::db::store {}
namespace arbiter::db::sql {}
namespace arbiter::cli::output {}
namespace arbiter::cli::options {}
namespace arbiter::cli {}
namespace arbiter::commands {}

namespace arbiter::judge {
using namespace chess;
}

namespace arbiter::testing {
namespace judge = arbiter::judge;
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
using namespace db::care;
using namespace db::store;
using namespace db::sql;
using namespace cli::output;
using namespace cli::options;
using namespace cli;
using namespace commands;
}  // namespace arbiter::testing
