import type { ProviderCall, ProviderGuard } from '@troupe/domain/discovery/provider';
import { expect, test } from 'vitest';
import { type Circuit, retry, type Verdict } from './retry.ts';

class Failed extends Error {
  readonly verdict: Verdict;
  constructor(verdict: Verdict) {
    super('failed');
    this.verdict = verdict;
  }
}
const judge = (error: unknown): Verdict =>
  error instanceof Failed ? error.verdict : { health: 'unknown' as const };

function circuitOf(until: Date | null = null): { circuit: Circuit; calls: ProviderCall[] } {
  const calls: ProviderCall[] = [];
  const book: ProviderGuard = {
    circuitOpenUntil: async () => until,
    reserveUnits: async () => true,
    recordCall: async (call) => void calls.push(call),
  };
  return { circuit: { book, provider: 'p', held: (at) => new Error(`held until ${at.getTime()}`) }, calls };
}

/** Throws these errors in turn, then returns the number of attempts. */
const failing = (...errors: Error[]) => {
  let attempts = 0;
  return async () => {
    const error = errors[attempts++];
    if (error) throw error;
    return attempts;
  };
};
const DOWN = { health: 'down', again: true, message: 'It responded with 503.' } as const;

test('retries a provider failure and records one success', async () => {
  const { circuit, calls } = circuitOf();
  const work = failing(new Failed(DOWN), new Failed(DOWN));
  expect(await retry(work, { attempts: 3, judge, circuit })).toBe(3);
  expect(calls).toEqual([{ provider: 'p', ok: true }]);
});

test('throws after the last attempt and records one failure', async () => {
  const { circuit, calls } = circuitOf();
  const last = new Failed({ ...DOWN, message: 'It responded with 500.' });
  const work = failing(new Failed(DOWN), last, new Failed(DOWN));
  await expect(retry(work, { attempts: 2, judge, circuit })).rejects.toBe(last);
  expect(calls).toEqual([{ provider: 'p', ok: false, message: 'It responded with 500.' }]);
});

test("throws a provider's rejection immediately and counts the provider as healthy", async () => {
  const { circuit, calls } = circuitOf();
  const refusal = new Failed({ health: 'up' });
  await expect(retry(failing(refusal), { attempts: 3, judge, circuit })).rejects.toBe(refusal);
  expect(calls).toEqual([{ provider: 'p', ok: true }]);
});

test('throws our own errors immediately and records nothing', async () => {
  const { circuit, calls } = circuitOf();
  const ours = new Error('quota used up');
  await expect(retry(failing(ours), { attempts: 3, judge, circuit })).rejects.toBe(ours);
  expect(calls).toEqual([]);
});

test('makes no calls while the circuit is open', async () => {
  const { circuit, calls } = circuitOf(new Date(1_000));
  let attempts = 0;
  const work = async () => {
    attempts += 1;
  };
  await expect(retry(work, { attempts: 3, judge, circuit })).rejects.toThrow('held until 1000');
  expect([attempts, calls]).toEqual([0, []]);
});

test('waits at least as long as the provider asked', async () => {
  const from = performance.now();
  await retry(failing(new Failed({ ...DOWN, pauseMs: 1_000 })), { attempts: 2, judge });
  expect(performance.now() - from).toBeGreaterThanOrEqual(990);
});
