import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../folders.ts';

const ALERTS = path.join(root, 'deploy/prometheus/alerts.yml');
const DASHBOARD = path.join(root, 'deploy/grafana/troupe.json');

const here = spawnSync('promtool', ['--version']).status === 0;
if (!here) console.log('Skipped: promtool is not installed (Debian: apt-get install prometheus).');

const check = (file: string) => spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' });

test.skipIf(!here)('Prometheus accepts every alert rule', () => {
  const { status, stdout, stderr } = check(ALERTS);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/SUCCESS: \d\d rules found/);
  expect(status).toBe(0);
});

test.skipIf(!here)('Prometheus accepts every query of the Grafana dashboard', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'troupe-queries-'));
  try {
    // promtool checks queries in rules only.
    const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
      panels: { targets: { expr: string }[] }[];
    };
    // Grafana fills in the variables.
    const queries = panels
      .flatMap(({ targets }) => targets)
      .map(({ expr }) => expr.replaceAll('$app', '.*').replaceAll('$__rate_interval', '1m'));
    const rules = queries.map((expr, place) => ({ record: `query_${place}`, expr }));
    const file = path.join(folder, 'queries.yml');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    const { status, stdout, stderr } = check(file);
    expect(stderr).toBe('');
    expect(stdout).toContain(`SUCCESS: ${queries.length} rules found`);
    expect(status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('each metric that the code declares is on the Grafana dashboard', () => {
  const files = globSync(['apps/*/src/**/*.ts', 'packages/server/src/*.ts'], { cwd: root });
  const declared = files
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(path.join(root, file), 'utf8').matchAll(/\b(troupe_[a-z_]+)(?=: \{|',\s+help:)/g),
    ])
    .map(([name]) => name);
  expect(declared.length).toBeGreaterThan(20);
  const dashboard = readFileSync(DASHBOARD, 'utf8');
  expect(declared.filter((name) => !dashboard.includes(name))).toEqual([]);
});

test('each alert names a section of the runbook that exists', () => {
  const runbook = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
  const alerts = readFileSync(ALERTS, 'utf8').split('- alert: ').slice(1);
  for (const alert of alerts) {
    const [, section] = /docs\/operations\.md#(runbook-[a-z]+)/.exec(alert) ?? [];
    expect(section, alert).toBeTruthy();
    expect(runbook).toContain(`<a id="${section}"></a>`);
  }
});
