import { z } from 'zod';
import { emailAddress, Id, Instant } from '../shape.ts';
import { DomainHealthPeriod, DomainStop } from './domain-health.ts';

/** Who hosts a mailbox: any server with a password, or a vendor with OAuth. */
export const MailboxProvider = z.enum(['imap', 'google', 'microsoft']);
export type MailboxProvider = z.infer<typeof MailboxProvider>;

/** Vendors that are connected by OAuth. */
export const MailboxVendor = z.enum(['google', 'microsoft']);
export type MailboxVendor = z.infer<typeof MailboxVendor>;

/** How a mailbox is read and sent from: IMAP and SMTP, or the vendor's own API. */
export const MailboxAccess = z.enum(['imap', 'api']);
export type MailboxAccess = z.infer<typeof MailboxAccess>;

/** `attention`: it isn't read and nothing is sent until someone reconnects it. */
export const MailboxStatus = z.enum(['connected', 'attention']);
export type MailboxStatus = z.infer<typeof MailboxStatus>;

/** Why a mailbox can't be used. */
export const MailboxProblem = z.enum(['credentials', 'unreachable', 'private', 'encryption', 'server']);
export type MailboxProblem = z.infer<typeof MailboxProblem>;

/** What to tell people about a problem. */
export const MAILBOX_PROBLEM_TEXTS: Record<MailboxProblem, string> = {
  credentials: 'The mail server rejected the username or password.',
  unreachable: "We couldn't reach the mail server. Check the host and port.",
  private: "This server isn't on the public internet.",
  encryption: "We couldn't open an encrypted connection. Check the port and security.",
  server: 'The mail server returned an unexpected response. Try again later.',
};

/** How a connection is encrypted. `none` is for servers on this machine. */
export const MailSecurity = z.enum(['tls', 'starttls', 'none']);
export type MailSecurity = z.infer<typeof MailSecurity>;

const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9.:-]*[a-z0-9])?$/i;

/** An IMAP or SMTP server. */
export const MailServer = z.object({
  host: z
    .string()
    .trim()
    .min(1, 'Enter a host')
    .max(253, 'This host is too long')
    .regex(HOST, 'Enter a host name such as imap.example.com'),
  port: z
    .int('Enter a port')
    .min(1, 'Enter a port from 1 to 65535')
    .max(65_535, 'Enter a port from 1 to 65535'),
  security: MailSecurity,
});
export type MailServer = z.infer<typeof MailServer>;

const MIN_MAILBOX_CAP = 1;
const MAX_MAILBOX_CAP = 2000;
export const DEFAULT_MAILBOX_CAP = 100;
export const DEFAULT_MAILBOX_SPACING = 30;
/** Mailboxes of a brand at most. */
export const MAX_MAILBOXES = 20;

const address = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'This address is too long')
  .pipe(emailAddress('Enter an email address'));
const line = (max: number, message = `Use at most ${max} characters`) =>
  z
    .string()
    .trim()
    .max(max, message)
    .refine((text) => !/\p{Cc}/u.test(text), 'Remove line breaks');

/** A mailbox to connect with a password. */
export const MailboxForm = z.object({
  address,
  name: line(100).default(''),
  username: line(254, 'This username is too long').default(''),
  password: z.string().min(1, 'Enter a password').max(1000, 'This password is too long'),
  imap: MailServer,
  smtp: MailServer,
  shared: z.boolean().default(false),
});
export type MailboxForm = z.infer<typeof MailboxForm>;

/** Settings of a connected mailbox. Omitted ones stay. */
export const MailboxSettings = z.object({
  name: line(100).optional(),
  shared: z.boolean().optional(),
  isSender: z.boolean().optional(),
  dailyCap: z
    .int('Enter a whole number')
    .min(MIN_MAILBOX_CAP, 'Enter a whole number from 1 to 2,000')
    .max(MAX_MAILBOX_CAP, 'Enter a whole number from 1 to 2,000')
    .optional(),
  spacingSeconds: z
    .number('Enter a number')
    .min(1, 'Enter a number from 1 to 3,600')
    .max(3600, 'Enter a number from 1 to 3,600')
    .optional(),
});
export type MailboxSettings = z.infer<typeof MailboxSettings>;

/** A connected mailbox. Never contains credentials. */
export const Mailbox = z.object({
  id: Id,
  provider: MailboxProvider,
  address: z.string(),
  name: z.string(),
  shared: z.boolean(),
  isSender: z.boolean(),
  status: MailboxStatus,
  problem: MailboxProblem.nullable(),
  /** The member who connected it. */
  connectedBy: z.object({ id: Id, name: z.string() }),
  /** Whether the caller may change it: its member and owners may. */
  mine: z.boolean(),
  /** Its servers and username; null for vendors. */
  servers: z.object({ imap: MailServer, smtp: MailServer, username: z.string() }).nullable(),
  dailyCap: z.int(),
  spacingSeconds: z.number(),
  /** Emails to creators sent from it in 7 days, with bounces and spam complaints; null if it isn't the sender. */
  week: DomainHealthPeriod.omit({ days: true }).nullable(),
  /** Set while invites and follow-ups wait because too many emails bounced or were reported as spam. */
  stopped: DomainStop.nullable(),
  /** Emails added to conversations so far. */
  imported: z.int(),
  /** When it was last read completely; null during the first sync. */
  synced: Instant.nullable(),
  created: Instant,
});
export type Mailbox = z.infer<typeof Mailbox>;
