import { expect, test } from 'vitest';
import { DemoRequestForm, HeldBack, spamReason } from './demo-request.ts';
import { DEMO_BUDGETS, DEMO_LIMITS, DEMO_MIN_MS, DEMO_TEXTS } from './demo-request-form.ts';

const form = { name: 'Ona Reyes', email: 'ona@reyes.example', company: 'Reyes Roasters' };
const read = (change: object) => DemoRequestForm.safeParse({ ...form, ...change });
const refusal = (change: object) => read(change).error?.issues.map(({ message }) => message);

test('requires only name, email and company', () => {
  expect(DemoRequestForm.parse(form)).toEqual({
    ...form,
    website: '',
    budget: '',
    message: '',
    subject: '',
  });
});

test('each invalid field has a message', () => {
  expect(refusal({ name: ' ' })).toEqual([DEMO_TEXTS.name]);
  expect(refusal({ company: '' })).toEqual([DEMO_TEXTS.company]);
  expect(refusal({ email: 'ona' })).toEqual([DEMO_TEXTS.email]);
  expect(refusal({ website: 'no site' })).toEqual([DEMO_TEXTS.website]);
  expect(refusal({ budget: 'much' })).toEqual([DEMO_TEXTS.budget]);
});

test('keeps names on one line, trims emails and completes websites', () => {
  expect(read({ name: ' Ona\r\nBcc: x ', company: 'A\u2028B' }).data).toMatchObject({
    name: 'Ona Bcc: x',
    company: 'A B',
  });
  expect(read({ email: ' ona@reyes.example ' }).data?.email).toBe('ona@reyes.example');
  expect(read({ website: 'reyes.example' }).data?.website).toBe('https://reyes.example');
});

test('enforces the maximum length of every field', () => {
  expect(DEMO_LIMITS).toEqual({ name: 120, email: 254, company: 160, website: 200, message: 4000 });
  const fits = (change: object) => read(change).success;
  expect(fits({ name: 'x'.repeat(120), company: 'x'.repeat(160), message: 'x'.repeat(4000) })).toBe(true);
  expect(fits({ name: 'x'.repeat(121) })).toBe(false);
  expect(fits({ company: 'x'.repeat(161) })).toBe(false);
  expect(fits({ message: 'x'.repeat(4001) })).toBe(false);
  expect(fits({ website: `${'x'.repeat(200)}.example` })).toBe(false);
  expect(fits({ email: `${'x'.repeat(250)}@reyes.example` })).toBe(false);
  expect(fits({ subject: 'x'.repeat(1001) })).toBe(false);
  expect(fits({ took: -1 })).toBe(false);
});

test('there are five budgets, smallest first', () => {
  expect(DEMO_BUDGETS.map(({ value, label }) => [value, label])).toEqual([
    ['under-1000', 'Under $1,000'],
    ['1000-5000', '$1,000 to $5,000'],
    ['5000-20000', '$5,000 to $20,000'],
    ['over-20000', 'Over $20,000'],
    ['unknown', 'Not decided yet'],
  ]);
  expect(DEMO_BUDGETS.every(({ value }) => read({ budget: value }).success)).toBe(true);
});

test('flags a filled-in honeypot and a form sent within 1.5 seconds', () => {
  expect(HeldBack.options).toEqual(['hidden-field', 'too-soon']);
  expect(DEMO_MIN_MS).toBe(1500);
  expect(spamReason({ subject: 'x', took: 9000 })).toBe('hidden-field');
  expect(spamReason({ subject: ' ', took: 1499 })).toBe('too-soon');
  expect(spamReason({ subject: '', took: 1500 })).toBeNull();
  expect(spamReason({ subject: '', took: undefined })).toBeNull();
});
