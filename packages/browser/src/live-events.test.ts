import { CallError } from '@troupe/contract/client';
import type { LiveEvent } from '@troupe/domain/inbox/conversation';
import { expect, test, vi } from 'vitest';
import { eventOf, isBeginning, keepListening } from './live-events.ts';

const event = (id: string, type = 'message') =>
  `id: ${id}\ndata: ${JSON.stringify({ id, type, campaignId: null, optInId: null, data: {} })}\n\n`;

/** Returns a stream that sends these chunks and then ends or stays open. */
const answer = (pieces: string[], open = false) =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        if (!open) controller.close();
      },
    }),
  );

test('ignores comments and incomplete events', () => {
  expect(eventOf(': beat')).toBeNull();
  expect(eventOf('data: {"id":')).toBeNull();
  expect(eventOf(event('7').trim())?.id).toBe('7');
});

test('reports the start of a stream, and resumes after the last event when the connection drops', async () => {
  const heard: LiveEvent[] = [];
  const asked: string[] = [];
  const streams = [
    // One event split into two chunks.
    answer([event('1'), event('2').slice(0, 12), event('2').slice(12), event('3').slice(0, 10)]),
    answer([event('3')], true),
  ];
  const stop = keepListening({
    ask: async (last) => {
      asked.push(last);
      return streams.shift() ?? answer([], true);
    },
    tell: (one) => heard.push(one),
  });
  await vi.waitFor(() => expect(heard.at(-1)?.id).toBe('3'), { timeout: 60_000 });
  stop();
  expect(asked).toEqual(['', '2']);
  expect(heard.map(({ id, type }) => id || type)).toEqual(['reset', '1', '2', '3']);
  expect(heard.filter(isBeginning)).toHaveLength(1);
});

test('reconnects if a stream is silent for a minute', async () => {
  vi.useFakeTimers();
  const asked: string[] = [];
  const stop = keepListening({
    ask: async (last) => {
      asked.push(last);
      return answer(asked.length === 1 ? [event('4')] : [], true);
    },
    tell: () => {},
  });
  await vi.advanceTimersByTimeAsync(59_000);
  expect(asked).toEqual(['']);
  await vi.advanceTimersByTimeAsync(4000);
  expect(asked).toEqual(['', '4']);
  stop();
  vi.useRealTimers();
});

test('does not retry after a rejection', async () => {
  let asked = 0;
  for (const refuse of [
    async () => new Response(null, { status: 403 }),
    async () => {
      throw new CallError(401, {}, 'Not signed in.');
    },
  ])
    keepListening({
      ask: async () => {
        asked += 1;
        return refuse();
      },
      tell: () => {},
    });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(asked).toBe(2);
});

test('reconnects immediately when the network is back, and drops the old stream', async () => {
  vi.useFakeTimers();
  const random = vi.spyOn(Math, 'random').mockReturnValue(1);
  let back = () => {};
  let asked = 0;
  const stopWaking = vi.fn();
  const stop = keepListening({
    ask: async (_last, signal) => {
      asked += 1;
      if (asked <= 3) throw new CallError(0, {}, 'The server cannot be reached.');
      signal.throwIfAborted();
      return answer([], true);
    },
    tell: () => {},
    back: (now) => {
      back = now;
      return stopWaking;
    },
  });
  await vi.advanceTimersByTimeAsync(12_000);
  expect(asked).toBe(3);
  back();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(4);
  back();
  await vi.advanceTimersByTimeAsync(4000);
  expect(asked).toBe(5);
  stop();
  expect(stopWaking).toHaveBeenCalledOnce();
  random.mockRestore();
  vi.useRealTimers();
});
