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

/** Checks which alerts fire after 40 minutes of these series, one value a minute. */
function checkAlerts(series: Record<string, string>, expected: Record<string, Record<string, string>[]>) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'troupe-alerts-'));
  try {
    const file = path.join(folder, 'test.yml');
    const tests = Object.entries(expected).map(([alertname, found]) => ({
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: [
        { eval_time: '40m', alertname, exp_alerts: found.map((exp_labels) => ({ exp_labels })) },
      ],
    }));
    // promtool would compare the texts too.
    const rules = readFileSync(ALERTS, 'utf8').replace(/^ +annotations:\n( {10}.*\n)+/gm, '');
    writeFileSync(path.join(folder, 'alerts.yml'), rules);
    writeFileSync(file, JSON.stringify({ rule_files: ['alerts.yml'], tests }));
    return spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const UP = Object.fromEntries(
  ['api', 'jobs', 'auth'].map((service) => [
    `up{job="troupe",service="${service}",instance="${service}:9464"}`,
    '1x40',
  ]),
);

test.skipIf(!here)('an alert fires for a process that does not answer, or no longer has an address', () => {
  const auth = 'up{job="troupe",service="auth",instance="auth:9464"}';
  const down = { severity: 'page', job: 'troupe', service: 'auth' };
  for (const [values, fires] of [
    ['1x40', []],
    ['1x20 0x20', [{ ...down, instance: 'auth:9464' }]],
    // Gone, then without a value.
    ['1x20 stale', [down]],
  ] as const) {
    const { stdout, stderr } = checkAlerts({ ...UP, [auth]: values }, { TroupeDown: [...fires] });
    expect(stderr + stdout, values).toContain('SUCCESS');
  }
});

test.skipIf(!here)('an alert names the reason why reads go past the replica', () => {
  const reads = (target: string, reason: string) =>
    `troupe_replica_reads_total{target="${target}",reason="${reason}",instance="api:9464"}`;
  const ticket = { severity: 'ticket', reason: 'unreachable' };
  for (const [unreachable, fires] of [
    ['0x40', []],
    ['0+1x40', []],
    ['0+90x40', [ticket]],
  ] as const) {
    const { stdout, stderr } = checkAlerts(
      {
        [reads('replica', 'current')]: '0+50x40',
        [reads('primary', 'behind')]: '0+2x40',
        [reads('primary', 'unreachable')]: unreachable,
      },
      { TroupeReplicaUnused: [...fires] },
    );
    expect(stderr + stdout, unreachable).toContain('SUCCESS');
  }
});

test.skipIf(!here)(
  'an alert names the queue in which a job gave up, even if the queue was empty before',
  () => {
    const failed = 'troupe_jobs{queue="webhooks",state="failed",instance="jobs:9464"}';
    const ticket = { severity: 'ticket', queue: 'webhooks' };
    for (const [values, fires] of [
      ['0x40', []],
      ['0x20 1x20', [ticket]],
      // Queues without open jobs have no value.
      ['_x20 1x20', [ticket]],
    ] as const) {
      const { stdout, stderr } = checkAlerts({ ...UP, [failed]: values }, { TroupeJobsFail: [...fires] });
      expect(stderr + stdout, values).toContain('SUCCESS');
    }
  },
);

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
