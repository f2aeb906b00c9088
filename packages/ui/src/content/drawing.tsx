import { CurtainDrawing, LampDrawing, SeatsDrawing, StageDrawing } from './drawings.tsx';

export type Drawing = 'stage' | 'no-such-page' | 'curtain' | 'lamp' | 'seats';

interface DrawingProps {
  width: number;
  drawing: Drawing;
}

/** One of the drawings that screens show in place of their content, by name. */
export default function NamedDrawing({ width, drawing }: DrawingProps) {
  if (drawing === 'seats') return <SeatsDrawing filled={0} of={6} width={width} />;
  if (drawing === 'curtain') return <CurtainDrawing width={width} />;
  if (drawing === 'lamp') return <LampDrawing width={width} />;
  return <StageDrawing width={width} {...(drawing === 'no-such-page' && { sign: '404' })} />;
}
