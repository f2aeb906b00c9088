import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, run } from '../failure.ts';
import { root } from '../folders.ts';
import { askForPanels, draw } from './dashboard/draw.ts';
import { rangeOf } from './dashboard/panels.ts';
import { SCRAPE_SECONDS, WatchedInstance } from './dashboard/watched-instance.ts';

const usage =
  'Use: npm run dashboard-picture [-- [--minutes N] [--port-base N] [--out FOLDER] [--prometheus URL --scrape-seconds N]]';

/**
 * `npm run dashboard-picture`: runs a throwaway instance under load, watched by Prometheus, and draws the panels of
 * `deploy/grafana/troupe.json` from its answers, in both color schemes. With `--prometheus`, draws what that one knows.
 */
async function main(): Promise<undefined> {
  const { minutes, portBase, out, prometheus, scrapeSeconds } = read(process.argv.slice(2));
  const say = (line: string) => console.log(line);
  const files = {
    light: path.join(out, 'operations-dashboard.png'),
    dark: path.join(out, 'operations-dashboard-dark.png'),
  };
  const drawFrom = async (url: string, every: number) => {
    const range = rangeOf(Date.now() / 1000, minutes * 60, every);
    const drawing = await askForPanels(url, range, every);
    await draw(drawing, files);
    for (const { title, series } of drawing.panels) if (series.length === 0) say(`No data: ${title}`);
    for (const file of Object.values(files)) say(path.relative(process.cwd(), file));
  };
  if (prometheus) {
    await drawFrom(prometheus, scrapeSeconds);
    return;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'troupe-dashboard-'));
  const watched = new WatchedInstance(folder, portBase);
  try {
    await watched.run(minutes, say);
    await drawFrom(watched.prometheus, SCRAPE_SECONDS);
  } finally {
    await watched.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function read(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        minutes: { type: 'string', default: '6' },
        'port-base': { type: 'string', default: '7300' },
        out: { type: 'string', default: path.join(root, 'docs/screens') },
        prometheus: { type: 'string' },
        'scrape-seconds': { type: 'string', default: '15' },
      },
    });
    const [minutes, portBase, scrapeSeconds] = [
      values.minutes,
      values['port-base'],
      values['scrape-seconds'],
    ].map(Number);
    const numbers = { minutes: minutes ?? 0, portBase: portBase ?? 0, scrapeSeconds: scrapeSeconds ?? 0 };
    if (!Object.values(numbers).every((number) => number > 0)) throw new Failure(usage);
    return { ...numbers, out: path.resolve(values.out), prometheus: values.prometheus };
  } catch {
    throw new Failure(usage);
  }
}

await run(main);
