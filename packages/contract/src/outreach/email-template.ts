import {
  EmailTemplate,
  EmailTemplateForm,
  TemplateBody,
  TemplateSubject,
} from '@troupe/domain/outreach/email-template';
import { Id, Version } from '@troupe/domain/shape';
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
  summary:
    "Lists the brand's email templates, most recently updated first. `listFields` has the custom fields of the brand's lists as variables, such as `Field: Shirt size`.",
  params,
  output: z.object({ messageTemplates: z.array(EmailTemplate), listFields: z.array(z.string()) }),
});

export const saveEmailTemplate = defineCall({
  name: 'saveEmailTemplate',
  noun: 'email-template',
  method: 'POST',
  path: '/brand/:brandId/emailTemplate/:id',
  access: 'brand',
  summary:
    'Creates or updates an email template. Use `NEW` as the ID to create one. The body is sanitized, and unknown variables are rejected by name. If `version` is outdated, nothing is saved: the call fails with `conflict` and returns the saved template in `current`.',
  params: params.extend({ id: z.union([Id, z.literal('NEW')]) }),
  body: EmailTemplateForm.extend({ version: Version.optional() }),
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
    'Previews an email template. The body is sanitized and its variables are filled with data from the given creator and campaign, or with sample data.',
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
  summary: 'Duplicates an email template.',
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
  summary: 'Deletes an email template. Fails while a scheduled invite uses it.',
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
  summary: 'Restores a deleted email template.',
  params: one,
  output: z.object({ success: z.boolean(), emailTemplate: EmailTemplate }),
  problems: ['not_found'],
});
