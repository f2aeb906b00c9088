import './safety-flag.css';

/** A quote with its matched words marked; always text, never markup. */
export function SafetyQuote({ parts }: { parts: readonly { text: string; match: boolean }[] }) {
  return (
    <p className="safety-quote" dir="auto">
      {parts.map(({ text, match }, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity and never move
        match ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
      )}
    </p>
  );
}
