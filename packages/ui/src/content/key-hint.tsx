import './key-hint.css';

/** The keys that do the same, `Ctrl K`. */
export function KeyHint({ keys }: { keys: string }) {
  return <kbd className="t-key">{keys}</kbd>;
}
