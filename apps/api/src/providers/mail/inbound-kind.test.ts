import { expect, test } from 'vitest';
import { inboundAddress } from '../../modules/outreach/mail/mail-receiving.ts';
import { type InboundSigns, inboundKind, readDeliveryReport } from './inbound-kind.ts';

const signs = (headers: Record<string, string> = {}, more: Partial<InboundSigns> = {}): InboundSigns => ({
  sender: 'ana@inbox.test',
  from: 'ana@inbox.test',
  subject: 'Re: Hello',
  header: (name) => headers[name] ?? null,
  parts: [],
  ...more,
});

test('distinguishes people, machines, delivery reports and complaints', () => {
  expect(inboundKind(signs())).toBe('reply');
  expect(inboundKind(signs({ 'auto-submitted': 'no' }))).toBe('reply');
  expect(inboundKind(signs({ 'auto-submitted': 'auto-replied; x' }))).toBe('auto-reply');
  expect(inboundKind(signs({ precedence: 'Bulk' }))).toBe('auto-reply');
  expect(inboundKind(signs({}, { sender: '' }))).toBe('auto-reply');
  expect(inboundKind(signs({}, { subject: 'Réponse automatique : absente' }))).toBe('auto-reply');
  expect(inboundKind(signs({}, { subject: 'Automatic for the people' }))).toBe('reply');
  expect(inboundKind(signs({}, { from: 'MAILER-DAEMON@mx.test' }))).toBe('bounce');
  const type = (report: string) => ({
    'content-type': `multipart/report; report-type=${report}; boundary=x`,
  });
  expect(inboundKind(signs(type('delivery-status')))).toBe('bounce');
  expect(inboundKind(signs(type('feedback-report')))).toBe('complaint');
});

test.each<[string, string, Record<string, string>, Partial<InboundSigns>]>([
  ['bounce', 'the name of a mail server', {}, { from: 'postmaster' }],
  ['bounce', 'a mail server', {}, { from: 'mail-daemon@mx.test' }],
  ['bounce', 'a mail server', {}, { from: 'maildaemon@mx.test' }],
  ['reply', 'a person with a similar name', {}, { from: 'anapostmaster@mx.test' }],
  ['bounce', 'a report part', {}, { parts: ['text/html', 'message/delivery-status'] }],
  ['complaint', 'a report part', {}, { parts: ['message/feedback-report'] }],
  ['bounce', 'a report type with blanks', { 'content-type': 'x; Report-Type = "delivery-status"' }, {}],
  ['complaint', 'a report type with blanks', { 'content-type': 'x; report-type = "feedback-report"' }, {}],
  ['reply', 'a header that says no', { 'auto-submitted': ' No ' }, {}],
  ['auto-reply', 'a header', { 'auto-submitted': 'auto-no' }, {}],
  ['auto-reply', 'its precedence', { precedence: ' junk ' }, {}],
  ['auto-reply', 'its precedence', { precedence: 'auto_reply' }, {}],
  ['auto-reply', 'its precedence', { precedence: 'list' }, {}],
  ['reply', 'its precedence', { precedence: 'first-class' }, {}],
  ['auto-reply', 'a header of its own', { 'x-autoreply': 'yes' }, {}],
  ['auto-reply', 'a header of its own', { 'x-autorespond': 'yes' }, {}],
  ...[
    '  Autoreply',
    'Auto reply',
    'auto-response: x',
    'Automated reply',
    'Automatic reply: x',
    'Autosvar',
  ].map((subject): [string, string, Record<string, string>, Partial<InboundSigns>] => [
    ...(['auto-reply', `its subject ${subject}`, {}, { subject }] as const),
  ]),
  ['auto-reply', 'its subject', {}, { subject: 'Out of office' }],
  ['auto-reply', 'its subject', {}, { subject: 'Out of the office until Monday' }],
  ['reply', 'an answer to such a subject', {}, { subject: 'Re: Out of office' }],
  ['reply', 'an answer to such a subject', {}, { subject: 'Re:autoreply' }],
])('tells a %s by %s', (kind, _sign, headers, more) => {
  expect(inboundKind(signs(headers, more))).toBe(kind);
});

test('reads a delivery report with folded lines, missing parts and leading text', () => {
  expect(
    readDeliveryReport(
      'Sorry\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; a@b.test\nAction: Failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 No\n such user\n',
    ),
  ).toEqual({ failed: true, status: '5.1.1', reason: '550 5.1.1 No such user' });
  expect(readDeliveryReport('Action: delayed\nStatus: 4.4.1')).toEqual({
    failed: false,
    status: '4.4.1',
    reason: '4.4.1',
  });
  expect(readDeliveryReport('Action: failed')).toMatchObject({ failed: true, status: '' });
  expect(readDeliveryReport('no fields')).toBeNull();
  // Each block of fields is separate.
  expect(readDeliveryReport('Status: 4.0.0\n\nAction: failed \nStatus: 5.10.12')).toEqual({
    failed: true,
    status: '5.10.12',
    reason: '5.10.12',
  });
  const report = { failed: true, status: '5.1.1', reason: '550 No such user' };
  for (const end of ['\n', '\r\n', '\r'])
    expect(
      readDeliveryReport(
        ['Action: failed', 'Status: 5.1.1', 'Diagnostic-Code: SMTP ;550 No', '   such user'].join(end),
      ),
    ).toEqual(report);
  expect(readDeliveryReport('Action: failed\nDiagnostic-Code: x-unix; smtp; full')?.reason).toBe(
    'x-unix; smtp; full',
  );
});

test('reads a hostile delivery report in part and truncates its text', () => {
  expect(readDeliveryReport(`${'x'.repeat(100_000)}\nAction: failed`)).toBeNull();
  expect(readDeliveryReport(`Action: failed\nDiagnostic-Code: ${'x'.repeat(600)}`)?.reason).toBe(
    'x'.repeat(500),
  );
});

test('recognizes bounce addresses by their prefix, with lowercase tokens', () => {
  expect(inboundAddress('Reply+ABC@Reply.test')).toEqual({
    purpose: 'reply',
    token: 'abc',
    domain: 'reply.test',
  });
  expect(inboundAddress(' unsubscribe+a_b-1@x.test ')).toMatchObject({
    purpose: 'unsubscribe',
    token: 'a_b-1',
  });
  expect(inboundAddress('reply+a@x.test>')).toBeNull();
  expect(inboundAddress('bounce@x.test')).toMatchObject({ purpose: 'bounce', token: null });
  for (const address of ['mia@x.test', 'reply+@x.test', "reply+a'b@x.test", 'reply+a@', 'xreply+a@x.test'])
    expect(inboundAddress(address)).toBeNull();
});
