import * as calls from '@troupe/contract/outreach/email-template';
import { shortTemplate } from '@troupe/domain/outreach/email-template';
import { problem } from '@troupe/domain/problem';
import type { Api, Caller } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import { compileLetter, EXAMPLE_VALUES } from './email-template.letter.ts';
import {
  copyTemplate,
  insertTemplate,
  readTemplates,
  removeTemplate,
  restoreTemplate,
  type TemplateWriter,
  updateTemplate,
} from './email-template.queries.ts';
import { sanitiseTemplate } from './email-template.sanitise.ts';
import { readLetterValues } from './email-template-letter.queries.ts';

/** The body without what may not be kept; refused when too little of it is left. */
function clean(template: string): string {
  const body = sanitiseTemplate(template);
  const wrong = shortTemplate(body);
  if (wrong) throw problem('invalid', { message: wrong, fields: { template: wrong } });
  return body;
}

/** Facts about campaigns, which are a later module's. */
export interface TemplateCampaigns {
  /** Returns the title of a brand's campaign; null when it has none with this id. */
  titleOf(db: Database, brandId: string, campaignId: string): Promise<string | null>;
  /** Returns those of these campaigns that the brand does not have. */
  unknownAmong(db: Database, brandId: string, ids: readonly string[]): Promise<string[]>;
  /** Whether a scheduled invite uses the template. */
  needTemplate(tx: Database, brandId: string, templateId: string): Promise<boolean>;
}

/** Email templates of a brand. */
export function emailTemplateRoutes(api: Api, campaigns: TemplateCampaigns): void {
  const now = () => api.clock.now().toISOString();
  const linkBase = `${api.config.PORTAL_ORIGIN}/invite`;

  api.implement(calls.listMessageTemplates, async ({ brandId }) => ({
    messageTemplates: await readTemplates(api.db, brandId),
  }));

  api.implement(calls.previewEmailTemplate, async ({ brandId, body }) => {
    const { campaignId, socialProfileId } = body;
    const [values, title] = await Promise.all([
      readLetterValues(api.db, brandId, socialProfileId),
      campaignId === undefined
        ? EXAMPLE_VALUES['Campaign Name']
        : campaigns.titleOf(api.db, brandId, campaignId),
    ]);
    if (!values || title === null) throw problem('not_found');
    // A letter for a campaign is an invite, which always holds the personal link.
    const fill = compileLetter(
      { subject: body.subject ?? '', body: clean(body.template) },
      campaignId ? { linkBase } : {},
    );
    const letter = fill({
      ...EXAMPLE_VALUES,
      ...values,
      'Campaign Name': title,
      link: `${linkBase}/example`,
    });
    return { preview: letter.html, subject: letter.subject, text: letter.plain };
  });

  const writerOf = (brandId: string, { userId }: Caller, key: string | null): TemplateWriter => ({
    brandId,
    userId,
    now: now(),
    // A person's own: two people who use the same key do not meet.
    requestKey: key && `${userId}:${key}`,
  });

  api.implement(calls.saveEmailTemplate, async ({ brandId, caller, params, body, idempotencyKey }) => {
    const campaignIds = [...new Set((body.campaigns ?? []).map((id) => id.toLowerCase()))];
    if ((await campaigns.unknownAmong(api.db, brandId, campaignIds)).length > 0) {
      const message = 'Choose campaigns of this brand';
      throw problem('invalid', { message, fields: { campaigns: message } });
    }
    const values = {
      label: body.label.trim(),
      subject: body.subject.trim(),
      body: clean(body.template),
      campaignIds,
    };
    const writer = writerOf(brandId, caller, idempotencyKey);
    if (params.id === 'NEW') {
      const made = await insertTemplate(api.db, writer, values);
      if (!made) throw problem('not_found');
      return { success: true, emailTemplate: made };
    }
    const became = await updateTemplate(api.db, writer, params.id, values, body.version ?? null);
    if (!became) throw problem('not_found');
    if ('conflict' in became) {
      const { conflict: current } = became;
      throw problem('conflict', {
        message: `${current.updatedBy ?? 'Somebody'} changed this template at the same time. Nothing was saved.`,
        extra: { current },
      });
    }
    return { success: true, emailTemplate: became.saved };
  });

  api.implement(calls.duplicateEmailTemplate, async ({ brandId, caller, params, idempotencyKey }) => {
    const emailTemplate = await copyTemplate(api.db, writerOf(brandId, caller, idempotencyKey), params.id);
    if (!emailTemplate) throw problem('not_found');
    return { emailTemplate };
  });

  api.implement(calls.removeEmailTemplate, async ({ brandId, params }) => {
    const became = await removeTemplate(
      api.db,
      { brandId, id: params.id, now: now() },
      campaigns.needTemplate,
    );
    if (became === 'missing') throw problem('not_found');
    if (became === 'needed') {
      throw problem('in_use', {
        message:
          'A scheduled invite needs this template. Cancel that invite first, or wait until it has left.',
      });
    }
    return { success: true };
  });

  api.implement(calls.restoreEmailTemplate, async ({ brandId, params }) => {
    const emailTemplate = await restoreTemplate(api.db, brandId, params.id);
    if (!emailTemplate) throw problem('not_found');
    return { success: true, emailTemplate };
  });
}
