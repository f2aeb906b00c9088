import * as calls from '@troupe/contract/outreach/email-template';
import {
  fieldVariable,
  sampleFields,
  templateTextError,
  variableOfField,
} from '@troupe/domain/outreach/email-template';
import { problem } from '@troupe/domain/problem';
import type { Api, CallContext, Caller } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import {
  copyTemplate,
  insertTemplate,
  readListFieldNames,
  readTemplates,
  removeTemplate,
  restoreTemplate,
  type TemplateWriter,
  updateTemplate,
} from './email-template.queries.ts';
import { compileEmail, EXAMPLE_VALUES } from './email-template.render.ts';
import { sanitizeTemplate } from './email-template.sanitize.ts';
import { readEmailValues } from './email-template-values.queries.ts';

/** Sanitizes the body; throws when too little remains. */
function clean(template: string): string {
  const body = sanitizeTemplate(template);
  const wrong = templateTextError(body);
  if (wrong) throw problem('invalid', { message: wrong, fields: { template: wrong } });
  return body;
}

/** Campaign facts, provided by a later module. */
export interface TemplateCampaigns {
  /** Returns a campaign's title; null if the brand has no such campaign. */
  titleOf(db: Database, brandId: string, campaignId: string): Promise<string | null>;
  /** Returns which of these campaigns the brand doesn't have. */
  unknownAmong(db: Database, brandId: string, ids: readonly string[]): Promise<string[]>;
  /** Returns whether a scheduled invite uses the template. */
  needTemplate(tx: Database, brandId: string, templateId: string): Promise<boolean>;
}

/** Registers the calls for email templates. */
export function emailTemplateRoutes(api: Api, campaigns: TemplateCampaigns): void {
  const { implement } = api;
  implement(calls.listMessageTemplates, (context) => listTemplates(api, context));
  implement(calls.previewEmailTemplate, (context) => previewTemplate(api, campaigns, context));
  implement(calls.saveEmailTemplate, (context) => saveTemplate(api, campaigns, context));
  implement(calls.duplicateEmailTemplate, (context) => duplicateTemplate(api, context));
  implement(calls.removeEmailTemplate, (context) => archiveTemplate(api, campaigns, context));
  implement(calls.restoreEmailTemplate, (context) => restore(api, context));
}

const now = (api: Api): string => api.clock.now().toISOString();

const writerOf = (
  api: Api,
  { brandId, caller, idempotencyKey }: { brandId: string; caller: Caller; idempotencyKey: string | null },
): TemplateWriter => ({
  brandId,
  userId: caller.userId,
  now: now(api),
  // Scope the key to the user: two people may use the same key.
  requestKey: idempotencyKey && `${caller.userId}:${idempotencyKey}`,
});

async function listTemplates({ db }: Api, { brandId }: CallContext<typeof calls.listMessageTemplates>) {
  const [messageTemplates, names] = await Promise.all([
    readTemplates(db, brandId),
    readListFieldNames(db, brandId),
  ]);
  const known = new Map(names.map((name) => [fieldVariable(name), variableOfField(name)]));
  return { messageTemplates, listFields: [...known.values()].filter((name) => name !== null) };
}

async function previewTemplate(
  api: Api,
  campaigns: TemplateCampaigns,
  { brandId, body }: CallContext<typeof calls.previewEmailTemplate>,
) {
  const { campaignId, socialProfileId } = body;
  const linkBase = `${api.config.PORTAL_ORIGIN}/invite`;
  const [values, title] = await Promise.all([
    readEmailValues(api.db, brandId, socialProfileId),
    campaignId === undefined
      ? EXAMPLE_VALUES['Campaign Name']
      : campaigns.titleOf(api.db, brandId, campaignId),
  ]);
  if (!values || title === null) throw problem('not_found');
  // Campaign emails are invites, which always contain the personal link.
  const fill = compileEmail(
    { subject: body.subject ?? '', body: clean(body.template) },
    campaignId ? { linkBase } : {},
  );
  const email = fill({
    ...EXAMPLE_VALUES,
    ...sampleFields(`${body.subject ?? ''} ${body.template}`),
    ...values,
    'Campaign Name': title,
    link: `${linkBase}/example`,
  });
  return { preview: email.html, subject: email.subject, text: email.plain };
}

async function saveTemplate(
  api: Api,
  campaigns: TemplateCampaigns,
  context: CallContext<typeof calls.saveEmailTemplate>,
) {
  const { brandId, params, body } = context;
  const campaignIds = [...new Set((body.campaigns ?? []).map((id) => id.toLowerCase()))];
  if ((await campaigns.unknownAmong(api.db, brandId, campaignIds)).length > 0) {
    const message = 'Choose campaigns from this brand';
    throw problem('invalid', { message, fields: { campaigns: message } });
  }
  const values = {
    label: body.label.trim(),
    subject: body.subject.trim(),
    body: clean(body.template),
    campaignIds,
  };
  const writer = writerOf(api, context);
  if (params.id === 'NEW') {
    const emailTemplate = await insertTemplate(api.db, writer, values);
    if (!emailTemplate) throw problem('not_found');
    return { success: true, emailTemplate };
  }
  const result = await updateTemplate(api.db, writer, params.id, values, body.version ?? null);
  if (!result) throw problem('not_found');
  if ('conflict' in result) {
    const { conflict: current } = result;
    throw problem('conflict', {
      message: `${current.updatedBy ?? 'Someone else'} changed this template while you were editing. Your changes weren't saved.`,
      extra: { current },
    });
  }
  return { success: true, emailTemplate: result.saved };
}

async function duplicateTemplate(api: Api, context: CallContext<typeof calls.duplicateEmailTemplate>) {
  const emailTemplate = await copyTemplate(api.db, writerOf(api, context), context.params.id);
  if (!emailTemplate) throw problem('not_found');
  return { emailTemplate };
}

async function archiveTemplate(
  api: Api,
  campaigns: TemplateCampaigns,
  { brandId, params }: CallContext<typeof calls.removeEmailTemplate>,
) {
  const result = await removeTemplate(
    api.db,
    { brandId, id: params.id, now: now(api) },
    campaigns.needTemplate,
  );
  if (result === 'missing') throw problem('not_found');
  if (result === 'needed') {
    throw problem('in_use', {
      message: "A scheduled invite needs this template. Cancel that invite first, or wait until it's sent.",
    });
  }
  return { success: true };
}

async function restore(api: Api, { brandId, params }: CallContext<typeof calls.restoreEmailTemplate>) {
  const emailTemplate = await restoreTemplate(api.db, brandId, params.id);
  if (!emailTemplate) throw problem('not_found');
  return { success: true, emailTemplate };
}
