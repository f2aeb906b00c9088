import type { ReactNode } from 'react';
import './cover-drawing.css';

/** Numbers from 0 to below 1 that vary a drawing. */
type Parts = readonly [a: number, b: number, c: number, d: number];

const PALETTES = 8;

/** Returns which drawing a seed gets, in which palette, and what varies it. */
export function coverOf(seed: string): { drawing: number; palette: number; parts: Parts } {
  const [a = 0, b = 0, c = 0, d = 0, which = 0, palette = 0] = coverNumbers(seed);
  return {
    drawing: Math.floor(which * DRAWINGS.length),
    palette: Math.floor(palette * PALETTES),
    parts: [a, b, c, d],
  };
}

/**
 * A generated cover: one of six drawings in one of eight palettes, each varied by the seed.
 * @param seed such as a title; the same seed always gets the same drawing
 */
export function CoverDrawing({ seed }: { seed: string }) {
  const { drawing, palette, parts } = coverOf(seed);
  const draw = DRAWINGS[drawing] ?? drawHills;
  return (
    <svg
      className="cover-drawing"
      data-palette={palette}
      viewBox="0 0 212 100"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect width="212" height="100" className="cover-sky" />
      {draw(parts)}
    </svg>
  );
}

/** Hills under a sun. */
function drawHills([sun, rise, fall, front]: Parts): ReactNode {
  const y = (from: number, part: number) => Math.round(from + part * 26);
  const [far, near] = [y(52, rise), y(70, fall)];
  return (
    <>
      <circle cx={30 + sun * 152} cy={24 + rise * 14} r={11 + fall * 8} className="cover-sun" />
      <path
        d={`M0 ${far} Q ${40 + sun * 60} ${y(16, fall)} 110 ${far} T 212 ${y(40, front)} V100 H0Z`}
        className="cover-far"
      />
      <path
        d={`M0 ${y(66, front)} Q ${120 - sun * 70} ${y(40, rise)} 128 ${near} T 212 ${y(62, rise)} V100 H0Z`}
        className="cover-near"
      />
    </>
  );
}

/** Waves in front of a low sun. */
function drawWaves([sun, height, shift, size]: Parts): ReactNode {
  const wave = (level: number, from: number, high: number) => {
    const crests = [0, 1, 2, 3, 4].map(
      (at) => `Q ${from + at * 60 + 15} ${level - high} ${from + at * 60 + 30} ${level}`,
    );
    return `M ${from} ${level} ${crests.map((crest) => `${crest} t 30 0`).join(' ')} V100 H${from}Z`;
  };
  const high = 10 + height * 14;
  return (
    <>
      <circle cx={40 + sun * 132} cy={46} r={20 + size * 14} className="cover-sun" />
      <path d={wave(52, -60 + shift * 50, high)} className="cover-far" />
      <path d={wave(74, -20 - shift * 50, high)} className="cover-near" />
    </>
  );
}

/** Arches inside each other. */
function drawArches([place, size, second, small]: Parts): ReactNode {
  const x = 50 + place * 112;
  const r = 62 + size * 26;
  const arch = (at: number, radius: number, kind: string) => (
    <circle cx={at} cy={100} r={radius} className={`cover-${kind}`} />
  );
  return (
    <>
      {arch(x, r, 'near')}
      {arch(x, r * 0.76, 'far')}
      {arch(x, r * 0.52, 'sky')}
      {arch(x, r * 0.28, 'sun')}
      {arch(x > 106 ? 8 + second * 26 : 178 + second * 26, 18 + small * 16, 'sun')}
    </>
  );
}

/** Columns with round tops, like stems or buildings. */
function drawColumns([first, step, height, sun]: Parts): ReactNode {
  return (
    <>
      <circle cx={24 + sun * 164} cy={26} r={13} className="cover-sun" />
      {[0, 1, 2, 3, 4, 5, 6].map((at) => {
        const tall = 26 + ((first * 5 + at * (0.37 + step * 0.4)) % 1) * (34 + height * 18);
        return (
          <path
            key={at}
            d={`M ${at * 32 - 4} 100 v ${-tall} a 12 12 0 0 1 24 0 V100Z`}
            className={at % 2 === 0 ? 'cover-near' : 'cover-far'}
          />
        );
      })}
    </>
  );
}

/** Peaks behind each other, with a moon or sun between them. */
function drawPeaks([first, second, sun, high]: Parts): ReactNode {
  const peak = (x: number, top: number, wide: number, kind: string) => (
    <path d={`M${x - wide} 100 L${x} ${top} L${x + wide} 100Z`} className={`cover-${kind}`} />
  );
  const [left, right] = [34 + first * 44, 128 + second * 52];
  return (
    <>
      <circle cx={(left + right) / 2} cy={24 + sun * 16} r={12 + high * 6} className="cover-sun" />
      {peak(left - 26, 46 + second * 14, 70, 'far')}
      {peak(right + 18, 40 + sun * 14, 76, 'far')}
      {peak((left + right) / 2 + (sun - 0.5) * 40, 54 + first * 12, 74, 'near')}
    </>
  );
}

/** A stem with leaves, leaning to one side. */
function drawLeaves([place, lean, size, sun]: Parts): ReactNode {
  const x = 62 + place * 88;
  const tilt = (lean - 0.5) * 36;
  const leaf = (at: number, side: 1 | -1, kind: string) => {
    const long = (44 + size * 16) * side;
    const y = 100 - at;
    const from = x + (tilt * at) / 100;
    return (
      <path
        key={`${at} ${side}`}
        d={`M${from} ${y} q ${long * 0.3} -24 ${long} -22 q ${-long * 0.2} 26 ${-long} 22Z`}
        className={`cover-${kind}`}
      />
    );
  };
  return (
    <>
      <circle cx={x < 106 ? 172 : 38} cy={30 + sun * 24} r={14 + size * 6} className="cover-sun" />
      <path d={`M${x - 2} 100 L${x + tilt} 4 L${x + 2} 100Z`} className="cover-near" />
      {[10, 38, 66].flatMap((at, row) => [
        leaf(at, 1, row % 2 === 0 ? 'near' : 'far'),
        leaf(at + 8, -1, row % 2 === 0 ? 'far' : 'near'),
      ])}
    </>
  );
}

const DRAWINGS = [drawWaves, drawHills, drawArches, drawColumns, drawPeaks, drawLeaves] as const;

/** Returns six numbers from 0 to below 1 that are always the same for a text (FNV-1a, then splitmix32). */
function coverNumbers(seed: string): number[] {
  let hash = 2_166_136_261;
  for (const sign of seed) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619);
  return Array.from({ length: 6 }, () => {
    hash = (hash + 0x9e37_79b9) | 0;
    let mixed = Math.imul(hash ^ (hash >>> 16), 0x21f0_aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  });
}
