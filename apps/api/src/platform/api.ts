import type { Call } from '@troupe/contract/call';
import type { BrandRole, Role } from '@troupe/domain/account/user';
import type { Logger } from '@troupe/server/log';
import type { RateCounters } from '@troupe/server/rate-counters';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { z } from 'zod';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Change, Database } from './database.ts';
import type { DomainEvents } from './events.ts';
import type { Jobs } from './jobs.ts';
import type { JsonText } from './raw-json.ts';
import type { Replica } from './replica/replica.ts';

/** The user who makes a call, or an API key, which appears in histories like a user. */
export interface Caller {
  userId: string;
  role: Role;
  administrator: boolean;
  /** The user's role by brand ID. */
  memberships: ReadonlyMap<string, BrandRole>;
  /** The API key of the call; null for users. */
  apiKeyId: string | null;
  /** The administrator acting as this user, the ID of the acting session, and when it expires. */
  acting?: { by: string; id: string; until: string };
}

/** The result of the access check: the caller and the brand. */
export interface AuthContext {
  caller: Caller | null;
  brandId: string | null;
}

type Signed<C extends Call> = C['access'] extends 'public' ? null : Caller;
type InBrand<C extends Call> = C['access'] extends 'brand' | 'owner' | { object: string; param: string }
  ? string
  : null;

/** The input of a handler: validated data, caller and brand. */
export interface CallContext<C extends Call> {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  body: z.output<C['body']>;
  caller: Signed<C>;
  brandId: InBrand<C>;
  /** Identifies a purchase or send across retries, if the caller sent one. */
  idempotencyKey: string | null;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Runs the change of a call in one transaction that includes its audit log entry. Once per call; the result must
 * contain the ID of anything created.
 */
export interface Commit {
  <T>(work: (tx: Database, connection: pg.PoolClient) => Promise<T>): Promise<T>;
  /**
   * The same for a change in one statement, which then includes events and audit entry (see `runChange`). Returns no
   * rows if nothing changed; after that, or after a unique violation, the handler may commit another way.
   */
  statement<Row extends pg.QueryResultRow>(
    change: Change,
    publishing: (tx: Database) => Promise<void>,
  ): Promise<Row[]>;
}

/** The input of a handler whose change is one transaction. */
export type ChangeContext<C extends Call> = CallContext<C> & { commit: Commit };

/** The result of a handler: output as declared by the contract, the same as text, or the reply itself for downloads. */
export type Answer<C extends Call> = z.input<C['output']> | JsonText | FastifyReply;

/** The dependencies of features. */
export interface Api {
  config: Config;
  clock: Clock;
  log: Logger;
  /** Rate limit counters, shared by all processes. */
  rates: RateCounters;
  pool: pg.Pool;
  db: Database;
  /** Where reads can go that needn't be on the primary (see `readOnly`); null without one. */
  replica: Replica | null;
  jobs: Jobs;
  /** Where modules subscribe to domain events. */
  events: DomainEvents;
  /** Registers the handler of a call. Access, validation and output filtering happen around it. */
  implement<C extends Call>(call: C, handler: (context: CallContext<C>) => Promise<Answer<C>>): void;
  /** The same for a call whose only effect is one transaction: its handler makes all changes in `commit`. */
  implementChange<C extends Call>(call: C, handler: (context: ChangeContext<C>) => Promise<Answer<C>>): void;
}
