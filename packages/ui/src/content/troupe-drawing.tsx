import './drawings.css';
import type { ReactNode } from 'react';

export interface DrawingProps {
  width?: number;
}

/** Valance, two tied curtains and the floor, the stage of all illustrations. 400 x 212, one line weight. */
export function House({
  width = 400,
  open = true,
  children,
}: DrawingProps & { open?: boolean; children?: ReactNode }) {
  const scallops = Array.from({ length: 8 }, (_, index) => {
    const x = 25 + index * 43.75;
    return `M${x} 8c0 15 9 22.5 21.9 22.5S${x + 43.75} 23 ${x + 43.75} 8`;
  }).join('');
  const side =
    'M25 24v60c0 18-1.500 30-2.500 44M41 31c1 40-5 76-15 96M56 31c1 42-11 78-29 96M71 29c5 44-20 84-44 98M17 125c8 7 17 8 26 5M25 134c-3 18-4.500 36-6 56M26 134c8 16 12 36 14 56M28 132c13 16 22 37 26 58';
  return (
    <svg className="t-drawing" width={width} viewBox="0 0 400 212" aria-hidden="true">
      <path d={`M16 8h368${scallops}`} />
      {open && (
        <>
          <path d={side} />
          <path d={side} transform="matrix(-1 0 0 1 400 0)" />
        </>
      )}
      {children}
      <path d="M27 207h346" />
    </svg>
  );
}

/** Three players, the middle one highlighted. */
export function TroupeDrawing({ width }: DrawingProps) {
  return (
    <House {...(width === undefined ? {} : { width })}>
      <path d="M5 190h390" />
      <circle cx="133" cy="103" r="12.500" />
      <path d="M109 190c1-46 8-67 24-67s23 21 24 67" />
      <circle cx="267" cy="103" r="12.500" />
      <path d="M243 190c1-46 8-67 24-67s23 21 24 67" />
      <g className="t-drawing-accent">
        <circle cx="200" cy="71" r="12.500" />
        <path d="M176 190c1-66 8-98 24-98s23 32 24 98M200 53v-8M181 60l-6-6M219 60l6-6" />
      </g>
    </House>
  );
}
