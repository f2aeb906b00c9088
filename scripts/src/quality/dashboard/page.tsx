import { colourOf, type Series } from '@troupe/ui/chart/chart-items';
import { TrendChart } from '@troupe/ui/chart/trend-chart';
import '@troupe/ui/theme.css';
import { createRoot } from 'react-dom/client';
import { type Drawing, type DrawnPanel, type DrawnSeries, formatValue } from './panels.ts';
import './page.css';

const COLOURS: readonly Series[] = [1, 2, 3, 4, 5, 6, 'other'];
/** Rows of the table that fit beside a chart. */
const ROWS = 11;
const CHART_HEIGHT = 236;

const styleOf = (place: number) => ({
  colour: COLOURS[place % COLOURS.length] ?? 'other',
  dashed: place >= COLOURS.length,
});

const lastOf = ({ values }: DrawnSeries): number | null => values.findLast((value) => value !== null) ?? null;
const mostOf = ({ values }: DrawnSeries): number | null =>
  values.reduce((most, value) => (value !== null && (most === null || value > most) ? value : most), null);

const clock = (time: number) => new Date(time * 1000).toISOString().slice(11, 16);

function Legend({ series, unit }: DrawnPanel) {
  const text = (value: number | null) => (value === null ? '–' : formatValue(value, unit));
  return (
    <table>
      <thead>
        <tr>
          <td />
          <th scope="col">Last</th>
          <th scope="col">Max</th>
        </tr>
      </thead>
      <tbody>
        {series.slice(0, ROWS).map((one, place) => (
          <tr key={one.label}>
            <td>
              <svg className="swatch" viewBox="0 0 14 8" aria-hidden="true">
                <line
                  x1="0"
                  x2="14"
                  y1="4"
                  y2="4"
                  strokeWidth="2"
                  stroke={colourOf(styleOf(place).colour)}
                  strokeDasharray={styleOf(place).dashed ? '4 3' : undefined}
                />
              </svg>
              {one.label}
            </td>
            <td>{text(lastOf(one))}</td>
            <td>{text(mostOf(one))}</td>
          </tr>
        ))}
        {series.length > ROWS && (
          <tr>
            <td>{`and ${series.length - ROWS} more`}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function PanelOf({ panel, times }: { panel: DrawnPanel; times: readonly number[] }) {
  const { title, unit, series, place } = panel;
  const points = times.map((time, n) => ({
    key: String(time),
    label: clock(time),
    values: Object.fromEntries(series.map(({ values }, id) => [String(id), values[n] ?? null])),
  }));
  const gridArea = `${place.y + 1} / ${place.x + 1} / span ${place.h} / span ${place.w}`;
  return (
    <section className="dashboard-panel" style={{ gridArea }}>
      <h2>{title}</h2>
      {series.length === 0 ? (
        <div className="dashboard-empty">No data</div>
      ) : (
        <div className="dashboard-panel-body">
          <TrendChart
            title={title}
            points={points}
            series={series.map(({ label }, id) => ({ id: String(id), label, ...styleOf(id) }))}
            text={(value) => formatValue(value, unit)}
            axisText={(value) => formatValue(value, unit)}
            height={CHART_HEIGHT}
          />
          <Legend {...panel} />
        </div>
      )}
    </section>
  );
}

async function draw() {
  const scheme = new URLSearchParams(location.search).get('scheme') ?? 'light';
  document.documentElement.setAttribute('data-color-scheme', scheme);
  const drawing: Drawing = await (await fetch('./drawing.json')).json();
  createRoot(document.getElementById('root') as HTMLElement).render(
    <main className="dashboard">
      <h1>{drawing.title}</h1>
      <div className="dashboard-grid">
        {drawing.panels.map((panel) => (
          <PanelOf key={panel.title} panel={panel} times={drawing.times} />
        ))}
      </div>
    </main>,
  );
}

void draw();
