import './cover-drawing.css';

/**
 * A generated cover: hills under a sun, in one of six palettes.
 * @param seed such as a title; the same seed always gets the same drawing
 */
export function CoverDrawing({ seed }: { seed: string }) {
  const at = coverNumbers(seed);
  const [palette = 0, sun = 0, rise = 0, fall = 0, front = 0] = at;
  const y = (from: number, part: number) => Math.round(from + part * 26);
  const [far, near] = [y(52, rise), y(70, fall)];
  return (
    <svg
      className="cover-drawing"
      data-palette={Math.floor(palette * 6)}
      viewBox="0 0 212 100"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect width="212" height="100" className="cover-sky" />
      <circle cx={30 + sun * 152} cy={24 + rise * 14} r={11 + fall * 8} className="cover-sun" />
      <path
        d={`M0 ${far} Q ${40 + sun * 60} ${y(16, fall)} 110 ${far} T 212 ${y(40, front)} V100 H0Z`}
        className="cover-far"
      />
      <path
        d={`M0 ${y(66, front)} Q ${120 - sun * 70} ${y(40, rise)} 128 ${near} T 212 ${y(62, rise)} V100 H0Z`}
        className="cover-near"
      />
    </svg>
  );
}

/** Returns five numbers from 0 to below 1 that are always the same for a text (FNV-1a, then xorshift). */
function coverNumbers(seed: string): number[] {
  let hash = 2_166_136_261;
  for (const sign of seed) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619);
  return Array.from({ length: 5 }, () => {
    hash ^= hash << 13;
    hash ^= hash >>> 17;
    hash ^= hash << 5;
    return (hash >>> 0) / 2 ** 32;
  });
}
