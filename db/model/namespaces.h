// The namespaces of the database; see lib/base/namespaces.h.
#pragma once

#include "lib/base/namespaces.h"

namespace arbiter::db::model {}
namespace arbiter::db::sqlite {}
namespace arbiter::db::games {}
namespace arbiter::db::index {}
namespace arbiter::db::query {}
namespace arbiter::db::import_ {}
namespace arbiter::db::stream {}
namespace arbiter::db::columns {}
namespace arbiter::db::care {}
namespace arbiter::db::clickhouse::wire {}
namespace arbiter::db::clickhouse::cluster {}
namespace arbiter::db::clickhouse::questions {}
namespace arbiter::db::clickhouse::writing {}
namespace arbiter::db::clickhouse::integrity {}
namespace arbiter::db::clickhouse {}
namespace arbiter::db::store {}
namespace arbiter::db::sql {}

namespace arbiter::db {
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
using namespace laws::origin;
using namespace laws::conditional;
using namespace laws::touch;
using namespace validate;
using namespace export_;
using namespace repair;
}  // namespace arbiter::db

namespace arbiter::db::sqlite {
using namespace model;
}

namespace arbiter::db::games {
using namespace model;
using namespace sqlite;
}  // namespace arbiter::db::games

namespace arbiter::db::index {
using namespace model;
using namespace sqlite;
using namespace games;
}  // namespace arbiter::db::index

namespace arbiter::db::query {
using namespace model;
using namespace sqlite;
using namespace games;
using namespace index;
}  // namespace arbiter::db::query

namespace arbiter::db::import_ {
using namespace model;
using namespace games;
using namespace query;
}  // namespace arbiter::db::import_

namespace arbiter::db::stream {
using namespace model;
using namespace import_;
}  // namespace arbiter::db::stream

namespace arbiter::db::columns {
using namespace parquet;
using namespace model;
}  // namespace arbiter::db::columns

namespace arbiter::db::care {
using namespace model;
using namespace sqlite;
using namespace games;
using namespace index;
}  // namespace arbiter::db::care

namespace arbiter::db::clickhouse::cluster {
using namespace wire;
}  // namespace arbiter::db::clickhouse::cluster

namespace arbiter::db::clickhouse::questions {
using namespace wire;
using namespace cluster;
}  // namespace arbiter::db::clickhouse::questions

namespace arbiter::db::clickhouse::writing {
using namespace wire;
using namespace cluster;
using namespace questions;
}  // namespace arbiter::db::clickhouse::writing

namespace arbiter::db::clickhouse::integrity {
using namespace wire;
using namespace cluster;
using namespace questions;
using namespace writing;
}  // namespace arbiter::db::clickhouse::integrity

namespace arbiter::db::clickhouse {
using namespace model;
using namespace index;
using namespace wire;
using namespace cluster;
using namespace questions;
using namespace writing;
using namespace integrity;
}  // namespace arbiter::db::clickhouse

namespace arbiter::db::store {
using namespace model;
using namespace sqlite;
using namespace games;
using namespace index;
using namespace query;
using namespace import_;
using namespace care;
using namespace clickhouse;
}  // namespace arbiter::db::store

namespace arbiter::db::sql {
using namespace model;
using namespace sqlite;
using namespace games;
using namespace query;
}  // namespace arbiter::db::sql
