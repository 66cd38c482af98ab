// A folder is a namespace, which sees the names of the folders below it.
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
namespace arbiter::parquet {}

namespace arbiter::text {
using namespace base;
}

namespace arbiter::io {
using namespace base;
using namespace text;
}  // namespace arbiter::io

namespace arbiter::diagnostics {
using namespace base;
}

namespace arbiter::notation {
using namespace base;
using namespace chess;
}  // namespace arbiter::notation

namespace arbiter::patterns {
using namespace base;
using namespace chess;
using namespace notation;
}  // namespace arbiter::patterns

namespace arbiter::book {
using namespace base;
using namespace io;
using namespace chess;
using namespace notation;
}  // namespace arbiter::book

namespace arbiter::winnability {
using namespace chess;
}

namespace arbiter::pgn {
using namespace base;
using namespace text;
using namespace io;
using namespace diagnostics;
using namespace chess;
using namespace notation;
}  // namespace arbiter::pgn

namespace arbiter::laws {
using namespace base;
using namespace diagnostics;
using namespace chess;
using namespace notation;
using namespace winnability;
}  // namespace arbiter::laws

namespace arbiter::names {
using namespace base;
}

namespace arbiter::tags {
using namespace base;
using namespace text;
using namespace diagnostics;
using namespace chess;
using namespace notation;
using namespace pgn;
using namespace laws;
}  // namespace arbiter::tags

namespace arbiter::movetext {
using namespace base;
using namespace text;
using namespace diagnostics;
using namespace chess;
using namespace notation;
using namespace pgn;
using namespace laws;
using namespace tags;
}  // namespace arbiter::movetext

namespace arbiter::tournament {
using namespace base;
using namespace text;
using namespace diagnostics;
using namespace chess;
using namespace pgn;
using namespace laws;
using namespace names;
using namespace tags;
}  // namespace arbiter::tournament

namespace arbiter::players {
using namespace base;
using namespace text;
using namespace io;
using namespace diagnostics;
using namespace pgn;
using namespace laws;
using namespace names;
using namespace tags;
using namespace tournament;
}  // namespace arbiter::players

namespace arbiter::laws::origin {
using namespace chess;
using namespace laws;
}  // namespace arbiter::laws::origin

namespace arbiter::laws::conditional {
using namespace base;
using namespace chess;
using namespace notation;
using namespace laws;
using namespace movetext;
}  // namespace arbiter::laws::conditional

namespace arbiter::laws::touch {
using namespace base;
using namespace chess;
using namespace notation;
using namespace laws;
using namespace laws::conditional;
}  // namespace arbiter::laws::touch

namespace arbiter::validate {
using namespace base;
using namespace text;
using namespace io;
using namespace diagnostics;
using namespace chess;
using namespace notation;
using namespace winnability;
using namespace pgn;
using namespace laws;
using namespace tags;
using namespace movetext;
using namespace tournament;
}  // namespace arbiter::validate

namespace arbiter::export_ {
using namespace base;
using namespace text;
using namespace io;
using namespace diagnostics;
using namespace chess;
using namespace notation;
using namespace pgn;
using namespace laws;
using namespace tags;
using namespace movetext;
using namespace validate;
}  // namespace arbiter::export_

namespace arbiter::repair {
using namespace base;
using namespace text;
using namespace io;
using namespace diagnostics;
using namespace chess;
using namespace notation;
using namespace pgn;
using namespace laws;
using namespace tags;
using namespace movetext;
using namespace validate;
}  // namespace arbiter::repair
