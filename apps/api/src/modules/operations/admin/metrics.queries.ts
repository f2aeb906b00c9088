import type { MetricGroup, Reading } from '@troupe/server/metrics';
import type pg from 'pg';

/** How late the oldest due row is, in seconds; 0 if nothing is due. */
const lateness = (column: string, condition: string) =>
  `coalesce(extract(epoch from now() - min(${column}) filter (where ${condition} and ${column} <= now())), 0)::float8`;

const rowsOf = async (pool: pg.Pool, text: string): Promise<Record<string, string | number>[]> =>
  (await pool.query(text)).rows;

/** Turns columns of rows into readings with the other columns as labels. */
function readings(rows: Record<string, string | number>[], label: string, value: string): Reading[] {
  return rows.map((row) => [{ [label]: String(row[label]) }, Number(row[value])]);
}

/** Background jobs by queue. Queues without open jobs are left out. */
export const jobMetrics = (pool: pg.Pool): MetricGroup => ({
  metrics: {
    troupe_jobs: { help: 'Jobs by queue and state.', labels: ['queue', 'state'] },
    troupe_job_oldest_seconds: { help: 'How late the oldest due job of a queue is.', labels: ['queue'] },
  },
  async read() {
    const rows = await rowsOf(
      pool,
      `select name as queue, count(*) filter (where state < 'active')::int as waiting,
         count(*) filter (where state = 'active')::int as active,
         count(*) filter (where state = 'failed')::int as failed,
         ${lateness('start_after', "state < 'active'")} as late
       from pgboss.job where state <> 'completed' and name not like '\\_\\_pgboss%' group by name`,
    );
    return {
      troupe_jobs: rows.flatMap(({ queue, waiting, active, failed }) =>
        Object.entries({ waiting, active, failed }).map(
          ([state, count]): Reading => [{ queue: String(queue), state }, Number(count)],
        ),
      ),
      troupe_job_oldest_seconds: readings(rows, 'queue', 'late'),
    };
  },
});

/** Emails and webhooks, in both directions. */
export const messageMetrics = (pool: pg.Pool): MetricGroup => ({
  metrics: {
    troupe_outbox: { help: 'Messages that wait to be sent, by kind.', labels: ['kind'] },
    troupe_outbox_oldest_seconds: { help: 'How late the oldest due message is.', labels: ['kind'] },
    troupe_emails_uncertain: { help: 'Emails whose delivery a person must confirm.', labels: [] },
    troupe_webhook_endpoints: { help: 'Endpoints of brands by state.', labels: ['state'] },
    troupe_inbox: { help: 'Received webhooks that wait to be processed, by provider.', labels: ['provider'] },
    troupe_inbox_oldest_seconds: { help: 'How late the oldest received webhook is.', labels: ['provider'] },
  },
  async read() {
    const outbox = await rowsOf(
      pool,
      `select 'email' as kind, count(*)::int as waiting, ${lateness('due_at', 'true')} as late
         from mail where status in ('queued', 'deferred')
       union all
       select 'webhook', count(*)::int, ${lateness('due_at', 'true')}
         from webhook_delivery where status = 'pending'`,
    );
    const inbox = await rowsOf(
      pool,
      ['billing_event', 'store_event', 'payout_event']
        .map(
          (table) =>
            `select '${table.replace('_event', '')}' as provider, count(*)::int as waiting,
               ${lateness('due_at', 'true')} as late from ${table} where due_at is not null`,
        )
        .join(' union all '),
    );
    const [counts] = await rowsOf(
      pool,
      `select (select count(*)::int from mail where status = 'uncertain') as uncertain,
         count(*) filter (where enabled and failing_since is null)::int as healthy,
         count(*) filter (where enabled and failing_since is not null)::int as failing,
         count(*) filter (where not enabled)::int as disabled
       from outgoing_webhook`,
    );
    const { uncertain = 0, ...endpoints } = counts ?? {};
    return {
      troupe_outbox: readings(outbox, 'kind', 'waiting'),
      troupe_outbox_oldest_seconds: readings(outbox, 'kind', 'late'),
      troupe_emails_uncertain: [[{}, Number(uncertain)]],
      troupe_webhook_endpoints: Object.entries(endpoints).map(
        ([state, count]): Reading => [{ state }, Number(count)],
      ),
      troupe_inbox: readings(inbox, 'provider', 'waiting'),
      troupe_inbox_oldest_seconds: readings(inbox, 'provider', 'late'),
    };
  },
});

/** The kind of a provider: brands' own keys, feeds and hosts have a name after a colon, which must not become a label. */
const KIND = `split_part(provider, ':', 1)`;

/** Quotas and health of providers; of those of one kind, the fullest quota and the most failures. */
export const providerMetrics = (pool: pg.Pool): MetricGroup => ({
  metrics: {
    troupe_provider_quota_used: {
      help: 'Used part of a quota in its current window.',
      labels: ['provider', 'quota'],
    },
    troupe_provider_quota_limit: { help: 'Size of a quota.', labels: ['provider', 'quota'] },
    troupe_provider_failures: { help: 'Failed calls in a row.', labels: ['provider'] },
    troupe_provider_circuit_open: {
      help: 'Whether calls are held back after failures.',
      labels: ['provider'],
    },
  },
  async read() {
    const quotas = await rowsOf(
      pool,
      `select distinct on (1, 2) ${KIND} as provider, quota, used, "limit" from (
         select distinct on (provider, quota) provider, quota, used, "limit" from provider_quota
         where resets_at is null or resets_at > now() order by provider, quota, window_start desc
       ) as latest order by 1, 2, used::float8 / nullif("limit", 0) desc nulls last`,
    );
    const states = await rowsOf(
      pool,
      `select ${KIND} as provider, max(failures_in_a_row) as failures,
         max((coalesce(open_until > now(), false))::int) as open
       from provider_state group by 1`,
    );
    const of = (column: 'used' | 'limit') =>
      quotas
        .filter((row) => row[column] !== null)
        .map(
          (row): Reading => [
            { provider: String(row.provider), quota: String(row.quota) },
            Number(row[column]),
          ],
        );
    return {
      troupe_provider_quota_used: of('used'),
      troupe_provider_quota_limit: of('limit'),
      troupe_provider_failures: readings(states, 'provider', 'failures'),
      troupe_provider_circuit_open: readings(states, 'provider', 'open'),
    };
  },
});

/** Credits that moved in the past hour, by kind. */
export const creditMetrics = (pool: pg.Pool): MetricGroup => ({
  // The ledger has no index by time.
  keptMs: 60_000,
  metrics: {
    troupe_credits_past_hour: {
      help: 'Credits added (positive) or spent in the past hour.',
      labels: ['kind'],
    },
  },
  async read() {
    const rows = await rowsOf(
      pool,
      `select kind, sum(amount)::float8 as amount from credit_entry
       where created_at > now() - interval '1 hour' group by kind`,
    );
    return { troupe_credits_past_hour: readings(rows, 'kind', 'amount') };
  },
});
