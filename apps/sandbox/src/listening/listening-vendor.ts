import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, answerCall, type Failure, type Faults } from '../platform/faults.ts';
import type { CallLog } from '../platform/state.ts';
import type { ListeningWorld, WorldSource } from './listening-world.ts';

/** What vendors of posts share. */
export interface ListeningParts {
  world: ListeningWorld;
  faults: Faults;
  calls: CallLog<{ source: WorldSource; path: string; status: number }>;
}

/** Responses of a vendor to faults, in its own form. */
export type VendorAnswers = Partial<Record<Failure<'listening'>, Answer>>;

/** Answers a vendor's call as its fault says, or with what it does. */
export function answerVendor(
  reply: FastifyReply,
  { faults, calls }: ListeningParts,
  source: WorldSource,
  answers: VendorAnswers,
  work: () => Answer,
): Promise<FastifyReply> {
  const path = reply.request.url.slice(0, 300);
  const seen = (status: number) => calls.add({ source, path, status });
  return answerCall(reply, { faults, answers: answers as Record<string, Answer>, seen }, () => ({
    fault: faults.take('listening', [source, '*']),
    work,
  }));
}

/** Query parameters of a request; the last of several counts. */
export function queryOf({ query }: FastifyRequest): Record<string, string | undefined> {
  const entries = Object.entries(query as Record<string, string | string[]>);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]),
  );
}
