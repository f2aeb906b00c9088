import { type DrawingProps, House } from './troupe-drawing.tsx';

const Floor = () => <path d="M5 190h113M282 190h113" />;

/** An empty stage with a stool in the spotlight; `sign` is the number on it. */
export function StageDrawing({ sign, width }: DrawingProps & { sign?: string }) {
  return (
    <House {...(width === undefined ? {} : { width })}>
      <Floor />
      <g className="t-drawing-accent">
        <path d="M188 40h24l6 15h-36z" />
        <path d="M182 61l-58 118M218 61l58 118" strokeDasharray="4 6" />
        <ellipse cx="200" cy="188" rx="82" ry="9" />
      </g>
      <path d="M180 101l40-4 3 30-40 4zM175 137a25 5.500 0 1 0 50 0a25 5.500 0 1 0 -50 0M183 142l-8 46M217 142l8 46M193 143l-2 45M207 143l2 45M179 165h42" />
      {sign && (
        <text x="201" y="119" transform="rotate(-5 201 114)" className="t-drawing-sign">
          {sign}
        </text>
      )}
    </House>
  );
}

/** A closed curtain behind a rope, for missing permission. */
export function CurtainDrawing({ width }: DrawingProps) {
  // Folds hang from every joint and every middle of the scallops.
  const folds = Array.from({ length: 17 }, (_, index) => {
    const x = 25 + index * 21.875;
    const top = index % 2 === 0 ? 14 : 31;
    const sway = index % 2 === 0 ? 3 : -3;
    return `M${x} ${top}C${x + sway} 70 ${x - sway} 130 ${x} 190`;
  }).join('');
  return (
    <House {...(width === undefined ? {} : { width })} open={false}>
      <path d={folds} />
      <path d="M5 190h390" />
      <g className="t-drawing-accent t-drawing-front">
        <path d="M128 200v-62M272 200v-62M116 202h24M260 202h24" />
        <circle cx="128" cy="132" r="6" />
        <circle cx="272" cy="132" r="6" />
        <path d="M130 146c30 40 110 40 140 0" />
      </g>
    </House>
  );
}

/** A lamp that fell from its rail, for server errors. */
export function LampDrawing({ width }: DrawingProps) {
  return (
    <House {...(width === undefined ? {} : { width })}>
      <path d="M5 190h390M112 48h176" />
      <path d="M232 48v14M229 62h6" />
      <g className="t-drawing-accent">
        <path d="M196 48c-8 34 12 56 2 84" strokeDasharray="4 6" />
        <path d="M176 150l30-14 12 26-30 14zM206 136l26-4 12 26-26 4M180 178l-6 12M214 166l8 24" />
        <path d="M252 140l14-7M255 152l16 1M249 164l12 9" />
      </g>
      <path d="M118 190l6-7 6 7M284 190l5-5 5 5M140 186l5 4" />
    </House>
  );
}

/** A row of seats, filled as steps are done. */
export function SeatsDrawing({ filled, of, width = 212 }: DrawingProps & { filled: number; of: number }) {
  return (
    <svg className="t-drawing" width={width} viewBox={`0 0 ${of * 35 + 2} 54`} aria-hidden="true">
      {Array.from({ length: of }, (_, index) => {
        const taken = index < filled;
        const path = 'M9 25v-8a10 15 0 0 1 20 0v8M5 25h28v10h-28zM10 35v16M28 35v16';
        return (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place
            key={index}
            d={path}
            transform={`translate(${index * 35})`}
            className={taken ? 't-seat-taken' : 't-seat-free'}
          />
        );
      })}
      <path d={`M1 51.500h${of * 35}`} />
    </svg>
  );
}

export type Drawing = 'stage' | 'no-such-page' | 'curtain' | 'lamp' | 'seats';

/** An illustration by name. */
export default function NamedDrawing({ width, drawing }: { width: number; drawing: Drawing }) {
  if (drawing === 'seats') return <SeatsDrawing filled={0} of={6} width={width} />;
  if (drawing === 'curtain') return <CurtainDrawing width={width} />;
  if (drawing === 'lamp') return <LampDrawing width={width} />;
  return <StageDrawing width={width} {...(drawing === 'no-such-page' && { sign: '404' })} />;
}
