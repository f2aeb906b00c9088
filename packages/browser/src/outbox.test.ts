import { CallError } from '@troupe/contract/client';
import { expect, test } from 'vitest';
import { createOutbox, hasArrived, NOTHING_WRITTEN, type OutboxState, type Written } from './outbox.ts';

/** An outbox whose server calls `answer`; throwing rejects the message. */
function outboxWith(answer: (text: string) => Promise<void> | void) {
  let written: Written = NOTHING_WRITTEN;
  const posted: string[] = [];
  const states: OutboxState[] = [];
  const change = (part: Partial<Written>) => {
    written = { ...written, ...part };
  };
  const outbox = createOutbox({
    latest: () => written,
    change,
    post: async ({ text }) => {
      posted.push(text);
      await answer(text);
    },
    tell: (state) => states.push(state),
  });
  return { ...outbox, change, posted, states, written: () => written };
}

const refusal = (status: number) => new CallError(status, {}, 'No.');

test('sends messages in the order they were written', async () => {
  let letGo = () => {};
  const first = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const { change, send, posted, written } = outboxWith((text) => (text === 'one' ? first : undefined));
  change({ text: ' one ' });
  const all = [send()];
  for (const text of ['two', 'three']) {
    change({ text });
    all.push(send());
  }
  expect(posted).toEqual(['one']);
  letGo();
  await Promise.all(all);
  expect(posted).toEqual(['one', 'two', 'three']);
  expect(written()).toEqual(NOTHING_WRITTEN);
});

test('sends nothing when nothing was written', async () => {
  const { change, send, posted } = outboxWith(() => {});
  change({ text: ' \n ' });
  await send();
  expect(posted).toEqual([]);
});

test('resends a message without a response under the same ID', async () => {
  let away = true;
  const { change, send, deliver, states, written, posted } = outboxWith(() => {
    if (away) throw refusal(0);
  });
  change({ text: 'hello' });
  await send();
  const [kept] = written().leaving;
  expect(kept?.text).toBe('hello');
  expect(states.at(-1)).toMatchObject({ sending: false, failure: { status: 0 } });
  away = false;
  await deliver();
  expect(posted).toEqual(['hello', 'hello']);
  expect(written().leaving).toEqual([]);
  expect(states.at(-1)).toEqual({ sending: false, failure: null });
});

test('a rejected message returns to the editor, before newer text, with its files', async () => {
  const { change, enclose, send, written } = outboxWith(() => {
    change({ text: 'typed later' });
    throw refusal(422);
  });
  change({ text: 'too much', note: true });
  enclose({ id: 'a', name: 'a.png' });
  await send();
  expect(written()).toEqual({
    text: 'too much\ntyped later',
    note: true,
    attachments: [{ id: 'a', name: 'a.png' }],
    leaving: [],
  });
});

test("a file that finishes after its message was sent doesn't restore files already sent", async () => {
  const { enclose, leaveOut, send, written } = outboxWith(() => {});
  enclose({ id: 'a', name: 'a.png' });
  await send();
  enclose({ id: 'b', name: 'b.png' });
  expect(written().attachments.map(({ id }) => id)).toEqual(['b']);
  leaveOut('b');
  expect(written()).toEqual(NOTHING_WRITTEN);
});

test('a message whose live event arrives before the response appears once', () => {
  const one = { clientId: 'a', text: 'On Monday ', note: false, attachments: [] };
  const there = [
    { kind: 'creator', text: 'When?' },
    { kind: 'brand', text: 'On Monday' },
  ];
  expect(hasArrived(one, 'brand', there)).toBe(true);
  expect(hasArrived(one, 'brand', there.slice(0, 1))).toBe(false);
  expect(hasArrived({ ...one, note: true }, 'brand', there)).toBe(false);
  expect(hasArrived(one, 'creator', there)).toBe(false);
  expect(hasArrived({ ...one, text: '' }, 'brand', [{ kind: 'brand', text: '' }])).toBe(false);
});
