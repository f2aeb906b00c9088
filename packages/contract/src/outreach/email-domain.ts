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
  summary: 'The domain a brand sends from, its DNS records and where they stand. Null before it is set up.',
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
    'Sets the domain up, or changes its sender and pace. Another domain starts over with a key of its own.',
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
  summary: 'Stops sending from the domain and forgets its key.',
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
  summary: 'Looks the records up in DNS now.',
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
    'Makes a new DKIM key under a new selector. Signing changes over once its record is verified; the old one stays for a week.',
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
  summary: 'Sends a mail from the domain to the signed-in person.',
  params,
  output: z.object({ success: z.boolean(), to: z.string() }),
  problems: ['email_domain_required', 'unavailable', 'suppressed'],
});
