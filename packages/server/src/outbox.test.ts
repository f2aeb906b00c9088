import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from './log.ts';
import { type Lane, Outbox } from './outbox.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const POLL_MS = 10_000;

/** An outbox that notes how many seconds after its start lanes were read and served. */
function watched(lanes: () => Lane[]) {
  const started = Date.now();
  const seconds = () => (Date.now() - started) / 1000;
  const looks: number[] = [];
  const served: [string, number][] = [];
  const outbox = new Outbox(
    { clock: { now: () => new Date() }, log: createLogger('outbox', 'silent') },
    {
      name: 'test',
      lanesAtOnce: 1,
      pollMs: POLL_MS,
      afterFailureMs: 1000,
      async lanes() {
        looks.push(seconds());
        return lanes();
      },
      async serve(id) {
        served.push([id, seconds()]);
        return { next: null };
      },
    },
  );
  outbox.start();
  return { outbox, looks, served };
}

test('an idle outbox looks at every poll only', async () => {
  const { outbox, looks } = watched(() => []);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toEqual([0, 10, 20, 30, 40, 50, 60]);
  await outbox.stop();
});

test('serves at once when woken, at the next poll if that was lost, and between polls what is due then', async () => {
  const waiting: Lane[] = [];
  const { outbox, served } = watched(() => waiting.splice(0));
  const later = (id: string, seconds: number) =>
    waiting.push({ id, dueAt: new Date(Date.now() + seconds * 1000) });
  await vi.advanceTimersByTimeAsync(2000);
  later('told', 0);
  outbox.wake();
  await vi.advanceTimersByTimeAsync(1000);
  later('lost', 0);
  await vi.advanceTimersByTimeAsync(9000);
  later('planned', 12);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(served).toEqual([
    ['told', 2],
    ['lost', 10],
    ['planned', 24],
  ]);
  await outbox.stop();
});
