import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { changeAffiliate, inviteAffiliates, removeAffiliate } from '@troupe/contract/affiliate/affiliate';
import type { Affiliate } from '@troupe/domain/affiliate/affiliate';
import type { ProgramOverview } from '@troupe/domain/affiliate/affiliate-program';
import { commissionRate } from '@troupe/domain/figure-text';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { Pill, type PillTone } from '@troupe/ui/content/pill';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { exactNumber } from '@troupe/ui/lib/format';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { MoreMenu } from '@troupe/ui/overlay/more-menu';
import { lazy, Suspense, useState } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { AffiliateWho, affiliateName } from '../../shared/creator/affiliate-who.tsx';
import { PageNav } from '../../shared/list/list-pages.tsx';
import { LoadState } from '../../shared/screen/screen.tsx';
import type { TabProps } from './affiliate-address.ts';
import { affiliatesOptions, useAffiliateWrite } from './affiliate-queries.ts';
import { t } from './messages/messages.gen.ts';
import { EmptyTab, TabTools } from './tab-tools.tsx';

const InviteDialog = lazy(() => import('./invite-affiliates-dialog.tsx'));
const LinkDialog = lazy(() => import('./link-dialog.tsx'));

const STATES = ['invited', 'active', 'paused', 'ended'] as const;
const TONES: Record<Affiliate['state'], PillTone> = {
  invited: 'iris',
  active: 'green',
  paused: 'tangerine',
  ended: 'neutral',
};

/** The creators of the program: invite, pause, resume, remove, create links. */
export default function AffiliatesTab({
  address,
  onChange,
  program,
}: TabProps & { program: ProgramOverview }) {
  const query = useQuery(affiliatesOptions(useBrandId(), address));
  const { data, isPlaceholderData } = query;
  const [linking, setLinking] = useState<Affiliate | null>(null);
  const { invite } = program.abilities;
  const button = (
    <Button
      kind="main"
      icon={<IconPlus size={16} />}
      disabledReason={invite.reason}
      onClick={() => onChange({ open: 'new' })}
    >
      {t('creators.invite')}
    </Button>
  );
  return (
    <div className="affiliate-tab">
      <TabTools
        address={address}
        onChange={onChange}
        searchLabel={t('creators.find')}
        busy={isPlaceholderData}
        states={STATES.map((value) => ({ value, label: t(`creators.state.${value}`) }))}
      >
        <span className="t-grow" />
        {button}
      </TabTools>
      <LoadState what={t('creators.what')} query={query}>
        <SkeletonRows rows={6} />
      </LoadState>
      {data && data.affiliates.length > 0 && (
        <Table label={t('tab.creators')} bleed aria-busy={isPlaceholderData || undefined}>
          <thead>
            <tr>
              <Th>{t('column.creator')}</Th>
              <Th>{t('column.state')}</Th>
              <Th numeric>{t('column.rate')}</Th>
              <Th numeric data-wide="1">
                {t('column.links')}
              </Th>
              <Th numeric data-wide="1">
                {t('column.codes')}
              </Th>
              <Th numeric data-wide="1">
                {t('column.clicks30')}
              </Th>
              <Th data-wide="2">{t('column.joined')}</Th>
              <Th>
                <span className="t-hidden">{t('column.actions')}</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {data.affiliates.map((affiliate) => (
              <Row key={affiliate.id} affiliate={affiliate} onLink={() => setLinking(affiliate)} />
            ))}
          </tbody>
        </Table>
      )}
      {data?.affiliates.length === 0 && (
        <EmptyTab
          address={address}
          onChange={onChange}
          emptyTitle={t('creators.none')}
          emptyText={t('creators.noneText')}
          noMatchTitle={t('creators.noMatch')}
          action={button}
        />
      )}
      {data && data.affiliates.length > 0 && (
        <p className="t-12 t-ink3">
          {t('list.clickDays', { zone: program.rules.zone.replaceAll('_', ' ') })}
        </p>
      )}
      <PageNav label={t('list.pages')} of={data} onPage={(page) => onChange({ page: String(page) })} />
      <Suspense>
        {address.open === 'new' && <InviteDialog onClose={() => onChange({ open: undefined })} />}
        {linking && (
          <LinkDialog
            link={null}
            affiliateId={linking.id}
            stores={program.stores}
            onClose={() => setLinking(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

function Row({ affiliate, onLink }: { affiliate: Affiliate; onLink: () => void }) {
  const { id, creator, state, terms, offered, links, codes, clicks30Days, since, created } = affiliate;
  const rate = terms ?? offered;
  return (
    <Tr>
      <Td>
        <AffiliateWho creator={creator} />
      </Td>
      <Td>
        <Pill tone={TONES[state]}>{t(`creators.state.${state}`)}</Pill>
        {state !== 'invited' && offered && <span className="t-12 t-ink2"> {t('creators.newTerms')}</span>}
      </Td>
      <Td numeric>{rate ? commissionRate(rate.rateBp) : '–'}</Td>
      <Td numeric data-wide="1">
        <Link className="t-link" href={`/affiliate/links?creator=${id}`}>
          {exactNumber(links)}
          <span className="t-hidden"> {t('creators.linksOf', { name: affiliateName(creator) })}</span>
        </Link>
      </Td>
      <Td numeric data-wide="1">
        <Link className="t-link" href={`/affiliate/codes?creator=${id}`}>
          {exactNumber(codes)}
          <span className="t-hidden"> {t('creators.codesOf', { name: affiliateName(creator) })}</span>
        </Link>
      </Td>
      <Td numeric data-wide="1">
        {exactNumber(clicks30Days)}
      </Td>
      <Td data-wide="2" className="t-ink2">
        {since ? (
          <Ago at={since} />
        ) : (
          <>
            {t('creators.invitedAgo')} <Ago at={created} />
          </>
        )}
      </Td>
      <Td>
        <RowMenu affiliate={affiliate} onLink={onLink} />
      </Td>
    </Tr>
  );
}

function RowMenu({ affiliate, onLink }: { affiliate: Affiliate; onLink: () => void }) {
  const brandId = useBrandId();
  const { id, version, creator, state, abilities, optInId } = affiliate;
  const [asks, setAsks] = useState(false);
  const name = affiliateName(creator);
  const failed = t('creators.changeFailed', { name });
  const change = useAffiliateWrite(
    (next: 'active' | 'paused') =>
      client.call(changeAffiliate, { params: { brandId, affiliateId: id }, body: { version, state: next } }),
    { failed },
  );
  const remove = useAffiliateWrite(
    () => client.call(removeAffiliate, { params: { brandId, affiliateId: id } }),
    { failed },
  );
  const again = useAffiliateWrite(
    () =>
      client.call(inviteAffiliates, {
        params: { brandId },
        body: optInId ? { optInIds: [optInId] } : { creatorIds: [creator.id] },
      }),
    { failed: t('invite.failed') },
  );
  return (
    <>
      <MoreMenu
        label={t('creators.more', { name })}
        items={[
          { label: t('creators.createLink'), onClick: onLink, disabledReason: abilities.createLink.reason },
          state === 'paused'
            ? {
                label: t('action.resume'),
                onClick: () => change.mutate('active'),
                disabledReason: abilities.resume.reason,
              }
            : {
                label: t('action.pause'),
                onClick: () => change.mutate('paused'),
                disabledReason: abilities.pause.reason,
              },
          ...(state === 'ended'
            ? [{ label: t('creators.inviteAgain'), onClick: () => again.mutate(undefined) }]
            : []),
          'divider' as const,
          {
            label: state === 'invited' ? t('creators.withdraw') : t('creators.remove'),
            danger: true,
            onClick: () => setAsks(true),
            disabledReason: abilities.end.reason,
          },
        ]}
      />
      <ConfirmDialog
        open={asks}
        danger
        title={
          state === 'invited' ? t('creators.withdrawTitle', { name }) : t('creators.removeTitle', { name })
        }
        text={state === 'invited' ? t('creators.withdrawText') : t('creators.removeText')}
        confirm={state === 'invited' ? t('creators.withdraw') : t('creators.remove')}
        busy={remove.isPending}
        onClose={() => setAsks(false)}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsks(false) })}
      />
    </>
  );
}
