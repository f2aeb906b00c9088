import { SocialFailure } from '@troupe/domain/discovery/creator-refresh';
import type { ProviderGuard } from '@troupe/domain/discovery/provider';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { fetchJson, type JsonResponse } from '../../platform/outgoing/fetch-json.ts';
import { retry } from '../../platform/outgoing/retry.ts';

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 3;
const MOST_BYTES = 5_000_000;

/** What every adapter of a social platform is given. */
export interface SocialParts {
  book: ProviderGuard;
  clock: Clock;
  /** How long one attempt may take, in milliseconds; 10 seconds unless told. */
  timeoutMs?: number;
}

export interface Question {
  provider: string;
  /** What people call the platform. */
  name: string;
  url: URL;
  init?: RequestInit;
  /** False for what must not be asked twice, such as renewing a token that can be used once. */
  repeatable?: boolean;
  /** Pays for one attempt before it is made, by the platform's quota. */
  pay(): Promise<void>;
}

/**
 * Asks a platform: within the circuit, with a timeout, and up to three times where it fails on its own (5xx, no
 * answer, no JSON). Only such failures count against the platform; what it says about an account never does.
 * @throws SocialFailure `held` or `unavailable`, and whatever `pay` throws
 */
export async function ask(parts: SocialParts, question: Question): Promise<JsonResponse> {
  const { provider, name } = question;
  const unavailable = `${name} cannot be reached right now. Try again in some minutes.`;
  try {
    return await retry(
      async () => {
        await question.pay();
        const result = await fetchJson(question.url, question.init ?? {}, {
          timeoutMs: parts.timeoutMs ?? TIMEOUT_MS,
          mostBytes: MOST_BYTES,
        });
        if (typeof result === 'string') throw new Unanswered(result);
        return result;
      },
      {
        attempts: question.repeatable === false ? 1 : ATTEMPTS,
        judge: (error) =>
          error instanceof Unanswered
            ? { health: 'down', again: true, message: error.message }
            : { health: 'unknown' },
        circuit: {
          book: parts.book,
          provider,
          held: (until) => new SocialFailure('held', unavailable, until),
          leavesSuccess: true,
        },
      },
    );
  } catch (error) {
    throw error instanceof Unanswered ? new SocialFailure('unavailable', unavailable) : error;
  }
}

/** Nothing worth reading came back; the message says why. */
class Unanswered extends Error {}

/** An answer in the shape it should have; one in any other shape counts as a failure of the platform. */
export async function shaped<T extends z.ZodType>(
  parts: SocialParts,
  { provider, name }: Pick<Question, 'provider' | 'name'>,
  shape: T,
  body: unknown,
): Promise<z.output<T>> {
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  const where = result.error.issues[0]?.path.join('.') ?? '';
  await parts.book.recordCall({ provider, ok: false, message: `Its answer has another shape (${where}).` });
  throw new SocialFailure('unavailable', `${name} answered something that cannot be read. Try again later.`);
}

/** The platform does not take our key or token: nothing to repeat, somebody has to look at the settings. */
export async function refused(
  parts: SocialParts,
  { provider, name }: Pick<Question, 'provider' | 'name'>,
  message: string,
): Promise<SocialFailure> {
  await parts.book.recordCall({ provider, ok: false, message: `It refused the key or token: ${message}` });
  return new SocialFailure(
    'refused',
    `${name} refuses the key of this installation. Tell your administrator.`,
  );
}

/** Of a day's or an hour's quota so much is left to people who ask, when the schedule reads. */
export const keptForPeople = (limit: number, onDemand: boolean) => (onDemand ? 0 : Math.ceil(limit * 0.2));

/** A count that may come as text; null when it is missing or no count. */
export function countOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** A moment as ISO 8601; null when it is none. */
export function instantOf(value: string): string | null {
  const moment = new Date(value.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
