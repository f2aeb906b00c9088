import { z } from 'zod';
import { emailAddress, Id, Instant, text } from '../shape.ts';
import { t } from './messages/messages.gen.ts';

/**
 * Status of a domain or DNS record: `pending` (not found yet), `verified`, `failed` (wrong or not
 * found for too long), `broken` (verified before, wrong now).
 */
export const DomainStatus = z.enum(['pending', 'verified', 'failed', 'broken']);
export type DomainStatus = z.infer<typeof DomainStatus>;

/** A DNS record the brand must publish. `found` is its value at the last check. */
export const DomainRecord = z.object({
  purpose: z.enum(['spf', 'dkim', 'dmarc', 'return-path']),
  name: z.string(),
  type: z.enum(['TXT', 'CNAME', 'MX']),
  value: z.string(),
  priority: z.int().nullable(),
  status: DomainStatus,
  found: z.array(z.string()),
  /** What is wrong and how to fix it; null if nothing is. */
  problem: z.string().nullable(),
});
export type DomainRecord = z.infer<typeof DomainRecord>;

/**
 * A brand's sending domain. `selector` names the current DKIM key, `nextSelector` the one being
 * rotated in.
 */
export const EmailDomain = z.object({
  id: Id,
  domain: z.string(),
  fromName: z.string(),
  fromAddress: z.string(),
  status: DomainStatus,
  records: z.array(DomainRecord),
  selector: z.string(),
  nextSelector: z.string().nullable(),
  /** Daily sending limit, and seconds between two emails. */
  dailyCap: z.int(),
  spacingSeconds: z.number(),
  checked: Instant.nullable(),
  verified: Instant.nullable(),
  created: Instant,
});
export type EmailDomain = z.infer<typeof EmailDomain>;

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** A domain name in lowercase, entered with or without a leading `@`. */
export const DomainName = z
  .string()
  .max(253)
  .transform((value) => value.trim().toLowerCase().replace(/^@/, '').replace(/\.$/, ''))
  .refine(
    (value) => {
      const labels = value.split('.');
      return (
        labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
      );
    },
    { error: () => t('domain.invalid') },
  );

/** Input for setting up a domain. The address must be in the domain. */
export const EmailDomainForm = z
  .object({
    domain: DomainName,
    fromName: text({ max: 120, required: () => t('domain.nameMissing') }).refine(
      (value) => !/[\r\n]/.test(value),
      { error: () => t('domain.nameSingleLine') },
    ),
    fromAddress: z
      .string()
      .trim()
      .toLowerCase()
      .max(254)
      .pipe(emailAddress(() => t('domain.emailInvalid'))),
    dailyCap: z.int().min(1).max(100_000).default(500),
    spacingSeconds: z.number().min(0).max(3600).default(2),
  })
  // Invalid addresses already have their own message.
  .refine(({ domain, fromAddress }) => !fromAddress.includes('@') || fromAddress.endsWith(`@${domain}`), {
    path: ['fromAddress'],
    error: () => t('domain.otherDomain'),
  });
export type EmailDomainForm = z.input<typeof EmailDomainForm>;

/** Shown before the first invite if there is no domain. */
export const NO_EMAIL_DOMAIN = 'Set up your email domain or connect a mailbox before you send invites.';
