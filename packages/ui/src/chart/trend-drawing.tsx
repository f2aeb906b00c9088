import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { compactCount } from '../lib/format.ts';
import { colourOf } from './chart-items.ts';
import { bandText, type TrendDrawingProps, type TrendPoint } from './trend-items.ts';
import '../overlay/tooltip.css';

const TEXT = { fontSize: 12, fill: 'var(--t-ink2)' };
/** Width of one character of a label, px. */
const LETTER = 7;
/** Points that are drawn as dots, too: with few of them, lines alone are hard to read. */
const FEW = 16;

const bandOf = ({ low, high }: TrendPoint): [number, number] | null =>
  low === null || low === undefined || high === null || high === undefined ? null : [low, high];

/** Round values for the axis: steps of 1, 2 or 5 and zeros, from 0 or below it. */
function ticksOf(points: readonly TrendPoint[]): number[] {
  const all = points.flatMap((point) => [
    ...Object.values(point.values).filter((value) => value !== null),
    ...(bandOf(point) ?? []),
  ]);
  const top = Math.max(0, ...all);
  const bottom = Math.min(0, ...all);
  // If all values are 0, every label would be the same.
  if (top === bottom) return [0];
  const rough = (top - bottom) / 4;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = size * ([1, 2, 5, 10].find((times) => times * size >= rough) ?? 10);
  const first = Math.floor(bottom / step);
  const count = Math.max(1, Math.ceil(top / step)) - first;
  return Array.from({ length: count + 1 }, (_, place) => (first + place) * step);
}

/** A line chart rendered with the chart library. */
export default function TrendDrawing(props: TrendDrawingProps) {
  const { title, points, series, text, axisText = compactCount, height, bandLabel } = props;
  const ticks = ticksOf(points);
  const width = Math.max(...ticks.map((tick) => axisText(tick).length)) * LETTER + 8;
  const labels = new Map(points.map(({ key, label }) => [key, label]));
  return (
    <ResponsiveContainer width="100%" height={height}>
      <ComposedChart
        data={[...points]}
        accessibilityLayer
        aria-label={title}
        margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--t-gridline)" />
        <XAxis
          dataKey="key"
          height={24}
          tick={TEXT}
          tickFormatter={(key: string) => labels.get(key) ?? key}
          tickLine={false}
          tickMargin={6}
          minTickGap={24}
          axisLine={{ stroke: 'var(--t-line)' }}
        />
        <YAxis
          width={width}
          domain={[ticks[0] ?? 0, ticks.length > 1 ? (ticks.at(-1) ?? 1) : 1]}
          ticks={ticks}
          tickFormatter={axisText}
          tick={{ ...TEXT, fill: 'var(--t-ink3)' }}
          tickLine={false}
          axisLine={false}
          interval={0}
        />
        <Tooltip
          content={({ active, payload }) => {
            const point = payload[0]?.payload as TrendPoint | undefined;
            if (!active || !point) return null;
            return (
              <div className="t-tooltip">
                <div>{point.title ?? point.label}</div>
                {series.map(({ id, label }) => {
                  const value = point.values[id] ?? null;
                  return value === null ? null : <div key={id}>{`${label}: ${text(value)}`}</div>;
                })}
                {bandLabel && bandOf(point) && <div>{`${bandLabel}: ${bandText(point, text)}`}</div>}
              </div>
            );
          }}
          cursor={{ stroke: 'var(--t-control)' }}
          isAnimationActive={false}
          offset={8}
        />
        {bandLabel && (
          <Area
            dataKey={bandOf}
            stroke="none"
            fill={colourOf(1)}
            fillOpacity={0.2}
            activeDot={false}
            isAnimationActive={false}
          />
        )}
        {series.map(({ id, colour = 1, dashed }) => (
          <Line
            key={id}
            dataKey={({ values }: TrendPoint) => values[id] ?? null}
            stroke={colourOf(colour)}
            strokeWidth={2}
            {...(dashed ? { strokeDasharray: '4 3' } : {})}
            dot={points.length <= FEW ? { r: 2.5, strokeWidth: 0, fill: colourOf(colour) } : false}
            activeDot={{ r: 4, strokeWidth: 0, fill: colourOf(colour) }}
            isAnimationActive={false}
          />
        ))}
      </ComposedChart>
    </ResponsiveContainer>
  );
}
