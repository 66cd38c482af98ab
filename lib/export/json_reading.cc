#include "lib/export/json_reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lib/export/json_source.h"
#include "lib/laws/result_text.h"
#include "lib/notation/shown_text.h"

namespace arbiter {

// Of a game, a variation and a move.
std::span<const JsonReading::NamedMember> JsonReading::members_of(Member object) {
  using enum Member;
  static constexpr NamedMember kMembers[] = {
      {"nags", Nags},    {"comments", Comments}, {"variations", Variations}, {"escapes", Escapes},
      {"words", Words},  {"order", Order},       {"clock", Ignored},         {"elapsed", Ignored},
      {"eval", Ignored}, {"mate", Ignored},      {"moves", Moves},  // of lines up to here
      {"tags", Tags},    {"result", Result},     {"between", Between},       {"findings", Ignored},
  };
  static constexpr NamedMember kOfMove[] = {
      {"ply", Ignored},  {"san", San},           {"uci", Ignored},           {"fen", Ignored},
      {"nags", Nags},    {"comments", Comments}, {"variations", Variations}, {"escapes", Escapes},
      {"words", Words},  {"order", Order},       {"clock", Ignored},         {"elapsed", Ignored},
      {"eval", Ignored}, {"mate", Ignored},
  };
  if (object == Move) return kOfMove;
  return std::span(kMembers).first(object == Game ? std::size(kMembers) : 11);
}

void JsonReading::start_game() {
  game_ = {};
  open_.clear();
  member_ = Member::Game;
  ignored_depth_ = 0;
  moves_ = 0;
}

bool JsonReading::fail(std::string fault) {
  fault_ = std::move(fault);
  return false;
}

bool JsonReading::expect(std::string_view what) { return fail(fmt::format("expected {}", what)); }

JsonReading::Member JsonReading::expected() const {
  if (open_.empty()) return Member::Game;
  switch (open_.back().of) {
    case Member::Moves:
      return Member::Move;
    case Member::Variations:
      return Member::Variation;
    case Member::Game:
    case Member::Move:
    case Member::Variation:
      return member_;
    case Member::Tags:
      return Member::TagValue;
    default:
      return open_.back().of;  // the elements of an array of texts or numbers
  }
}

bool JsonReading::open(Member of, JsonVariation* line, JsonMove* move) {
  if (open_.size() >= kDeepest) return fail("values are nested too deeply");
  open_.push_back({of, line, move});
  return true;
}

bool JsonReading::close() {
  open_.pop_back();
  return true;
}

bool JsonReading::begin_object() {
  if (ignored_depth_ > 0)
    return ++ignored_depth_ <= kDeepest || fail("values are nested too deeply");
  const Member of = expected();
  switch (of) {
    case Member::Game:
      return open(of, &game_.main_line, &game_.main_line.beginning);
    case Member::Tags:
      return open(of, nullptr, nullptr);
    case Member::Move: {
      if (++moves_ > JsonSource::kMostMoves) return fail("the game has more than a million moves");
      JsonVariation& line = *open_.back().line;
      line.moves.emplace_back();
      return open(of, &line, &line.moves.back());
    }
    case Member::Variation: {
      std::vector<JsonVariation>& variations = open_.back().move->variations;
      variations.emplace_back();
      return open(of, &variations.back(), &variations.back().beginning);
    }
    case Member::Ignored:
      ++ignored_depth_;
      return true;
    default:
      break;
  }
  return fail("an object is not expected here");
}

bool JsonReading::end_object() {
  if (ignored_depth_ > 0) {
    --ignored_depth_;
    return true;
  }
  const Frame& frame = open_.back();
  if (frame.of == Member::Move) {
    if (frame.move->san.empty()) return fail("a move has no \"san\"");
    if (!end_move(*frame.move)) return false;
  }
  if (frame.of == Member::Variation && !end_move(frame.line->beginning)) return false;
  if (frame.of == Member::Game) {
    const bool is_game = !game_.tags.empty() || !game_.main_line.moves.empty();
    if (is_game && !game_.between.empty()) return fail("\"between\" and a game are in one object");
    if (!end_move(game_.main_line.beginning)) return false;
  }
  return close();
}

bool JsonReading::end_move(const JsonMove& move) {
  const std::string fault = fault_of_order(move);
  return fault.empty() || fail(fmt::format("\"order\": {}", fault));
}

bool JsonReading::begin_array() {
  if (ignored_depth_ > 0)
    return ++ignored_depth_ <= kDeepest || fail("values are nested too deeply");
  const Member of = expected();
  const bool is_in_array = !open_.empty() && open_.back().of == of;
  switch (of) {
    case Member::TagValue:
    case Member::Moves:
    case Member::Variations:
    case Member::Nags:
    case Member::Comments:
    case Member::Escapes:
    case Member::Words:
    case Member::Between:
      if (is_in_array) break;
      return open(of, open_.back().line, open_.back().move);
    case Member::Ignored:
      ++ignored_depth_;
      return true;
    default:
      break;
  }
  return of == Member::Game ? expect("a game, which is an object")
                            : fail("an array is not expected here");
}

bool JsonReading::end_array() {
  if (ignored_depth_ > 0) {
    --ignored_depth_;
    return true;
  }
  return close();
}

bool JsonReading::key(const std::string& name) {
  if (ignored_depth_ > 0) return true;
  const Member object = open_.back().of;
  if (object == Member::Tags) {
    tag_name_ = name;
    const std::string fault = fault_of_tag_name(name);
    return fault.empty() || fail(fmt::format("the tag {}: {}", shown_text(name), fault));
  }
  const auto members = members_of(object);
  const auto found = std::ranges::find(members, name, &NamedMember::name);
  if (found == members.end()) {
    return fail(fmt::format("unknown member {}", shown_text(name)));
  }
  member_ = found->member;
  return true;
}

bool JsonReading::text(std::string&& text) {
  if (ignored_depth_ > 0) return true;
  JsonMove* const move = open_.empty() ? nullptr : open_.back().move;
  switch (expected()) {
    case Member::TagValue:
      game_.tags.emplace_back(tag_name_, std::move(text));
      return true;
    case Member::San:
    case Member::Words: {
      const std::string fault = fault_of_word(text);
      if (!fault.empty()) return fail(fmt::format("the move {}: {}", shown_text(text), fault));
      if (expected() == Member::San) {
        move->san = std::move(text);
      } else if (open_.back().of == Member::Words) {
        move->words.push_back(std::move(text));
      } else {
        return expect("an array");
      }
      return true;
    }
    case Member::Order:
      move->order = std::move(text);
      return true;
    case Member::Result:
      if (!parse_outcome(text)) return expect("a result: 1-0, 0-1, 1/2-1/2 or *");
      game_.result = std::move(text);
      return true;
    case Member::Comments:
    case Member::Escapes:
    case Member::Between: {
      if (open_.back().of != expected()) return expect("an array");
      auto& list = open_.back().of == Member::Comments  ? move->comments
                   : open_.back().of == Member::Escapes ? move->escapes
                                                        : game_.between;
      list.push_back(std::move(text));
      return true;
    }
    case Member::Ignored:
      return true;
    case Member::Game:
      return expect("a game, which is an object");
    default:
      return expect("another kind of value");
  }
}

bool JsonReading::number(std::uint64_t number) {
  if (ignored_depth_ > 0 || expected() == Member::Ignored) return true;
  const bool is_nag = !open_.empty() && open_.back().of == Member::Nags;
  if (!is_nag || number > UINT32_MAX) return expect("another kind of value");
  open_.back().move->nags.push_back(static_cast<std::uint32_t>(number));
  return true;
}

bool JsonReading::other_value() {
  if (ignored_depth_ > 0 || expected() == Member::Ignored) return true;
  return expect("another kind of value");
}

}  // namespace arbiter
