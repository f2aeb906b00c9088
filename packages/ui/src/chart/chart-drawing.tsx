import { type ReactElement, useId } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  Rectangle,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  useChartWidth,
  XAxis,
  YAxis,
} from 'recharts';
import { compactCount } from '../lib/format.ts';
import {
  type ChartItem,
  type ChartProps,
  colourOf,
  type DrawingProps,
  keyOf,
  seriesOf,
} from './chart-items.ts';
import '../overlay/tooltip.css';

const TEXT = { fontSize: 12, fill: 'var(--t-ink2)' };
const VALUE = { fontSize: 12, fontWeight: 500, fill: 'var(--t-ink)' };
/** Width of one character of a label, px. */
const LETTER = 7.4;
/** Maximum label length; longer ones are cut. */
const LONGEST_LABEL = 22;

const cut = (label: string) =>
  label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL - 1)}…` : label;
const labelOf = (items: readonly ChartItem[], key: string) =>
  items.find((item) => keyOf(item) === key)?.label ?? key;
const widest = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => text.length)) * LETTER;
const wordsOf = (item: ChartItem) => item.exact ?? `${item.label} ${item.text}`;
const fillOf = (props: DrawingProps, item: ChartItem, index: number) =>
  item.earlier ? 'var(--t-iris-line)' : colourOf(seriesOf(props, item, index));

function WordsBox({ lines }: { lines: readonly string[] }) {
  return (
    <div className="t-tooltip">
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}

const tooltip = (
  <Tooltip
    content={({ active, payload }) => {
      const item = payload[0]?.payload as ChartItem | undefined;
      return active && item ? <WordsBox lines={[wordsOf(item)]} /> : null;
    }}
    cursor={{ fill: 'var(--t-hover)' }}
    isAnimationActive={false}
    allowEscapeViewBox={{ x: false, y: true }}
    offset={8}
  />
);

const shared = (props: DrawingProps) => ({
  data: [...props.items],
  accessibilityLayer: true,
  'aria-label': props.title,
});

/** A bar's value, at the right edge of the chart. */
function EndValue({ y, height, text }: { y: number; height: number; text: string }) {
  const width = useChartWidth() ?? 0;
  return (
    <text {...VALUE} x={width} y={y + height / 2} dy="0.35em" textAnchor="end">
      {text}
    </text>
  );
}

function Bars(props: DrawingProps) {
  const { items } = props;
  const texts = items.map(({ text }) => text);
  return (
    <BarChart
      {...shared(props)}
      layout="vertical"
      margin={{ top: 0, right: widest(texts) + 12, bottom: 0, left: 0 }}
    >
      <XAxis type="number" hide domain={[0, (most: number) => most || 1]} />
      <YAxis
        type="category"
        dataKey={keyOf}
        width={widest(items.map(({ label }) => cut(label))) + 8}
        tick={{ ...TEXT, textAnchor: 'start', dx: -widest(items.map(({ label }) => cut(label))) }}
        tickFormatter={(key: string) => cut(labelOf(items, key))}
        tickLine={false}
        axisLine={false}
        tickMargin={0}
        interval={0}
      />
      {tooltip}
      <Bar
        dataKey="value"
        barSize={10}
        minPointSize={(value) => (value ? 2 : 0)}
        isAnimationActive={false}
        shape={(bar) => (
          <Rectangle {...bar} radius={2} fill={fillOf(props, bar.payload as ChartItem, bar.index)} />
        )}
      >
        <LabelList
          dataKey="text"
          content={({ y, height, index }) => (
            <EndValue y={Number(y)} height={Number(height)} text={texts[index ?? 0] ?? ''} />
          )}
        />
      </Bar>
    </BarChart>
  );
}

/** Lines behind columns whose data is missing. */
function Hatching({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line x1="0" y1="0" x2="0" y2="6" stroke="var(--t-ink3)" strokeWidth="2" />
      </pattern>
    </defs>
  );
}

function Columns(props: DrawingProps) {
  const hatching = useId();
  const { items, axis, limit, valued = false, labelEvery = 1 } = props;
  const axisText = axis?.text ?? compactCount;
  const ticks = axis ? [0, axis.top / 2, axis.top] : [];
  const labelled = (index: number) => (items.length - 1 - index) % labelEvery === 0;
  return (
    <BarChart
      {...shared(props)}
      // Room for the second half of the last date.
      margin={{ top: valued || limit ? 20 : 4, right: axis ? 14 : 0, bottom: 0, left: 0 }}
      barCategoryGap={axis ? '15%' : 1}
    >
      {axis && <CartesianGrid vertical={false} stroke="var(--t-gridline)" />}
      {items.some(({ missing }) => missing) && <Hatching id={hatching} />}
      {items
        .filter(({ missing }) => missing)
        .map((item) => (
          <ReferenceArea
            key={keyOf(item)}
            x1={keyOf(item)}
            x2={keyOf(item)}
            fill={`url(#${hatching})`}
            fillOpacity={0.5}
          />
        ))}
      <XAxis
        dataKey={keyOf}
        height={20}
        tick={TEXT}
        ticks={items.filter((_, index) => labelled(index)).map(keyOf)}
        tickFormatter={(key: string) => labelOf(items, key)}
        tickLine={false}
        tickMargin={4}
        axisLine={{ stroke: 'var(--t-line)' }}
        // On narrow screens, dates that would touch are left out.
        interval={axis ? 'preserveEnd' : 0}
      />
      <YAxis
        hide={!axis}
        width={Math.max(28, widest(ticks.map(axisText)) + 4)}
        domain={[0, axis?.top ?? ((most: number) => most || 1)]}
        ticks={ticks}
        tickFormatter={axisText}
        tick={{ ...TEXT, fill: 'var(--t-ink3)' }}
        tickLine={false}
        axisLine={false}
        interval={0}
      />
      {tooltip}
      <Bar
        dataKey="value"
        maxBarSize={axis ? 56 : undefined}
        minPointSize={(value) => (value ? 2 : 0)}
        isAnimationActive={false}
        shape={(bar) => (
          <Rectangle
            {...bar}
            radius={[3, 3, 0, 0]}
            fill={fillOf(props, bar.payload as ChartItem, bar.index)}
          />
        )}
      >
        {valued && <LabelList dataKey="text" position="top" offset={4} {...VALUE} />}
      </Bar>
      {limit && (
        <ReferenceLine
          y={limit.value}
          stroke="var(--t-ink3)"
          strokeDasharray="3 3"
          label={{ ...TEXT, value: limit.text, position: 'insideBottomRight', offset: 4, dx: 4 }}
        />
      )}
    </BarChart>
  );
}

/** The parts of a whole, end to end, with one tooltip for all. */
function Parts(props: DrawingProps) {
  const { items, height } = props;
  const whole = items.reduce((sum, { value }) => sum + value, 0) || 1;
  return (
    <BarChart
      {...shared(props)}
      data={[Object.fromEntries(items.map(({ value }, index) => [`part${index}`, value]))]}
      layout="vertical"
      margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
    >
      <XAxis type="number" hide domain={[0, whole]} />
      <YAxis type="category" hide width={0} />
      <Tooltip
        content={({ active }) => (active ? <WordsBox lines={items.map(wordsOf)} /> : null)}
        cursor={false}
        isAnimationActive={false}
        allowEscapeViewBox={{ x: false, y: true }}
        offset={8}
      />
      {items.map((item, index) => (
        <Bar
          key={keyOf(item)}
          dataKey={`part${index}`}
          stackId="whole"
          barSize={height}
          radius={2}
          fill={fillOf(props, item, index)}
          stroke="var(--t-surface)"
          strokeWidth={2}
          isAnimationActive={false}
        />
      ))}
    </BarChart>
  );
}

const drawings: Record<ChartProps['kind'], (props: DrawingProps) => ReactElement> = {
  bars: Bars,
  columns: Columns,
  parts: Parts,
};

/** A chart rendered with the chart library. */
export default function ChartDrawing(props: DrawingProps) {
  const Kind = drawings[props.kind];
  return (
    <ResponsiveContainer width="100%" height={props.height}>
      <Kind {...props} />
    </ResponsiveContainer>
  );
}
