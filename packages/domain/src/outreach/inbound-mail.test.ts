import { expect, test } from 'vitest';
import { type InboundSigns, inboundAddress, inboundKind, readDeliveryReport } from './inbound-mail.ts';

const signs = (headers: Record<string, string> = {}, more: Partial<InboundSigns> = {}): InboundSigns => ({
  sender: 'ana@inbox.test',
  from: 'ana@inbox.test',
  subject: 'Re: Hello',
  header: (name) => headers[name] ?? null,
  parts: [],
  ...more,
});

test('a person, a machine, a report and a complaint are told apart', () => {
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

test('a delivery report is read with folded lines, missing parts and words in front', () => {
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
});

test('addresses that mail comes back to are known by their first word; the token is read in lower case', () => {
  expect(inboundAddress('Reply+ABC@Reply.test')).toEqual({
    purpose: 'reply',
    token: 'abc',
    domain: 'reply.test',
  });
  expect(inboundAddress('bounce@x.test')).toMatchObject({ purpose: 'bounce', token: null });
  for (const address of ['mia@x.test', 'reply+@x.test', "reply+a'b@x.test", 'reply+a@', 'xreply+a@x.test'])
    expect(inboundAddress(address)).toBeNull();
});
