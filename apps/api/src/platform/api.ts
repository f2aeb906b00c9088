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

/** The person who makes a call, or the program: its key stands in histories as if it were a person. */
export interface Caller {
  userId: string;
  role: Role;
  administrator: boolean;
  /** Brand id -> role, for the brands the person belongs to. */
  memberships: ReadonlyMap<string, BrandRole>;
  /** The key that a program called with; null for people. */
  apiKeyId: string | null;
  /** The administrator who acts as this person, by which permission, and until when it holds at most. */
  acting?: { by: string; id: string; until: string };
}

/** What the access check settled: who calls, and in which brand. */
export interface AuthContext {
  caller: Caller | null;
  brandId: string | null;
}

type Signed<C extends Call> = C['access'] extends 'public' ? null : Caller;
type InBrand<C extends Call> = C['access'] extends 'brand' | 'owner' | { object: string; param: string }
  ? string
  : null;

/** What a handler gets: validated input, who calls, and the brand the access check settled on. */
export interface CallContext<C extends Call> {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  body: z.output<C['body']>;
  caller: Signed<C>;
  brandId: InBrand<C>;
  /** Identifies a purchase or sending across repeats, when the caller gave one. */
  idempotencyKey: string | null;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Runs the change of a call in one transaction, which also has the call's line of the audit log. Once per call; its
 * result names what was made, as an id or in the noun's part.
 */
export interface Commit {
  <T>(work: (tx: Database, connection: pg.PoolClient) => Promise<T>): Promise<T>;
  /**
   * The same for a change that is one statement: events and line become parts of it (see `runChange`). Returns no rows
   * where nothing was changed; after that, and after a unique violation, the handler may commit in another way.
   */
  statement<Row extends pg.QueryResultRow>(
    change: Change,
    publishing: (tx: Database) => Promise<void>,
  ): Promise<Row[]>;
}

/** What the handler of a call gets whose change is one transaction. */
export type ChangeContext<C extends Call> = CallContext<C> & { commit: Commit };

/** What a handler answers: the output as the contract declares it, or the reply itself for downloads. */
export type Answer<C extends Call> = z.input<C['output']> | FastifyReply;

/** What features are given to work with. */
export interface Api {
  config: Config;
  clock: Clock;
  log: Logger;
  /** What limits count, for all processes together. */
  rates: RateCounters;
  pool: pg.Pool;
  db: Database;
  jobs: Jobs;
  /** Where modules subscribe to domain events. */
  events: DomainEvents;
  /** Makes a call of the contract answer. Access, validation and the output's allow-list are settled around it. */
  implement<C extends Call>(call: C, handler: (context: CallContext<C>) => Promise<Answer<C>>): void;
  /**
   * The same for a call whose change is one transaction and which does nothing outside of the database: its handler
   * changes everything in `commit`.
   */
  implementChange<C extends Call>(call: C, handler: (context: ChangeContext<C>) => Promise<Answer<C>>): void;
}
