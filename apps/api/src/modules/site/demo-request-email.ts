import { escapeHtml } from '@troupe/domain/html-text';
import type { DemoRequestForm } from '@troupe/domain/site/demo-request';
import { DEMO_BUDGETS } from '@troupe/domain/site/demo-request-form';

/** Renders the email to the sales address. */
export function demoRequestEmail(
  form: DemoRequestForm,
  webOrigin: string,
): { subject: string; plain: string; html: string } {
  const lines = [
    ['Name', form.name],
    ['Email', form.email],
    ['Company', form.company],
    ['Website', form.website],
    ['Monthly budget', DEMO_BUDGETS.find(({ value }) => value === form.budget)?.label ?? ''],
    [
      'Source',
      Object.values(form.source ?? {})
        .filter(Boolean)
        .join(', '),
    ],
  ].filter((line): line is [string, string] => Boolean(line[1]));
  const message = form.message.trim();
  const link = `${webOrigin}/admin/demo-requests`;
  return {
    subject: `Demo request: ${form.company}`,
    plain: [
      lines.map(([label, value]) => `${label}: ${value}`).join('\n'),
      ...(message ? [message] : []),
      `Reply to this email to contact ${form.name}.`,
      `All requests:\n${link}\n`,
    ].join('\n\n'),
    html: [
      `<p>${lines.map(([label, value]) => `${escapeHtml(label)}: ${escapeHtml(value)}`).join('<br>')}</p>`,
      ...(message ? [`<p>${escapeHtml(message).replace(/\r?\n/g, '<br>')}</p>`] : []),
      `<p>Reply to this email to contact ${escapeHtml(form.name)}.</p>`,
      `<p><a href="${escapeHtml(link)}">All requests</a></p>`,
    ].join('\n'),
  };
}
