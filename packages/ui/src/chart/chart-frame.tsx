import { IconChartBar, IconDownload, IconPhoto, IconTable } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { t } from '../dashboard/messages/messages.gen.ts';
import './chart.css';
import { IconButton } from '../action/icon-button.tsx';
import { Table, Td, Th, Tr } from '../layout/data-table.tsx';
import { exactNumber } from '../lib/format.ts';

type Cell = string | number | null | undefined;

interface ChartFrameProps {
  title: string;
  subtitle?: ReactNode;
  /** Column headings of the table view, including units. */
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** Downloads the data as CSV: `rows` after the headings. */
  onDownload(rows: readonly (readonly Cell[])[]): void;
  /** Takes the chart as PNG; without it, no picture is offered. */
  onPicture?: ((png: Blob) => void) | undefined;
  children: ReactNode;
}

/** A chart with a table view and CSV download. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, subtitle, columns, rows, onDownload, onPicture, children } = props;
  const [asTable, setAsTable] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const draw = async () => {
    const { chartPicture } = await import('./chart-picture.ts');
    const png = frame.current && (await chartPicture(frame.current, title));
    if (png) onPicture?.(png);
  };
  return (
    <section ref={frame} className="t-panel" aria-label={title}>
      <div className="t-chart-frame-head">
        <h3>{title}</h3>
        <span className="t-grow t-ink2">{subtitle}</span>
        <IconButton
          label={asTable ? t('chart.showChart') : t('chart.showTable')}
          icon={asTable ? <IconChartBar size={18} /> : <IconTable size={18} />}
          onClick={() => setAsTable(!asTable)}
        />
        <IconButton
          label={t('chart.download')}
          icon={<IconDownload size={18} />}
          onClick={() => onDownload([columns, ...rows])}
        />
        {onPicture && !asTable && (
          <IconButton label={t('chart.picture')} icon={<IconPhoto size={18} />} onClick={() => void draw()} />
        )}
      </div>
      {asTable ? (
        <Table label={title} density="ledger">
          <thead>
            <tr>
              {columns.map((column, index) => (
                <Th key={column} numeric={index > 0}>
                  {column}
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Tr key={String(row[0])}>
                {row.map((value, index) => (
                  <Td key={columns[index]} numeric={index > 0}>
                    {typeof value === 'number' ? exactNumber(value) : value}
                  </Td>
                ))}
              </Tr>
            ))}
          </tbody>
        </Table>
      ) : (
        children
      )}
    </section>
  );
}
