import { DomainHealth } from '@troupe/domain/outreach/domain-health';
import { EmailDomain, EmailDomainForm } from '@troupe/domain/outreach/email-domain';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const output = z.object({ emailDomain: EmailDomain.nullable(), emailConfigured: z.boolean() });

export const getEmailDomain = defineCall({
  name: 'getEmailDomain',
  noun: 'email-domain',
  method: 'GET',
  path: '/brand/:brandId/email-domain',
  access: 'brand',
  summary:
    "Retrieves the brand's email domain with its DNS records and their status. Null if no domain is set up.",
  params,
  output,
});

export const saveEmailDomain = defineCall({
  name: 'saveEmailDomain',
  noun: 'email-domain',
  method: 'POST',
  path: '/brand/:brandId/email-domain',
  access: 'owner',
  summary:
    "Sets up the brand's email domain, or updates its sender and sending limit. Changing the domain restarts verification with a new key.",
  params,
  body: EmailDomainForm,
  output,
});

export const removeEmailDomain = defineCall({
  name: 'removeEmailDomain',
  noun: 'email-domain',
  method: 'DELETE',
  path: '/brand/:brandId/email-domain',
  access: 'owner',
  summary: 'Stops sending from the domain and deletes its DKIM key.',
  params,
  output,
  problems: ['not_found'],
});

export const verifyEmailDomain = defineCall({
  name: 'verifyEmailDomain',
  noun: 'email-domain',
  method: 'POST',
  path: '/brand/:brandId/email-domain/verify',
  access: 'owner',
  summary: "Checks the domain's DNS records now.",
  params,
  output,
  problems: ['not_found', 'unavailable'],
});

export const rotateEmailDomainKey = defineCall({
  name: 'rotateEmailDomainKey',
  noun: 'email-domain',
  method: 'POST',
  path: '/brand/:brandId/email-domain/rotate',
  access: 'owner',
  summary:
    'Creates a new DKIM key with a new selector. The new key is used once its DNS record is verified; the old key stays valid for a week.',
  params,
  output,
  problems: ['not_found', 'invalid_transition'],
});

export const sendTestMail = defineCall({
  name: 'sendTestMail',
  noun: 'email-domain',
  method: 'POST',
  path: '/brand/:brandId/email-domain/test-mail',
  access: 'owner',
  audit: 'Sent test email',
  summary:
    "Sends a test email from the domain to the logged-in user and to the brand's connected mailboxes (up to 10), up to 5 times a day. The mailboxes are searched for it: `placement` of `getDomainHealth` says whether it landed in the inbox or in spam. While the brand sends from a mailbox, only the user gets the email, and placement isn't tested.",
  params,
  output: z.object({
    success: z.boolean(),
    to: z.string(),
    /** How many connected mailboxes are searched for it. */
    mailboxes: z.int(),
  }),
  problems: ['email_domain_required', 'unavailable', 'suppressed', 'rate_limited'],
});

export const getDomainHealth = defineCall({
  name: 'getDomainHealth',
  noun: 'email-domain',
  method: 'GET',
  path: '/brand/:brandId/email-domain/health',
  access: 'brand',
  summary:
    "Retrieves how many emails to creators bounced or were reported as spam, over 7 and 30 days. Counts come from SMTP responses, bounce messages and feedback reports about emails that this brand sent from its current domain. `placement` says where the latest test emails landed in the brand's connected mailboxes. `stopped` is set while invites and follow-ups are paused because a limit was reached. Null if no domain is set up.",
  params,
  output: z.object({ health: DomainHealth.nullable() }),
});

export const resumeOutreach = defineCall({
  name: 'resumeOutreach',
  noun: 'email-domain',
  method: 'POST',
  path: '/brand/:brandId/email-domain/resume',
  access: 'owner',
  effect: 'Sends queued invites and follow-ups.',
  summary:
    'Resumes invites and follow-ups that were paused because of bounces, complaints or test emails in spam. Earlier bounces, complaints and tests no longer count toward the limits.',
  params,
  output: z.object({ health: DomainHealth.nullable() }),
  problems: ['invalid_transition'],
  audit: 'Resumed outreach',
});
