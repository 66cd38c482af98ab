#include "lib/export/game_recording.h"

namespace arbiter {

void GameRecording::clear() {
  start_.reset();
  events_.clear();
  lines_.assign(1, {});
  open_.assign(1, 0);
  moves_ = 0;
}

std::size_t GameRecording::lines() const { return moves_ > kMostMoves ? 1 : lines_.size(); }

void GameRecording::begin(const Position* start) {
  if (start != nullptr) start_ = *start;
}

void GameRecording::add(Kind kind, std::string_view text, std::uint32_t number) {
  lines_[open_.back()].events.push_back(static_cast<std::uint32_t>(events_.size()));
  events_.push_back({.kind = kind, .number = number, .text = std::string(text)});
}

void GameRecording::move(const WrittenMove& move) {
  Line& line = lines_[open_.back()];
  line.moves.push_back(static_cast<std::uint32_t>(events_.size()));
  ++moves_;
  add(Kind::Move, move.san);
  events_.back().move = move;
  events_.back().after = *move.after;
}

void GameRecording::start_variation() {
  const std::size_t parent = open_.back();
  add(Kind::StartVariation, {});
  const std::size_t moves = lines_[parent].moves.size();
  Line line{.parent = parent, .moves_of_parent = moves - (moves > 0 ? 1 : 0)};
  line.length = lines_[parent].length + line.moves_of_parent;
  moves_ += line.length;
  open_.push_back(lines_.size());
  lines_.push_back(std::move(line));
}

void GameRecording::end_variation() {
  open_.pop_back();
  add(Kind::EndVariation, {});
}

void GameRecording::tell_event(const Event& event, MovetextSink& sink) const {
  WrittenMove move = event.move;
  switch (event.kind) {
    case Kind::Move:
      move.san = event.text;
      move.after = &*event.after;
      return sink.move(move);
    case Kind::Word:
      return sink.word(event.text);
    case Kind::Nag:
      return sink.nag(event.number);
    case Kind::Comment:
      return sink.comment(event.text);
    case Kind::Escape:
      return sink.escape(event.text);
    case Kind::StartVariation:
      return sink.start_variation();
    case Kind::EndVariation:
      return sink.end_variation();
  }
}

// So many moves of the line, and before them those that lead to it. Variations are no deeper than
// the reader lets them be.
void GameRecording::tell_way(const Line& line, std::size_t moves, MovetextSink& sink) const {
  if (&line != &lines_.front()) tell_way(lines_[line.parent], line.moves_of_parent, sink);
  for (std::size_t i = 0; i < moves; ++i) tell_event(events_[line.moves[i]], sink);
}

void GameRecording::tell(std::size_t index, MovetextSink& sink) const {
  sink.begin(start_ ? &*start_ : nullptr);
  if (lines() == 1) {
    for (const Event& event : events_) tell_event(event, sink);
    return;
  }
  const Line& line = lines_[index];
  if (index > 0) tell_way(lines_[line.parent], line.moves_of_parent, sink);
  for (const std::uint32_t event : line.events) {
    const Kind kind = events_[event].kind;
    if (kind != Kind::StartVariation && kind != Kind::EndVariation) {
      tell_event(events_[event], sink);
    }
  }
}

}  // namespace arbiter
