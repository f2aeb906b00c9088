import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import sirv from 'sirv';
import { build } from 'vite';
import { findBrowser } from '../../browser.ts';
import { Failure } from '../../failure.ts';
import { root } from '../../folders.ts';
import {
  type Drawing,
  type DrawnPanel,
  fillIn,
  nameOf,
  type Panel,
  type Range,
  type RangeSeries,
  timesOf,
  valuesAt,
} from './panels.ts';

const DASHBOARD = path.join(root, 'deploy/grafana/troupe.json');
const WIDTH = 1600;
/** A row of the grid with its gap, and what is above and below the grid. */
const ROW = 38;
const AROUND = 68;
const PATIENCE_MS = 120_000;

/** Asks Prometheus for every panel of the dashboard. */
export async function askForPanels(
  prometheus: string,
  range: Range,
  scrapeSeconds: number,
): Promise<Drawing> {
  const dashboard = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { title: string; panels: Panel[] };
  const times = timesOf(range);
  const panels: DrawnPanel[] = [];
  for (const { title, gridPos, fieldConfig, targets } of dashboard.panels) {
    const series: DrawnPanel['series'] = [];
    for (const { expr, legendFormat } of targets)
      for (const found of await ask(prometheus, fillIn(expr, range, scrapeSeconds), range))
        series.push({ label: nameOf(legendFormat, found.metric), values: valuesAt(times, found) });
    panels.push({ title, place: gridPos, unit: fieldConfig.defaults.unit ?? 'short', series });
  }
  return { title: dashboard.title, times, panels };
}

async function ask(prometheus: string, query: string, { start, end, step }: Range): Promise<RangeSeries[]> {
  const body = new URLSearchParams({ query, start: `${start}`, end: `${end}`, step: `${step}` });
  const answer = await fetch(new URL('/api/v1/query_range', prometheus), { method: 'POST', body });
  const { data, error } = (await answer.json()) as { data?: { result: RangeSeries[] }; error?: string };
  if (!data) throw new Failure(`Prometheus refused ${query}: ${error}`);
  return data.result;
}

/** Draws the panels in both color schemes. */
export async function draw(drawing: Drawing, files: { light: string; dark: string }): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'troupe-dashboard-'));
  try {
    await build({
      root: import.meta.dirname,
      base: './',
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true },
    });
    writeFileSync(path.join(folder, 'drawing.json'), JSON.stringify(drawing));
    const server = createServer(sirv(folder)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      await takePictures(`http://127.0.0.1:${port}`, files, rowsOf(drawing) * ROW + AROUND);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const rowsOf = ({ panels }: Drawing): number => Math.max(...panels.map(({ place }) => place.y + place.h));

async function takePictures(url: string, files: Record<string, string>, height: number): Promise<void> {
  const executablePath = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    for (const [scheme, file] of Object.entries(files)) {
      const page = await browser.newPage({ viewport: { width: WIDTH, height } });
      page.setDefaultTimeout(PATIENCE_MS);
      await page.goto(`${url}/?scheme=${scheme}`);
      // Charts measure themselves and load their library first.
      await page.waitForFunction(() => {
        const charts = [...document.querySelectorAll('.t-chart')];
        return charts.length > 0 && charts.every((chart) => chart.querySelector('.recharts-surface'));
      });
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: file });
      await page.close();
    }
  } finally {
    await browser.close();
  }
}
