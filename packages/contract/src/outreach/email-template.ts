import {
  EmailTemplate,
  EmailTemplateForm,
  TemplateBody,
  TemplateSubject,
} from '@troupe/domain/outreach/email-template';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const one = params.extend({ id: Id });

export const listMessageTemplates = defineCall({
  name: 'listMessageTemplates',
  noun: 'email-template',
  method: 'GET',
  path: '/brand/:brandId/message-templates',
  access: 'brand',
  summary: 'The email templates of a brand, last changed first.',
  params,
  output: z.object({ messageTemplates: z.array(EmailTemplate) }),
});

export const saveEmailTemplate = defineCall({
  name: 'saveEmailTemplate',
  noun: 'email-template',
  method: 'POST',
  path: '/brand/:brandId/emailTemplate/:id',
  access: 'brand',
  summary:
    'Saves an email template; `NEW` instead of an id makes one. The body is sanitised; unknown variables are refused by name. With `version`, the one its author saw, a template that someone changed since is left as it is: the answer is `conflict`, and `current` is what stands there.',
  params: params.extend({ id: z.union([Id, z.literal('NEW')]) }),
  body: EmailTemplateForm.extend({ version: z.int().min(1).optional() }),
  bodyLimit: 2048 * 1024,
  output: z.object({ success: z.boolean(), emailTemplate: EmailTemplate }),
  problems: ['not_found', 'conflict'],
});

export const previewEmailTemplate = defineCall({
  name: 'previewEmailTemplate',
  noun: 'email-template',
  method: 'POST',
  path: '/brand/:brandId/emailTemplate/NEW/preview',
  access: 'brand',
  audit: false,
  summary:
    'Shows a body as it would arrive, sanitised and with its variables filled: from the creator and campaign named, else from examples.',
  params,
  body: z.object({
    template: TemplateBody,
    subject: TemplateSubject.optional(),
    socialProfileId: Id.optional(),
    campaignId: Id.optional(),
  }),
  bodyLimit: 2048 * 1024,
  output: z.object({ preview: z.string(), subject: z.string(), text: z.string() }),
  problems: ['not_found'],
  messageField: 'error',
});

export const duplicateEmailTemplate = defineCall({
  name: 'duplicateEmailTemplate',
  noun: 'email-template',
  method: 'POST',
  path: '/brand/:brandId/emailTemplate/:id/duplicate',
  access: 'brand',
  summary: 'Makes a copy of a template.',
  params: one,
  output: z.object({ emailTemplate: EmailTemplate }),
  problems: ['not_found'],
});

export const removeEmailTemplate = defineCall({
  name: 'removeEmailTemplate',
  noun: 'email-template',
  method: 'DELETE',
  path: '/brand/:brandId/emailTemplate/:id',
  access: 'brand',
  summary: 'Removes a template; refused while a scheduled invite needs it.',
  params: one,
  output: z.object({ success: z.boolean() }),
  problems: ['not_found', 'in_use'],
});

export const restoreEmailTemplate = defineCall({
  name: 'restoreEmailTemplate',
  noun: 'email-template',
  method: 'POST',
  path: '/brand/:brandId/emailTemplate/:id/restore',
  access: 'brand',
  summary: 'Brings a removed template back.',
  params: one,
  output: z.object({ success: z.boolean(), emailTemplate: EmailTemplate }),
  problems: ['not_found'],
});
