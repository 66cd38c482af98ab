// Uses each function with its types: `tsc --strict` must accept it, and reject the lines marked as errors.
import { ArbiterError, findings, fmt, games, position, programPath, validate } from 'arbiter-chess';
import type { Finding, Game, Position, Summary } from 'arbiter-chess';

export async function use(): Promise<string> {
  const report: { findings: Finding[]; summary: Summary } = await validate(new Uint8Array(), { select: ['pinned'] });
  const counts: Record<string, number> = report.summary.counts;
  for await (const finding of findings(['a.pgn', new URL('file:///b.pgn')], { event: 'all' })) {
    const ply: number | null = finding.ply;
    // @ts-expect-error: a ply can be missing
    const sure: number = finding.ply;
    counts[finding.id] = ply ?? sure;
  }
  for await (const game of games('a.pgn', { player: 'Adler', add: 'fens' })) {
    const one: Game = game;
    counts[one.moves[0].san] = one.findings?.length ?? 0;
  }
  const place: Position = await position('8/8/8/8/8/8/8/8 w - - 0 1', { moves: 'e4' });
  if (place.playable) counts.legal = place.legal_moves + place.can_win.white.positions;
  // @ts-expect-error: only playable positions have moves
  else counts.legal = place.legal_moves;
  // @ts-expect-error: a number is no source
  void fmt(5);
  // @ts-expect-error: no such value
  void validate('a.pgn', { event: 'some' });
  if (new ArbiterError('').status === 2) return programPath();
  return fmt('a.pgn', { lossless: true, width: 0 });
}
