import type { MentionSpan } from '@troupe/domain/listening/mention';
import { Fragment } from 'react';

interface MarkedTextProps {
  text: string;
  spans: readonly MentionSpan[];
  part: 'title' | 'text';
}

/** A post's text with the words that its monitor looks for. */
export function MarkedText({ text, spans, part }: MarkedTextProps) {
  const marks = spans
    .filter((span) => span.part === part && span.end > span.start)
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
  const pieces: { text: string; marked: boolean; at: number }[] = [];
  let done = 0;
  for (const { start, end } of marks) {
    if (end <= done) continue;
    const from = Math.max(start, done);
    if (from > done) pieces.push({ text: text.slice(done, from), marked: false, at: done });
    pieces.push({ text: text.slice(from, end), marked: true, at: from });
    done = end;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), marked: false, at: done });
  return pieces.map((piece) =>
    piece.marked ? (
      <mark key={piece.at} className="listening-mark">
        {piece.text}
      </mark>
    ) : (
      <Fragment key={piece.at}>{piece.text}</Fragment>
    ),
  );
}
