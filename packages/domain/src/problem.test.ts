import { expect, test } from 'vitest';
import { Problem, problem, problems } from './problem.ts';

test('a problem has the status and message of its code', () => {
  const found = problem('not_found');
  expect(found).toBeInstanceOf(Problem);
  expect(found).toMatchObject({ name: 'Problem', code: 'not_found', status: 404, retryAfter: undefined });
  expect(found.toBody()).toEqual({
    code: 'not_found',
    message: "We can't find this, or you don't have access.",
  });
});

test('the response contains the custom message, fields and extras but not the detail', () => {
  const found = problem('invalid', {
    message: 'Check the name.',
    fields: { name: 'Please enter a name' },
    extra: { version: 3 },
    detail: 'for the log',
    retryAfter: 5,
  });
  expect(found).toMatchObject({ status: 422, detail: 'for the log', retryAfter: 5 });
  expect(found.toBody()).toEqual({
    code: 'invalid',
    message: 'Check the name.',
    fields: { name: 'Please enter a name' },
    version: 3,
  });
});

test('every problem has an HTTP error status and a message', () => {
  for (const [code, { status, message }] of Object.entries(problems)) {
    expect([400 <= status && status < 600, message.length > 10], code).toEqual([true, true]);
  }
});
