import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { uploadCampaignCover } from '@troupe/contract/campaigns/campaign';
import type { CampaignDetails } from '@troupe/domain/campaigns/campaign';
import { BUILDER_STEPS, type BuilderStep } from '@troupe/domain/campaigns/campaign-brief';
import { acceptList } from '@troupe/domain/file-type';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SavingState } from '@troupe/ui/field/saving-state';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { brandOptions, useBrandId } from '../../../../shared/brand/current-brand.ts';
import { useDraft } from '../../../../shared/draft.ts';
import { PictureChoice } from '../../../../shared/picture-choice.tsx';
import { DocumentTitle, GenericError, PageLoading, SheetHead } from '../../../../shared/screen/screen.tsx';
import type { BriefField } from '../brief/brief-edit.ts';
import { FieldContext, useEditor } from '../brief/brief-field.tsx';
import { BriefPreview } from '../brief/brief-preview.tsx';
import { type BriefEditor, useBrief } from '../brief/use-brief.ts';
import { statusLook, titleOf } from '../campaign-fields.ts';
import { fieldName, valueText } from '../campaign-labels.ts';
import { CampaignCover } from '../campaign-parts.tsx';
import { campaignOptions } from '../campaign-queries.ts';
import { useCampaignStatus } from '../use-campaign-status.ts';
import { BuilderNav, stepHref, stepName } from './builder-nav.tsx';
import { StepAudience } from './step-audience.tsx';
import { StepBasics } from './step-basics.tsx';
import { StepDeliverables } from './step-deliverables.tsx';
import { StepOffer } from './step-offer.tsx';
import { StepQuestions } from './step-questions.tsx';
import { StepReview } from './step-review.tsx';
import './campaign-builder.css';
import { t } from '../../messages/messages.gen.ts';

interface CampaignBuilderProps {
  campaignId: string;
  step: BuilderStep;
  /** Whether the user is still typing the title. */
  startsInTitle: boolean;
  onPublished: () => void;
  /** How a commission is paid. */
  commissionNote?: (percent: number | null) => ReactNode;
}

/** Edits the brief of a campaign in six steps. */
export function CampaignBuilder({ campaignId, ...props }: CampaignBuilderProps) {
  const { data: campaign, error } = useQuery({ ...campaignOptions(campaignId), refetchOnWindowFocus: true });
  if (!campaign) return error ? <GenericError error={error} /> : <PageLoading />;
  if (campaign.status === 'archived') return <Archived campaign={campaign} />;
  return <Builder campaign={campaign} {...props} />;
}

interface BuilderProps extends Omit<CampaignBuilderProps, 'campaignId'> {
  campaign: CampaignDetails;
}

function Builder({ campaign, step, startsInTitle, onPublished, commissionNote }: BuilderProps) {
  const brand = useQuery(brandOptions(useBrandId())).data;
  const editor = useBrief(campaign);
  const [left, setLeft] = useState<ReadonlySet<BriefField>>(new Set());
  const [reviewed, setReviewed] = useState(false);
  if (step === 'review' && !reviewed) setReviewed(true);
  const onLeave = useCallback(
    (field: BriefField) => setLeft((before) => (before.has(field) ? before : new Set([...before, field]))),
    [],
  );
  const tellsAll = reviewed || campaign.status !== 'draft';
  const words = useMemo(
    () => ({ editor, step, tellsGaps: (field: BriefField) => tellsAll || left.has(field), onLeave }),
    [editor, step, tellsAll, left, onLeave],
  );
  const title = useStepFocus(step);
  const looked = useLookedSteps(campaign, step);
  const form = useTitleFocus(startsInTitle);
  const at = BUILDER_STEPS.indexOf(step);
  const preview = (
    <BriefPreview
      brief={editor.brief}
      coverUrl={editor.brief.cover ? campaign.coverUrl : null}
      brandName={brand?.name ?? ''}
    />
  );
  const steps: Record<BuilderStep, ReactNode> = {
    basics: (
      <>
        <StepBasics />
        <CoverField campaign={campaign} />
      </>
    ),
    offer: <StepOffer note={commissionNote} />,
    deliverables: <StepDeliverables />,
    audience: <StepAudience />,
    questions: <StepQuestions />,
    review: <StepReview campaign={campaign} brief={preview} onPublished={onPublished} />,
  };
  return (
    <FieldContext value={words}>
      <Head campaign={campaign} editor={editor} />
      <div className="t-page builder" data-step={step}>
        <BuilderNav
          campaignId={campaign.id}
          step={step}
          gaps={editor.toDo}
          looked={looked}
          tellsAll={tellsAll}
        />
        <section ref={form} className="builder-form" aria-labelledby="builder-step">
          <BriefConflicts editor={editor} />
          <h2 ref={title} id="builder-step" className="t-16" tabIndex={-1}>
            {stepName(step)}
          </h2>
          {steps[step]}
          <div className="builder-foot">
            {at > 0 && (
              <Button
                size="form"
                icon={<IconArrowLeft size={16} />}
                href={stepHref(campaign.id, BUILDER_STEPS[at - 1] ?? 'basics')}
              >
                {t('action.back')}
              </Button>
            )}
            <span className="t-grow" />
            {at < BUILDER_STEPS.length - 1 && (
              <Button
                kind="main"
                size="form"
                iconRight={<IconArrowRight size={16} />}
                href={stepHref(campaign.id, BUILDER_STEPS[at + 1] ?? 'review')}
              >
                {t('action.next')}
              </Button>
            )}
          </div>
        </section>
        {step !== 'review' && (
          <aside className="builder-preview" aria-label={t('builder.preview')}>
            <p className="t-12 t-ink3">{t('builder.preview')}</p>
            {preview}
          </aside>
        )}
      </div>
    </FieldContext>
  );
}

/** Puts the caret after the title that was typed before the campaign was created. */
function useTitleFocus(startsInTitle: boolean) {
  const form = useRef<HTMLElement>(null);
  const wanted = useRef(startsInTitle);
  useLayoutEffect(() => {
    const input = form.current?.querySelector<HTMLInputElement>('input[data-autofocus]');
    if (!wanted.current || !input) return;
    wanted.current = false;
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }, []);
  return form;
}

/** Returns the steps looked at in this tab; all of them once the campaign is no longer a draft. */
function useLookedSteps({ id, status }: CampaignDetails, step: BuilderStep): ReadonlySet<BuilderStep> {
  const { text, change } = useDraft(`campaign.${id}.steps`, '');
  const before = text.split(' ');
  const known = before.includes(step);
  useEffect(() => {
    if (!known) change(`${text} ${step}`.trim());
  }, [known, text, step, change]);
  return new Set(status === 'draft' ? [...before.filter(isStep), step] : BUILDER_STEPS);
}

const isStep = (name: string): name is BuilderStep => BUILDER_STEPS.some((step) => step === name);

/** After the footer buttons, focus the title of the next step. */
function useStepFocus(step: BuilderStep) {
  const title = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    const now = document.activeElement;
    if (!now || now === document.body || now.closest('.builder-foot'))
      title.current?.focus({ preventScroll: true });
  }, [step]);
  return title;
}

function Head({ campaign, editor }: { campaign: CampaignDetails; editor: BriefEditor }) {
  const look = statusLook(campaign.status);
  const title = titleOf(editor.brief);
  const waiting = editor.unsaved && (editor.state === 'idle' || editor.state === 'saved');
  return (
    <SheetHead>
      <DocumentTitle>{title}</DocumentTitle>
      <PageHeader
        crumbs={[{ label: t('campaigns.title'), href: '/campaigns' }]}
        title={title}
        aside={
          <Pill tone={look.tone} dot={campaign.status === 'publish'}>
            {look.label}
          </Pill>
        }
        actions={
          <>
            {waiting ? (
              <span className="t-12 t-ink2" role="status">
                {t('builder.unsaved')}
              </span>
            ) : (
              <SavingState state={editor.state} onRetry={editor.retry} />
            )}
            <Button href={`/campaigns/${campaign.id}`}>{t('builder.openCampaign')}</Button>
          </>
        }
      />
    </SheetHead>
  );
}

function Archived({ campaign }: { campaign: CampaignDetails }) {
  const { move, busyId } = useCampaignStatus();
  return (
    <>
      <SheetHead>
        <DocumentTitle>{titleOf(campaign)}</DocumentTitle>
        <PageHeader
          crumbs={[{ label: t('campaigns.title'), href: '/campaigns' }]}
          title={titleOf(campaign)}
        />
      </SheetHead>
      <div className="t-page">
        <EmptyState
          title={t('builder.archived')}
          text={t('builder.archivedText')}
          drawing="seats"
          actions={
            <Button kind="main" busy={busyId !== null} onClick={() => void move(campaign, 'draft')}>
              {t('action.restore')}
            </Button>
          }
        />
      </div>
    </>
  );
}

/** Edit conflicts: shows the other version and overwrites nothing without asking. */
function BriefConflicts({ editor }: { editor: BriefEditor }) {
  return editor.conflicts.map(({ field, theirs }) => (
    <div key={field} className="builder-warning" role="alert">
      <div className="t-grow">
        <p className="t-medium">{t('builder.conflict', { field: fieldName(field) })}</p>
        <p className="t-ink2">
          {t('builder.theirs', { value: valueText(field, theirs, editor.brief.currency) })}
        </p>
      </div>
      <Button size="row" onClick={() => editor.settle(field, 'theirs')}>
        {t('builder.useTheirs')}
      </Button>
      <Button size="row" onClick={() => editor.settle(field, 'mine')}>
        {t('builder.keepMine')}
      </Button>
    </div>
  ));
}

/** The picture of the campaign. */
function CoverField({ campaign }: { campaign: CampaignDetails }) {
  const brandId = useBrandId();
  const { brief, accept, change } = useEditor();
  return (
    <PictureChoice
      label={t('builder.cover')}
      inputLabel={t('builder.coverInput')}
      className="builder-group"
      labelClassName="builder-label"
      accept={acceptList('picture')}
      mostMegabytes={10}
      hint={t('builder.coverHelp')}
      chosen={Boolean(brief.cover)}
      send={async (client, file) => {
        const params = { brandId, campaignId: campaign.id };
        accept((await client.upload(uploadCampaignCover, { params }, file, file.name)).campaign);
      }}
      onRemove={() => change({ cover: null })}
    >
      <CampaignCover src={brief.cover ? campaign.coverUrl : null} seed={brief.title} size="card" />
    </PictureChoice>
  );
}
