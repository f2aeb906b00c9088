import { IconLayoutSidebarRightExpand, IconSend } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { findSimilarCreators } from '@troupe/contract/discovery/similar';
import type { Creator } from '@troupe/domain/discovery/creator';
import type { SimilarCreator, SimilarCreators } from '@troupe/domain/discovery/similarity';
import { tableRate } from '@troupe/domain/figure-text';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Pill } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading } from '@troupe/ui/feedback/skeleton';
import { Switch } from '@troupe/ui/field/choice';
import { CardGrid, RecordCard } from '@troupe/ui/layout/record-card';
import { compactCount, listed } from '@troupe/ui/lib/format';
import type { ReactNode } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { callOptions } from '../../../../shared/call/query.ts';
import { CreatorFigures } from '../../../../shared/creator/creator-figures.tsx';
import { countryName, creatorName, languageName } from '../../../../shared/creator/creator-labels.ts';
import { ContactMark, CreatorWho } from '../../../../shared/creator/creator-who.tsx';
import { inviteReason, useInvited } from '../../../../shared/creator/invited.ts';
import { CardsSkeleton } from '../search/creator-skeleton.tsx';
import { t } from './messages/messages.gen.ts';
import type { SimilarAddress } from './similar-address.ts';
import { SimilarParts, topicWord } from './similar-parts.tsx';
import './similar-screen.css';

interface SimilarScreenProps {
  address: SimilarAddress;
  onChange: (part: Partial<SimilarAddress>) => void;
  onInvite: (creator: Creator) => void;
  saveButton: (creator: Creator) => ReactNode;
}

/** The query of the creators that an address asks for. */
export const similarOptions = (brandId: string, { like, list, campaign, known }: SimilarAddress) =>
  callOptions(findSimilarCreators, {
    params: { brandId },
    query: { creator: like ?? [], list, campaign, known: known ?? 'false' },
  });

/** Creators like others, each with the parts of its similarity. */
export function SimilarScreen({ address, onChange, onInvite, saveButton }: SimilarScreenProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...similarOptions(useBrandId(), address),
    placeholderData: keepPreviousData,
  });
  const invited = useInvited(data?.creators.map(({ creator }) => creator) ?? []);
  if (error && !data) {
    return (
      <ErrorState
        title={t('failed')}
        text={errorText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Loading label={t('loading')}>{<CardsSkeleton />}</Loading>;
  if (data.seeds.length === 0) return <NoSeeds address={address} />;
  return (
    <div className="similar-screen" aria-busy={isFetching || undefined}>
      <Head data={data} address={address} onChange={onChange} />
      {data.creators.length === 0 ? (
        <EmptyState title={t('none')} text={t('noneText')} />
      ) : (
        <CardGrid>
          {data.creators.map((one) => (
            <SimilarCard
              key={one.creator.id}
              similar={one}
              open={address.creator === one.creator.id}
              invited={invited.has(one.creator.username)}
              onOpen={() => onChange({ creator: one.creator.id })}
              onInvite={onInvite}
              saveButton={saveButton}
            />
          ))}
        </CardGrid>
      )}
    </div>
  );
}

function NoSeeds({ address }: { address: SimilarAddress }) {
  const text = address.campaign ? 'noSeedsCampaign' : address.list ? 'noSeedsList' : 'noSeedsText';
  return (
    <EmptyState
      title={t('noSeeds')}
      text={t(text)}
      actions={<Button href="/creator-search">{t('search')}</Button>}
    />
  );
}

function titleOf({ seeds }: SimilarCreators, address: SimilarAddress): string {
  if (address.campaign) return t('likeCampaign');
  if (address.list) return t('likeList');
  const names = seeds.map(creatorName);
  return names.length <= 3
    ? t('like', { names: listed(names) })
    : t('likeMany', { name: names[0] ?? '', count: names.length - 1 });
}

function Head({
  data,
  address,
  onChange,
}: { data: SimilarCreators } & Pick<SimilarScreenProps, 'address' | 'onChange'>) {
  const { common, knownLeftOut, missingSeeds } = data;
  const facts = [
    ...common.topics.slice(0, 6).map((id) => topicWord(id)),
    ...(common.followers === null ? [] : [t('followers', { count: compactCount(common.followers) })]),
    ...(common.engagement === null ? [] : [t('engagement', { rate: tableRate(common.engagement) })]),
    ...common.languages.slice(0, 3).map(languageName),
    ...common.countries.slice(0, 3).map(countryName),
    ...(common.reports > 0 ? [t('reports', { count: common.reports })] : []),
  ];
  return (
    <section className="similar-head" aria-labelledby="similar-title">
      <h2 id="similar-title" className="t-title">
        {titleOf(data, address)}
      </h2>
      <div className="similar-common">
        <span className="t-12 t-ink3">{t('common')}</span>
        {facts.map((fact) => (
          <Pill key={fact}>{fact}</Pill>
        ))}
      </div>
      <p className="t-12 t-ink2" role="status">
        {t(data.bounded ? 'bounded' : 'compared', { count: data.compared })}
        {knownLeftOut > 0 && ` ${t('knownLeftOut', { count: knownLeftOut })}`}
        {missingSeeds > 0 && ` ${t('missing', { count: missingSeeds })}`}
      </p>
      <Switch
        label={t('showKnown')}
        checked={address.known === 'true'}
        onChange={(event) => onChange({ known: event.target.checked ? 'true' : undefined })}
      />
      <details className="t-12">
        <summary>{t('weights')}</summary>
        <p className="t-ink2">{t('weightsText')}</p>
      </details>
    </section>
  );
}

interface SimilarCardProps extends Pick<SimilarScreenProps, 'onInvite' | 'saveButton'> {
  similar: SimilarCreator;
  open: boolean;
  invited: boolean;
  onOpen: () => void;
}

function SimilarCard({ similar, open, invited, onOpen, onInvite, saveButton }: SimilarCardProps) {
  const { creator, score, known } = similar;
  return (
    <RecordCard
      label={creatorName(creator)}
      open={open}
      onOpen={onOpen}
      who={<CreatorWho creator={creator} size={40} />}
      aside={<ContactMark state={creator.metaData} />}
      figures={<CreatorFigures creator={creator} />}
      content={
        <p className="similar-score">
          <b>{t('score', { score })}</b>
          {known.map((as) => (
            <Pill key={as}>{t(`known.${as}`)}</Pill>
          ))}
        </p>
      }
      reason={<SimilarParts similar={similar} />}
      actions={
        <>
          {saveButton(creator)}
          <span className="t-grow" />
          <IconButton
            label={t('details')}
            icon={<IconLayoutSidebarRightExpand size={16} />}
            onClick={onOpen}
          />
          <IconButton
            label={t('invite')}
            icon={<IconSend size={16} />}
            disabledReason={inviteReason(creator.metaData, invited)}
            onClick={() => onInvite(creator)}
          />
        </>
      }
    />
  );
}
