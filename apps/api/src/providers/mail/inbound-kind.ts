import type { DeliveryReport, InboundKind } from '../../platform/incoming/mail-receiving.ts';

/** Properties of an incoming email. */
export interface InboundSigns {
  /** Envelope sender; empty for reports. */
  sender: string;
  from: string;
  subject: string;
  /** Returns the first value of a header by lowercase name, or null. */
  header(name: string): string | null;
  /** Lowercase content types of the non-text parts. */
  parts: readonly string[];
}

const MACHINES = /^(?:mailer-daemon|postmaster|mail-?daemon)(?:@|$)/i;
const AWAY =
  /^\s*(?:auto(?:matic|mated)?[\s-]?(?:reply|response|antwort)|out of (?:the )?office|autosvar|automatische antwort|abwesenheit|réponse automatique|respuesta automática|resposta automática|risposta automatica|automatisch antwoord|odpowiedź automatyczna|автоответ|自动回复|自動返信)/iu;

/**
 * Classifies an email by RFC 3464, 5965 and 3834, then by conventions of programs that follow none
 * of them.
 */
export function inboundKind({ sender, from, subject, header, parts }: InboundSigns): InboundKind {
  const type = (header('content-type') ?? '').toLowerCase();
  if (/report-type\s*=\s*"?feedback-report/.test(type) || parts.includes('message/feedback-report'))
    return 'complaint';
  if (/report-type\s*=\s*"?delivery-status/.test(type) || parts.includes('message/delivery-status'))
    return 'bounce';
  if (MACHINES.test(from)) return 'bounce';
  const submitted = (header('auto-submitted') ?? 'no').trim().toLowerCase();
  if (!/^no\b/.test(submitted)) return 'auto-reply';
  const precedence = (header('precedence') ?? '').trim().toLowerCase();
  if (['bulk', 'auto_reply', 'junk', 'list'].includes(precedence)) return 'auto-reply';
  if (header('x-autoreply') || header('x-autorespond') || sender === '') return 'auto-reply';
  return AWAY.test(subject) ? 'auto-reply' : 'reply';
}

/** Parses a `message/delivery-status` part (RFC 3464); null if it names no recipient. */
export function readDeliveryReport(text: string): DeliveryReport | null {
  const unfolded = text
    .slice(0, 100_000)
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]+/g, ' ');
  for (const block of unfolded.split(/\n\s*\n/)) {
    const field = (name: string) =>
      new RegExp(`^${name}[ \\t]*:[ \\t]*(.*)$`, 'im').exec(block)?.[1]?.trim() ?? '';
    const action = field('Action').toLowerCase();
    if (!action) continue;
    const diagnostic = field('Diagnostic-Code').replace(/^smtp\s*;\s*/i, '');
    const status = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(`${field('Status')} ${diagnostic}`)?.[1] ?? '';
    return {
      failed: action === 'failed',
      status,
      reason: (diagnostic || status || 'No reason was given.').slice(0, 500),
    };
  }
  return null;
}
