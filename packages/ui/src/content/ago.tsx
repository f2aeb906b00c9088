import { useEffect, useState } from 'react';
import { exactTime, relativeTime, shortAge } from '../lib/date.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Returns the current time, updated as often as the text about `at` can change. */
function useNow(at: string): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const age = Math.abs(Date.now() - new Date(at).getTime());
    if (age > 8 * 24 * HOUR) return;
    const timer = setInterval(() => setNow(Date.now()), age < HOUR ? MINUTE / 2 : HOUR / 4);
    return () => clearInterval(timer);
  }, [at]);
  return now;
}

interface AgoProps {
  /** ISO 8601 UTC. */
  at: string;
  /** '2 d' instead of '2 days ago', in narrow columns only. */
  short?: boolean;
}

/** How long ago, with the exact time in the user's time zone on hover. */
export function Ago({ at, short = false }: AgoProps) {
  const now = useNow(at);
  return (
    <time dateTime={at} title={exactTime(at)}>
      {short ? shortAge(at, now) : relativeTime(at, now)}
    </time>
  );
}
