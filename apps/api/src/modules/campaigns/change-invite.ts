import { cancelInvite, previewInvite, restoreInvite, settleInvite } from '@troupe/contract/campaigns/invite';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { EXAMPLE_VALUES } from '../outreach/email-template/email-template.render.ts';
import { readEmailValues } from '../outreach/email-template/email-template-values.queries.ts';
import { cancelMail, settleMail, suppressedAmong, uncancelMail } from '../outreach/mail/mail.queries.ts';
import { readCampaignTitle } from './campaign/campaign.queries.ts';
import { restartFollowUps } from './follow-up/follow-up-change.queries.ts';
import { readInvite } from './invite/invite.queries.ts';
import { lockCampaignStatus, lockInvites, readInviteBasis } from './invite/invite-basis.queries.ts';
import { lockCancelled, lockInvite, markCancelled, unmarkCancelled } from './invite/invite-change.queries.ts';
import { inviteUrl, readInviteEmail } from './invite-creators.ts';

/** Registers calls on single invites: preview, cancel, restore, and settling those with unconfirmed delivery. */
export function changeInvite(api: Api): void {
  const now = () => api.clock.now().toISOString();

  async function changed(brandId: string, inviteId: string, work: (tx: Database) => Promise<void>) {
    await api.db.transaction(work);
    const invite = await readInvite(api.pool, brandId, inviteId, now());
    if (!invite) throw problem('not_found');
    return { success: true, invite };
  }

  async function held(tx: Database, brandId: string, inviteId: string) {
    const invite = await lockInvite(tx, brandId, inviteId);
    if (!invite) throw problem('not_found');
    return invite;
  }

  /** Applies the same checks as inviting to an email about to be sent. */
  async function assertMaySend(tx: Database, brandId: string, campaignId: string, toAddress: string) {
    if (!(await readInviteBasis(tx, brandId)).domain) throw problem('email_domain_required');
    if ((await lockCampaignStatus(tx, brandId, campaignId))?.status !== 'publish') {
      throw problem('invalid_transition', { message: 'The campaign is no longer open.' });
    }
    if ((await suppressedAmong(tx, brandId, [toAddress])).size > 0) {
      throw problem('invalid_transition', {
        message: 'This creator unsubscribed, or email to them bounced.',
      });
    }
  }

  api.implement(cancelInvite, async ({ brandId, params: { inviteId } }) =>
    changed(brandId, inviteId, async (tx) => {
      const { mailId } = await held(tx, brandId, inviteId);
      if (!(await cancelMail(tx, brandId, mailId))) {
        throw problem('invalid_transition', {
          message: "This invite has already been sent or is being sent. You can't cancel it.",
        });
      }
      await markCancelled(tx, brandId, inviteId, now());
    }),
  );

  api.implement(restoreInvite, async ({ brandId, params: { inviteId } }) =>
    changed(brandId, inviteId, async (tx) => {
      // Prevents a concurrent invite to the same creator.
      await lockInvites(tx, brandId);
      const cancelled = await lockCancelled(tx, brandId, inviteId);
      if (!cancelled) return;
      const { campaignId, mailId, toAddress, again } = cancelled;
      if (again) throw problem('already_invited');
      await assertMaySend(tx, brandId, campaignId, toAddress);
      await unmarkCancelled(tx, brandId, inviteId);
      await uncancelMail(tx, brandId, mailId, api.clock.now());
      await restartFollowUps(tx, brandId, inviteId, api.clock.now());
    }),
  );

  api.implement(settleInvite, async ({ brandId, params: { inviteId }, body }) =>
    changed(brandId, inviteId, async (tx) => {
      const { campaignId, mailId, mailStatus, toAddress } = await held(tx, brandId, inviteId);
      if (mailStatus === 'failed' && body.as === 'sent') {
        throw problem('invalid_transition', {
          message: "This email failed to send, so it can't be marked as sent. Try sending it again.",
        });
      }
      if (body.as === 'again') {
        // Closing a campaign cancels queued emails, but leaves unconfirmed ones for a person to settle here.
        await assertMaySend(tx, brandId, campaignId, toAddress);
      }
      await settleMail(tx, brandId, mailId, body.as, api.clock.now());
    }),
  );

  api.implement(previewInvite, async ({ brandId, body }) => {
    const [values, title] = await Promise.all([
      readEmailValues(api.db, brandId, body.socialProfileId),
      readCampaignTitle(api.db, brandId, body.campaignId),
    ]);
    if (!values || title === null) throw problem('not_found');
    const { template, fill } = await readInviteEmail(api.db, api.config, brandId, body);
    const email = fill({
      ...EXAMPLE_VALUES,
      ...values,
      'Campaign Name': title,
      link: `${inviteUrl(api.config)}/example`,
    });
    return {
      letter: body.templateId
        ? ('template' as const)
        : template
          ? ('campaign' as const)
          : ('standard' as const),
      label: template?.label ?? null,
      to: (body.socialProfileId && values.Email) || null,
      subject: email.subject,
      preview: email.html,
      text: email.plain,
    };
  });
}
