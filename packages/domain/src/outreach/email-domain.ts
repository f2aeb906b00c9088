import { z } from 'zod';
import { Id, Instant, text } from '../shape.ts';

/**
 * Where a domain or one of its records stands: looked for and not there yet, found as it should be, looked
 * for too long or found wrong, and verified once but wrong since.
 */
export const DomainStatus = z.enum(['pending', 'verified', 'failed', 'broken']);
export type DomainStatus = z.infer<typeof DomainStatus>;

/** A DNS record that the brand has to publish. `found` is what stood there at the last look. */
export const DomainRecord = z.object({
  purpose: z.enum(['spf', 'dkim', 'dmarc', 'return-path']),
  name: z.string(),
  type: z.enum(['TXT', 'CNAME', 'MX']),
  value: z.string(),
  priority: z.int().nullable(),
  status: DomainStatus,
  found: z.array(z.string()),
  /** What is wrong and what to do about it; null when nothing is. */
  problem: z.string().nullable(),
});
export type DomainRecord = z.infer<typeof DomainRecord>;

/** The domain a brand sends its mail from. `selector` names the DKIM key in use, `nextSelector` one being rotated in. */
export const EmailDomain = z.object({
  id: Id,
  domain: z.string(),
  fromName: z.string(),
  fromAddress: z.string(),
  status: DomainStatus,
  records: z.array(DomainRecord),
  selector: z.string(),
  nextSelector: z.string().nullable(),
  /** Most mails a day, and seconds between two of them. */
  dailyCap: z.int(),
  spacingSeconds: z.number(),
  checked: Instant.nullable(),
  verified: Instant.nullable(),
  created: Instant,
});
export type EmailDomain = z.infer<typeof EmailDomain>;

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** A domain name in lower case, as typed by people: with or without a leading `@`, no address around it. */
export const DomainName = z
  .string()
  .max(253)
  .transform((value) => value.trim().toLowerCase().replace(/^@/, '').replace(/\.$/, ''))
  .refine((value) => {
    const labels = value.split('.');
    return (
      labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
    );
  }, 'Please enter a domain such as mail.example.com');

/** What a person fills in to set the domain up. The address must lie in the domain. */
export const EmailDomainForm = z
  .object({
    domain: DomainName,
    fromName: text({ max: 120, required: 'Please enter a name' }).refine(
      (value) => !/[\r\n]/.test(value),
      'A name must be a single line',
    ),
    fromAddress: z.string().trim().toLowerCase().max(254).pipe(z.email('Please enter an email address')),
    dailyCap: z.int().min(1).max(100_000).default(500),
    spacingSeconds: z.number().min(0).max(3600).default(2),
  })
  // What is no address at all has its own text already.
  .refine(({ domain, fromAddress }) => !fromAddress.includes('@') || fromAddress.endsWith(`@${domain}`), {
    path: ['fromAddress'],
    message: 'The address must end in the domain above',
  });
export type EmailDomainForm = z.input<typeof EmailDomainForm>;

/** The text that asks for a domain before the first invite. */
export const NO_EMAIL_DOMAIN = 'Set up your email domain before you send invites.';
