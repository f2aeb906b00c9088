import { IconLayoutSidebarRightExpand, IconPlus, IconWorldSearch } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addOutsideCreators, getOutsideSearch } from '@troupe/contract/discovery/outside-search';
import type { Creator, Platform } from '@troupe/domain/discovery/creator';
import type { OutsideSearch as Outside, OutsideHit } from '@troupe/domain/discovery/outside-search';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Pill } from '@troupe/ui/content/pill';
import { notify } from '@troupe/ui/feedback/notify';
import { Spinner } from '@troupe/ui/feedback/spinner';
import { CardGrid, RecordCard } from '@troupe/ui/layout/record-card';
import { dayText } from '@troupe/ui/lib/date';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { callOptions } from '../../../../shared/call/query.ts';
import { CreatorFigures } from '../../../../shared/creator/creator-figures.tsx';
import { creatorName } from '../../../../shared/creator/creator-labels.ts';
import { CreatorWho } from '../../../../shared/creator/creator-who.tsx';
import { type CreatorAddress, queryOf } from '../creator-address.ts';
import { t } from './messages/messages.gen.ts';
import { OutsideDialog } from './outside-dialog.tsx';
import './outside-search.css';

/** How often the results of a search in progress are looked for. */
const POLL_MS = 3000;
/** Cards that are shown at first, and more with each press. */
const SHOWN = 50;

interface OutsideSearchProps {
  address: CreatorAddress;
  /** Opens a creator in the drawer. */
  onOpen: (creatorId: string) => void;
  /** The button that saves creators to a list. */
  saveButton: (creatorIds: readonly string[], label?: string) => ReactNode;
}

/** The search at a discovery vendor below the results: offers it with its price, and shows what was paid for. */
export default function OutsideSearch({ address, onOpen, saveButton }: OutsideSearchProps) {
  const brandId = useBrandId();
  const [on, setOn] = useState<Platform>();
  const query = { ...queryOf(address), ...(on ? { on } : {}) };
  const { data } = useQuery({
    ...callOptions(getOutsideSearch, { params: { brandId }, query }),
    refetchInterval: ({ state }) => (state.data?.underWay ? POLL_MS : false),
    placeholderData: (before) => before,
  });
  const [asking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const arrived = useRef(false);
  // Once the dialog is gone, so that it doesn't take the focus back.
  useEffect(() => {
    if (asking || !arrived.current) return;
    arrived.current = false;
    const frame = requestAnimationFrame(() => heading.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [asking]);
  if (!data || data.vendor === null) return null;
  const { vendor, results, nextPage, underWay } = data;
  return (
    <section className="outside-search" aria-labelledby="outside-search-title">
      <div className="outside-search-head">
        <div>
          <h2 id="outside-search-title" className="t-16" ref={heading} tabIndex={-1}>
            {t('heading')}
          </h2>
          <p className="t-ink2" role="status">
            {results && results.hits.length > 0
              ? keptText(data, vendor)
              : t(results ? 'none' : 'lead', { vendor })}
          </p>
        </div>
        {underWay === null && nextPage !== null && (
          <Button icon={<IconWorldSearch size={16} />} onClick={() => setAsking(true)}>
            {results ? t('next', { count: data.price.results }) : t('open')}
          </Button>
        )}
      </div>
      {underWay && (
        <p className="t-row t-ink2" role="status">
          <Spinner size={16} /> {t('running', { vendor })}
        </p>
      )}
      {results && results.hits.length > 0 && (
        <Hits hits={results.hits} vendor={vendor} onOpen={onOpen} saveButton={saveButton} />
      )}
      {asking && nextPage !== null && (
        <OutsideDialog
          address={address}
          outside={data}
          vendor={vendor}
          page={nextPage}
          onPlatform={setOn}
          onClose={() => setAsking(false)}
          onFound={() => {
            arrived.current = true;
          }}
        />
      )}
    </section>
  );
}

function keptText({ results }: Outside, vendor: string): string {
  if (!results) return '';
  return t('kept', {
    count: results.hits.length,
    vendor,
    new: results.hits.filter(({ charged }) => charged).length,
    day: dayText(results.fetched),
    until: dayText(results.expires),
    credits: results.credits,
  });
}

interface HitsProps extends Omit<OutsideSearchProps, 'address'> {
  hits: readonly OutsideHit[];
  vendor: string;
}

function Hits({ hits, vendor, onOpen, saveButton }: HitsProps) {
  const [most, setMost] = useState(SHOWN);
  const { add, busy } = useAdding();
  const missing = hits.filter(({ creatorId }) => creatorId === null);
  const known = hits.flatMap(({ creatorId }) => creatorId ?? []);
  return (
    <>
      <div className="outside-search-actions">
        {missing.length > 0 && (
          <Button icon={<IconPlus size={16} />} busy={busy} onClick={() => add(missing)}>
            {t('addAll', { count: missing.length })}
          </Button>
        )}
        {known.length > 0 && saveButton(known, t('saveAll'))}
      </div>
      <CardGrid>
        {hits.slice(0, most).map((hit) => (
          <HitCard
            key={hit.accountId}
            hit={hit}
            vendor={vendor}
            busy={busy}
            onAdd={() => add([hit])}
            onOpen={onOpen}
            saveButton={saveButton}
          />
        ))}
      </CardGrid>
      {hits.length > most && (
        <div className="creator-search-more">
          <Button onClick={() => setMost(most + SHOWN)}>{t('more')}</Button>
        </div>
      )}
    </>
  );
}

/** Adds results to the brand's creators. */
function useAdding() {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (hits: readonly OutsideHit[]) =>
      client.call(addOutsideCreators, {
        params: { brandId },
        body: { creators: hits.map(({ searchId, position }) => ({ searchId, position })) },
      }),
    onSuccess: ({ added }) => {
      notify.success(t('added', { count: added }));
      void queryClient.invalidateQueries({ queryKey: [getOutsideSearch.noun] });
      void queryClient.invalidateQueries({ queryKey: ['creator'] });
    },
    onError: (error) => notify.failure(errorText(error)),
  });
  return { add: (hits: readonly OutsideHit[]) => mutate(hits), busy: isPending };
}

/** A result in the shape of a creator. Pictures are copied when it is added; pages load none from outside. */
function creatorOf(hit: OutsideHit): Creator {
  const origin = { source: 'provider' as const, asOf: hit.fetched };
  return {
    id: hit.creatorId ?? '',
    socialId: hit.accountId,
    instagramId: hit.platform === 'instagram' ? hit.accountId : null,
    platform: hit.platform,
    username: hit.username,
    fullname: hit.fullname,
    bio: '',
    profilePicUrl: null,
    profileUrl: hit.profileUrl,
    url: hit.profileUrl,
    country: null,
    language: null,
    categories: [],
    followerCount: hit.followers,
    engagement: hit.engagement,
    avgViews: hit.avgViews,
    figures: { followerCount: origin, engagement: origin, avgViews: origin },
    verified: hit.verified,
    userId: null,
    private: true,
    updated: hit.fetched,
    metaData: { is_verified: hit.verified, contactsFetched: false, contactsError: null },
  };
}

interface HitCardProps extends Omit<HitsProps, 'hits'> {
  hit: OutsideHit;
  busy: boolean;
  onAdd: () => void;
}

function HitCard({ hit, vendor, busy, onAdd, onOpen, saveButton }: HitCardProps) {
  const creator = creatorOf(hit);
  const name = creatorName(creator);
  const { creatorId } = hit;
  return (
    <RecordCard
      label={name}
      who={<CreatorWho creator={creator} size={40} />}
      aside={
        creatorId ? (
          <Pill tone="green">{t('inTroupe')}</Pill>
        ) : (
          <Pill tone="iris">{t('new', { vendor })}</Pill>
        )
      }
      figures={<CreatorFigures creator={creator} />}
      content={
        <p className="outside-card-from t-12 t-ink3">{t('fetched', { vendor, day: dayText(hit.fetched) })}</p>
      }
      onOpen={creatorId ? () => onOpen(creatorId) : undefined}
      actions={
        creatorId ? (
          <>
            {saveButton([creatorId])}
            <span className="t-grow" />
            <IconButton
              label={t('details')}
              icon={<IconLayoutSidebarRightExpand size={16} />}
              onClick={() => onOpen(creatorId)}
            />
          </>
        ) : (
          <Button
            icon={<IconPlus size={16} />}
            aria-label={t('addLabel', { name })}
            disabled={busy}
            onClick={onAdd}
          >
            {t('add')}
          </Button>
        )
      }
    />
  );
}
