import type { MetricGroup } from '@troupe/server/metrics';
import type { Lane, OutboxKind, TurnResult } from '@troupe/server/outbox';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../database.ts';
import type { MailJobs } from './mail-queue.ts';
import { composeMail } from './mail-texts.ts';

const pollMs = 10_000;
const afterFailureMs = 5_000;
const attemptsAtMost = 12;

type Job = { id: string; kind: keyof MailJobs; payload: never; attempts: number };

/** All emails share one lane: a slow mail server is slow for all. */
const LANE = 'mail';

/** The email queue of the login host, shared by its processes. */
export class MailOutbox implements OutboxKind {
  readonly name = 'mail';
  readonly lanesAtOnce = 1;
  readonly pollMs = pollMs;
  readonly afterFailureMs = afterFailureMs;
  readonly #db: Database;
  readonly #config: Config;
  readonly #log: Logger;
  readonly #transport: ReturnType<typeof createTransport>;

  constructor(db: Database, config: Config, log: Logger) {
    this.#db = db;
    this.#config = config;
    this.#log = log;
    const { hostname, port, username, password, protocol } = new URL(config.smtpUrl);
    this.#transport = createTransport({
      host: hostname,
      port: port ? Number(port) : undefined,
      secure: protocol === 'smtps:',
      // Passwords require TLS, except on this machine.
      requireTLS: username !== '' && !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname),
      auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
    });
  }

  async lanes(): Promise<Lane[]> {
    const { rows } = await this.#db.query<{ seconds: number | null }>(
      'select extract(epoch from min(run_at) - now())::float8 as seconds from mail_job',
    );
    const seconds = rows[0]?.seconds ?? null;
    return seconds === null ? [] : [{ id: LANE, dueAt: new Date(Date.now() + seconds * 1000) }];
  }

  /** Sends an email. */
  async serve(): Promise<TurnResult> {
    return { next: (await this.#sendNext()) ? Date.now() : null };
  }

  close(): void {
    this.#transport.close();
  }

  /** @returns false if none is due */
  async #sendNext(): Promise<boolean> {
    // Claimed for a while instead of locked: the link must be committed before the email can be
    // read, and if this process dies another one takes over.
    const { rows } = await this.#db.query<Job>(
      `update mail_job set attempts = attempts + 1, run_at = now() + interval '1 minute'
       where id = (select id from mail_job where run_at <= now() order by run_at limit 1 for update skip locked)
       returning id, kind, payload, attempts`,
    );
    const job = rows[0];
    if (!job) return false;
    try {
      const mail = await composeMail(this.#db, this.#config, job.kind, job.payload);
      if (mail) await this.#transport.sendMail({ ...mail, from: this.#config.mailFrom });
      await this.#db.query('delete from mail_job where id = $1', [job.id]);
    } catch (error) {
      await this.#putBack(job, error);
    }
    return true;
  }

  async #putBack({ id, kind, attempts }: Job, error: unknown): Promise<void> {
    // The error message may contain the recipient; its code doesn't.
    const reason = (error as { code?: string }).code ?? (error as Error).name;
    if (attempts >= attemptsAtMost) {
      await this.#db.query('delete from mail_job where id = $1', [id]);
      this.#log.error({ job: id, kind, reason }, 'giving up on an email');
      return;
    }
    await this.#db.query('update mail_job set run_at = now() + make_interval(secs => $2) where id = $1', [
      id,
      Math.min(2 ** attempts, 900),
    ]);
    this.#log.warn({ job: id, kind, attempts, reason }, 'failed to send an email, will retry');
  }
}

/** Emails that wait to be sent, under the same names as those of the API. */
export const mailMetrics = (db: Database): MetricGroup => ({
  metrics: {
    troupe_outbox: { help: 'Messages that wait to be sent, by kind.', labels: ['kind'] },
    troupe_outbox_oldest_seconds: { help: 'How late the oldest due message is.', labels: ['kind'] },
  },
  async read() {
    const { rows } = await db.query<{ waiting: number; late: number }>(
      `select count(*)::int as waiting,
         greatest(0, coalesce(extract(epoch from now() - min(run_at)), 0))::float8 as late from mail_job`,
    );
    const { waiting = 0, late = 0 } = rows[0] ?? {};
    return {
      troupe_outbox: [[{ kind: 'login-email' }, waiting]],
      troupe_outbox_oldest_seconds: [[{ kind: 'login-email' }, late]],
    };
  },
});
