import { SocialFailure } from '@troupe/domain/discovery/creator-refresh';
import type { ProviderGuard } from '@troupe/domain/discovery/provider';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { fetchJson, type JsonResponse } from '../../platform/outgoing/fetch-json.ts';
import { retry } from '../../platform/outgoing/retry.ts';

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 3;
const MOST_BYTES = 5_000_000;

/** Dependencies of every social platform adapter. */
export interface SocialParts {
  book: ProviderGuard;
  clock: Clock;
  /** Timeout per attempt in milliseconds; 10 seconds by default. */
  timeoutMs?: number;
}

export interface Question {
  provider: string;
  /** Display name of the platform. */
  name: string;
  url: URL;
  init?: RequestInit;
  /** False for requests that must not be repeated, such as refreshing a single-use token. */
  repeatable?: boolean;
  /** Reserves quota before each attempt. */
  pay(): Promise<void>;
}

/**
 * Calls a platform with circuit breaker and timeout, up to three times if it fails (5xx, no
 * response, no JSON). Only such failures count against the platform; its statements about an
 * account don't.
 * @throws SocialFailure `held` or `unavailable`, and whatever `pay` throws
 */
export async function callPlatform(parts: SocialParts, question: Question): Promise<JsonResponse> {
  const { provider, name } = question;
  const unavailable = `${name} isn't available right now. Try again in a few minutes.`;
  try {
    return await retry(
      async () => {
        await question.pay();
        const result = await fetchJson(question.url, question.init ?? {}, {
          timeoutMs: parts.timeoutMs ?? TIMEOUT_MS,
          mostBytes: MOST_BYTES,
        });
        if (typeof result === 'string') throw new InvalidResponse(result);
        return result;
      },
      {
        attempts: question.repeatable === false ? 1 : ATTEMPTS,
        judge: (error) =>
          error instanceof InvalidResponse
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
    throw error instanceof InvalidResponse ? new SocialFailure('unavailable', unavailable) : error;
  }
}

/** There was no valid response; the message explains why. */
class InvalidResponse extends Error {}

/** Parses a response; an unknown format counts as a failure of the platform. */
export async function parseResponse<T extends z.ZodType>(
  parts: SocialParts,
  { provider, name }: Pick<Question, 'provider' | 'name'>,
  shape: T,
  body: unknown,
): Promise<z.output<T>> {
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  const where = result.error.issues[0]?.path.join('.') ?? '';
  await parts.book.recordCall({ provider, ok: false, message: `Unexpected response format (${where}).` });
  throw new SocialFailure('unavailable', `${name} returned an invalid response. Try again later.`);
}

/**
 * The platform rejected our key or token. Not retried: an administrator must check the settings.
 */
export async function keyRejected(
  parts: SocialParts,
  { provider, name }: Pick<Question, 'provider' | 'name'>,
  message: string,
): Promise<SocialFailure> {
  await parts.book.recordCall({ provider, ok: false, message: `Key or token rejected: ${message}` });
  return new SocialFailure('refused', `${name} rejected our API key. Contact your administrator.`);
}

/** Share of a quota the schedule leaves for manual refreshes. */
export const reservedUnits = (limit: number, onDemand: boolean) => (onDemand ? 0 : Math.ceil(limit * 0.2));

/** Parses a count that may be a string; null if missing or invalid. */
export function countOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** Parses a time to ISO 8601; null if invalid. */
export function parseInstant(value: string): string | null {
  const moment = new Date(value.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
