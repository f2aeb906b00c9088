import { useQueryClient } from '@tanstack/react-query';
import { createCampaign } from '@troupe/contract/campaigns/campaign';
import type { CampaignDetails } from '@troupe/domain/campaigns/campaign';
import { BUILDER_STEPS } from '@troupe/domain/campaigns/campaign-brief';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { TextField } from '@troupe/ui/field/field';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { useRef, useState } from 'react';
import { brandOptions, useBrandId } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { keepDraft, useDraft } from '../../../../shared/draft.ts';
import { DocumentTitle, SheetHead } from '../../../../shared/screen/screen.tsx';
import { editOf, textToKeep, typeInto } from '../brief/brief-edit.ts';
import { slugOf } from '../campaign-fields.ts';
import { campaignOptions } from '../campaign-queries.ts';
import { stepName } from './builder-nav.tsx';
import './campaign-builder.css';
import { t } from '../../messages/messages.gen.ts';

/** Creates a campaign as soon as its title is typed. */
export function NewCampaign({ onCreated }: { onCreated: (campaignId: string) => void }) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const draft = useDraft(`new-campaign.${brandId}`, '');
  // The draft is discarded once the campaign exists; the field keeps its text.
  const [shown, setShown] = useState(draft.text);
  const typed = useRef(shown);
  const [error, setError] = useState<unknown>(null);
  const created = useRef<CampaignDetails | null>(null);
  const busy = useRef(false);

  /** Keeps a title typed since the campaign was created as a change of its brief that isn't saved yet. */
  const keepTitle = ({ id, brief, version }: CampaignDetails) => {
    const title = typed.current;
    const edit = editOf(brief, version, { typed: {}, from: {} });
    keepDraft(`campaign.${id}.brief`, textToKeep(typeInto(edit, { title, slug: slugOf(title) })), '');
  };

  const start = async () => {
    if (busy.current || created.current || typed.current.trim() === '') return;
    busy.current = true;
    setError(null);
    try {
      const campaign = await client.call(
        createCampaign,
        { params: { brandId }, body: { title: typed.current } },
        { idempotencyKey: crypto.randomUUID() },
      );
      created.current = campaign;
      draft.discard();
      if (typed.current !== campaign.brief.title) keepTitle(campaign);
      queryClient.setQueryData(campaignOptions(campaign.id).queryKey, campaign);
      // The brand-access check knows the campaigns of the brand by this list.
      queryClient.setQueryData(
        brandOptions(brandId).queryKey,
        (brand) =>
          brand && {
            ...brand,
            campaigns: [
              ...brand.campaigns.filter(({ id }) => id !== campaign.id),
              { id: campaign.id, title: campaign.title, status: campaign.status, unreadMessageCount: 0 },
            ],
          },
      );
      void queryClient.invalidateQueries({ queryKey: ['campaign', 'listCampaigns'] });
      onCreated(campaign.id);
    } catch (failure) {
      setError(failure);
    } finally {
      busy.current = false;
    }
  };

  const change = (title: string) => {
    typed.current = title;
    setShown(title);
    if (created.current) return keepTitle(created.current);
    draft.change(title);
    void start();
  };

  return (
    <>
      <SheetHead>
        <DocumentTitle>{t('campaigns.new')}</DocumentTitle>
        <PageHeader
          crumbs={[{ label: t('campaigns.title'), href: '/campaigns' }]}
          title={t('campaigns.new')}
        />
      </SheetHead>
      <div className="t-page builder" data-step="new">
        <div className="builder-nav">
          <ol aria-label={t('builder.steps')}>
            {BUILDER_STEPS.map((step, index) => (
              <li key={step} className="builder-nav-step" aria-current={index === 0 ? 'step' : undefined}>
                <span className="builder-nav-mark" aria-hidden="true">
                  {index + 1}
                </span>
                <span className="t-grow">{stepName(step)}</span>
              </li>
            ))}
          </ol>
        </div>
        <section className="builder-form" aria-labelledby="builder-step">
          <h2 id="builder-step" className="t-16">
            {stepName('basics')}
          </h2>
          {error !== null && (
            <ErrorState
              title={t('builder.createFailed')}
              text={errorText(error)}
              onRetry={() => void start()}
            />
          )}
          <TextField
            label={t('field.title')}
            size="form"
            maxLength={160}
            autoFocus
            help={t('builder.titleHelp')}
            value={shown}
            onChange={(event) => change(event.target.value)}
          />
        </section>
      </div>
    </>
  );
}
