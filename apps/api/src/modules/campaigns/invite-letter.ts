import { problem } from '@troupe/domain/problem';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import {
  compileLetter,
  type Letter,
  type LetterValues,
  STANDARD_LETTER,
} from '../outreach/email-template/email-template.letter.ts';
import { holdTemplate } from '../outreach/email-template/email-template-letter.queries.ts';

/** Where the personal links of invites lead, without their token. */
export const inviteAddress = (config: Config): string => `${config.PORTAL_ORIGIN.replace(/\/+$/, '')}/invite`;

/** The letter of an invite, ready to be filled, and where it comes from. */
export interface InviteLetter {
  /** Null for the product's own letter. */
  template: { id: string; label: string } | null;
  fill: (values: LetterValues) => Letter;
}

/**
 * The letter of an invite: the template chosen, else the campaign's standard, else the product's. The template stays
 * as it is until the transaction ends. Fails with `not_found` when the one chosen is not there any more.
 */
export async function inviteLetter(
  db: Database,
  config: Config,
  brandId: string,
  wish: { templateId: string | null; campaignId: string },
): Promise<InviteLetter> {
  const template = await holdTemplate(db, brandId, wish);
  if (template === 'missing') {
    throw problem('not_found', { message: 'This template is not there any more. Choose another one.' });
  }
  return { template, fill: compileLetter(template ?? STANDARD_LETTER, { linkBase: inviteAddress(config) }) };
}
