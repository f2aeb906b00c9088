import {
  Mailbox,
  MailboxForm,
  MailboxProblem,
  MailboxSettings,
  MailboxVendor,
} from '@troupe/domain/outreach/mailbox';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const one = params.extend({ mailboxId: Id });
const output = z.object({ mailbox: Mailbox });
/** A parameter of a return URL. */
const fromVendor = z
  .string()
  .max(4000)
  .regex(/^[!-~]+$/, 'Start again');

export const listMailboxes = defineCall({
  name: 'listMailboxes',
  noun: 'mailbox',
  method: 'GET',
  path: '/brand/:brandId/mailboxes',
  access: 'brand',
  summary:
    "Lists the brand's connected mailboxes and the vendors that can be connected through OAuth. Passwords and tokens are never returned.",
  params,
  output: z.object({
    mailboxes: z.array(Mailbox),
    /** Vendors whose OAuth app is configured. */
    vendors: z.array(MailboxVendor),
  }),
});

export const connectMailbox = defineCall({
  name: 'connectMailbox',
  noun: 'mailbox',
  method: 'POST',
  path: '/brand/:brandId/mailboxes',
  access: 'brand',
  summary:
    'Connects a mailbox over IMAP and SMTP with a password, after logging in to both. Connecting the same address again replaces its settings and password. Emails exchanged with creators the brand has saved, invited or talked to are added to their conversations; other emails are never stored.',
  params,
  body: MailboxForm,
  output,
  problems: ['too_many', 'forbidden'],
  peopleOnly: true,
});

export const startMailboxConsent = defineCall({
  name: 'startMailboxConsent',
  noun: 'mailbox',
  method: 'POST',
  path: '/brand/:brandId/mailboxes/consent',
  access: 'brand',
  summary: "Returns the URL of the vendor's page where the logged-in user allows access to their mailbox.",
  params,
  body: z.object({ vendor: MailboxVendor, shared: z.boolean().default(false) }),
  output: z.object({ url: z.url() }),
  problems: ['unavailable'],
  peopleOnly: true,
  audit: false,
});

export const connectVendorMailbox = defineCall({
  name: 'connectVendorMailbox',
  noun: 'mailbox',
  method: 'POST',
  path: '/brand/:brandId/mailboxes/consented',
  access: 'brand',
  audit: 'Connected mailbox',
  summary:
    "Connects the mailbox that the user allowed access to on the vendor's page. `code` and `state` are the parameters that the vendor added to the return URL.",
  params,
  body: z.object({ code: fromVendor, state: fromVendor }),
  output,
  problems: ['too_many', 'forbidden', 'conflict', 'unavailable'],
  peopleOnly: true,
});

export const updateMailbox = defineCall({
  name: 'updateMailbox',
  noun: 'mailbox',
  method: 'PUT',
  path: '/brand/:brandId/mailboxes/:mailboxId',
  access: 'brand',
  summary:
    "Updates the name, sharing and limits of a mailbox, and whether invites, follow-ups and emails to creators are sent from it. A brand has one sender: choosing a mailbox replaces the previous one. Available to the member who connected the mailbox and to owners; a mailbox that isn't shared can be chosen as the sender only by the member who connected it.",
  params: one,
  body: MailboxSettings,
  output,
  problems: ['not_found', 'forbidden', 'invalid_transition'],
  peopleOnly: true,
});

export const testMailbox = defineCall({
  name: 'testMailbox',
  noun: 'mailbox',
  method: 'POST',
  path: '/brand/:brandId/mailboxes/:mailboxId/test',
  access: 'brand',
  summary:
    'Logs in to both servers of a mailbox and reports problems. A mailbox that needed attention is reconnected if both logins succeed.',
  params: one,
  output: z.object({
    mailbox: Mailbox,
    imap: MailboxProblem.nullable(),
    smtp: MailboxProblem.nullable(),
  }),
  problems: ['not_found', 'forbidden'],
  peopleOnly: true,
  audit: false,
});

export const disconnectMailbox = defineCall({
  name: 'disconnectMailbox',
  noun: 'mailbox',
  method: 'DELETE',
  path: '/brand/:brandId/mailboxes/:mailboxId',
  access: 'brand',
  summary:
    'Disconnects a mailbox and deletes its password or tokens. Emails already in conversations are kept.',
  params: one,
  output: z.object({ success: z.literal(true) }),
  problems: ['not_found', 'forbidden'],
  peopleOnly: true,
});
