import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Fault, Faults } from './faults.ts';

const PAGE = '<html><body><h1>502 Bad Gateway</h1></body></html>';

/** What a vendor answers. */
export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** What the vendor's log says of it. */
  note?: string | null;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** A call that is refused, in the shape of its vendor. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, message: string, body: object) {
    super(message);
    this.status = status;
    this.body = body;
  }

  toBody(): object {
    return this.body;
  }
}

/** Returns what `work` answers, or its refusal. */
export async function answerOf(work: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, body: error.body, note: error.message };
  }
}

/** How a vendor answers its calls. */
export interface Vendor {
  faults: Faults;
  /** Its words for failures that have a shape of their own. */
  answers: Record<string, Answer>;
  /** Logs how a call ended; status 0 when no answer was given. */
  seen?(status: number, note: string | null, answer: Answer): void;
  save?(): Promise<void>;
  /** Ends a call with the fault `lost`. */
  lose?(reply: FastifyReply): FastifyReply;
}

type FaultOfCall = Pick<Fault, 'failure' | 'seconds'>;

/** A call that was let in: the fault it meets, and what it does unless the fault ends it. */
export interface AdmittedCall {
  fault: FaultOfCall | null;
  work(failure: string | null): Answer | Promise<Answer>;
}

/** Answers a call as its fault says, or with what it does. @param admit refuses calls before any fault */
export async function answerCall(
  reply: FastifyReply,
  { faults, answers, seen = () => {}, save = async () => {}, lose = breakOff }: Vendor,
  admit: () => AdmittedCall,
): Promise<FastifyReply> {
  let failure = '';
  const { note, ...answer } = await answerOf(async () => {
    const { fault, work } = admit();
    failure = fault?.failure ?? '';
    return (fault && (await failedBy(fault, answers))) ?? work(failure || null);
  });
  await save();
  const cut = { hang: faults.hang, lost: lose, half: breakInside }[failure];
  seen(cut ? 0 : answer.status, note ?? (failure || null), answer);
  if (cut) return cut(reply, answer);
  return reply
    .code(answer.status)
    .headers({ 'cache-control': 'no-store', ...answer.headers })
    .send(answer.body);
}

/** What a fault answers before anything is done; null where the call continues, after a delay at times. */
async function failedBy(
  { failure, seconds }: FaultOfCall,
  answers: Record<string, Answer>,
): Promise<Answer | null> {
  if (failure === 'slow') await wait(seconds * 1000);
  const known = { hang: 0, down: 503, garbage: 200 }[failure];
  const page =
    known === undefined ? null : { status: known, body: PAGE, headers: { 'content-type': 'text/html' } };
  return answers[failure] ?? page;
}

/** Breaks a connection off; what was asked for is done. */
function breakOff(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

/** Answers half of a body, then breaks the connection off. */
function breakInside(reply: FastifyReply, { body }: Answer): FastifyReply {
  const text = JSON.stringify(body);
  reply.hijack();
  reply.raw.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  reply.raw.write(text.slice(0, text.length / 2), () => reply.raw.destroy());
  return reply;
}
