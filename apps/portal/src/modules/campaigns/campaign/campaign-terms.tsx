import { usageRightsText } from '@troupe/domain/billing/usage-rights-text';
import { deliverablesLabel } from '@troupe/domain/campaigns/content-kind-name';
import { Button } from '@troupe/ui/action/button';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { type OpenCampaign, offerText, whenText } from '../../../shared/campaign-words.ts';

/** The terms of a campaign, opened from the words that accept them. */
export function CampaignTerms({ campaign: { brief, brand } }: { campaign: OpenCampaign }) {
  const [open, setOpen] = useState(false);
  const terms = [
    ['You make', deliverablesLabel(brief.deliverables)],
    ['You get', offerText(brief)],
    ['When', whenText(brief)],
    ['Label as advertising', brief.disclosure],
    [`${brand.name} may use it`, brief.usageRights && usageRightsText(brief.usageRights)],
  ].filter(([, text]) => text);
  return (
    <>
      <button type="button" className="t-link campaign-terms" onClick={() => setOpen(true)}>
        Read the campaign terms
      </button>
      <Dialog
        open={open}
        title="Campaign terms"
        onClose={() => setOpen(false)}
        actions={
          <Button kind="main" onClick={() => setOpen(false)}>
            Close
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
        <p className="t-ink2">
          The fee you name is an offer. It is agreed once {brand.name} approves you. If they propose other
          terms, nothing is agreed until you accept them. We record when you accept these terms.
        </p>
      </Dialog>
    </>
  );
}
