import type { Logger } from '@troupe/server/log';
import { type MetricGroup, type Metrics, startMetrics } from '@troupe/server/metrics';
import type pg from 'pg';
import {
  creditMetrics,
  jobMetrics,
  messageMetrics,
  providerMetrics,
} from '../modules/operations/admin/metrics.queries.ts';
import type { Config } from '../platform/config.ts';
import type { Replica } from '../platform/replica/replica.ts';

/** Serves the metrics of an API process if a port is configured; those of the database where jobs run. */
export async function apiMetrics(
  config: Config,
  log: Logger,
  pools: { requests: pg.Pool; background: pg.Pool },
  replica: Replica | null,
): Promise<Metrics | null> {
  const { METRICS_HOST: host, METRICS_PORT: port, METRICS_TOKEN: token } = config;
  const metrics = await startMetrics('api', { host, port, token }, log);
  if (!metrics) return null;
  for (const [name, pool] of Object.entries(pools)) metrics.watchPool(name, pool);
  if (replica) {
    metrics.watchPool('replica', replica.pool);
    metrics.add(replicaMetrics(replica));
  }
  if (config.TROUPE_ROLES.includes('jobs'))
    for (const group of [jobMetrics, messageMetrics, providerMetrics, creditMetrics])
      metrics.add(group(pools.background));
  return metrics;
}

/** Reads by server, and how much of the log the replica lacks. */
const replicaMetrics = (replica: Replica): MetricGroup => ({
  metrics: {
    troupe_replica_reads_total: {
      type: 'counter',
      help: 'Reads that may go to the read replica, by the server that answered and the reason.',
      labels: ['target', 'reason'],
    },
    troupe_replica_behind_bytes: {
      help: 'How much of the log the read replica lacks. Absent if it does not answer.',
      labels: [],
    },
  },
  async read() {
    const lag = await replica.measureLag();
    return {
      troupe_replica_reads_total: replica.reads.map(({ count, ...labels }) => [labels, count]),
      troupe_replica_behind_bytes: lag === null ? [] : [[{}, lag]],
    };
  },
});
