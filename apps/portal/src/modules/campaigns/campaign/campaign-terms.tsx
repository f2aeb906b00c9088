import { usageRightsText } from '@troupe/domain/billing/usage-rights-text';
import { deliverablesLabel } from '@troupe/domain/campaigns/content-kind-name';
import { Button } from '@troupe/ui/action/button';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { type OpenCampaign, offerText, whenText } from '../../../shared/campaign-words.ts';
import { t } from '../messages/messages.gen.ts';

/** The terms of a campaign, opened from the words that accept them. */
export function CampaignTerms({ campaign: { brief, brand } }: { campaign: OpenCampaign }) {
  const [open, setOpen] = useState(false);
  const terms = [
    [t('brief.youMake'), deliverablesLabel(brief.deliverables)],
    [t('terms.youGet'), offerText(brief)],
    [t('brief.when'), whenText(brief)],
    [t('brief.label'), brief.disclosure],
    [t('terms.mayUse', { brand: brand.name }), brief.usageRights && usageRightsText(brief.usageRights)],
  ].filter(([, text]) => text);
  return (
    <>
      <button type="button" className="t-link campaign-terms" onClick={() => setOpen(true)}>
        {t('terms.read')}
      </button>
      <Dialog
        open={open}
        title={t('terms.title')}
        onClose={() => setOpen(false)}
        actions={
          <Button kind="main" onClick={() => setOpen(false)}>
            {t('action.close')}
          </Button>
        }
      >
        <dl className="campaign-terms-list">
          {terms.map(([name, text]) => (
            <div key={name}>
              <dt className="t-12 t-ink2">{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <p className="t-ink2">{t('terms.note', { brand: brand.name })}</p>
      </Dialog>
    </>
  );
}
