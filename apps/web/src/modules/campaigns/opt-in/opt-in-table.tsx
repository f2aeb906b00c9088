import { IconCheck, IconX } from '@tabler/icons-react';
import type { OptIn } from '@troupe/domain/campaigns/opt-in';
import { PLATFORM_NAMES, showsEngagement } from '@troupe/domain/discovery/creator';
import { joined } from '@troupe/i18n/language';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { Avatar } from '@troupe/ui/content/avatar';
import { Dot, Pill } from '@troupe/ui/content/pill';
import { PlatformIcon, VerifiedMark } from '@troupe/ui/content/platform-icon';
import { type ArrowRowProps, useArrowList } from '@troupe/ui/hooks';
import { SelectTd, SelectTh, Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { memo, useEffect, useMemo, useRef } from 'react';
import { CreatorFigure, LabelledCreatorFigure } from '../../../shared/creator/creator-figures.tsx';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { WindowedRows } from '../../../shared/list/windowed-rows.tsx';
import { t } from '../messages/messages.gen.ts';
import {
  approveLabel,
  askColumnText,
  askText,
  offerSummary,
  openOffer,
  pitchText,
  standingLook,
} from './opt-in-labels.ts';

interface RowActions {
  onOpen: (optIn: OptIn) => void;
  onSelect: (optIn: OptIn, selected: boolean) => void;
  onApprove: (optIn: OptIn) => void;
  onDecline: (optIn: OptIn) => void;
}

interface OptInTableProps extends RowActions {
  label: string;
  optIns: readonly OptIn[];
  /** Ids of the selected opt-ins. */
  chosen: ReadonlySet<string>;
  onChooseAll: (all: boolean) => void;
  busyIds: ReadonlySet<string>;
  /** The one in the drawer. */
  open?: string | undefined;
  /** The rows answer an earlier query. */
  faded?: boolean;
}

/** Opt-ins as rows; arrow keys move, Enter opens, X selects. */
export function OptInTable(props: OptInTableProps) {
  const { label, optIns, chosen, onChooseAll, busyIds, open, faded } = props;
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const actions: RowActions = useMemo(
    () => ({
      onOpen: (one) => latest.current.onOpen(one),
      onSelect: (one, selected) => latest.current.onSelect(one, selected),
      onApprove: (one) => latest.current.onApprove(one),
      onDecline: (one) => latest.current.onDecline(one),
    }),
    [],
  );
  const reach = useRef<((key: string) => void) | null>(null);
  const find = (key: string) => optIns.find(({ id }) => id === key);
  const list = useArrowList({
    keys: optIns.map(({ id }) => id),
    onOpen: (key) => {
      const one = find(key);
      if (one) actions.onOpen(one);
    },
    onSelect: (key) => {
      const one = find(key);
      if (one) actions.onSelect(one, !chosen.has(key));
    },
    onReach: (key) => reach.current?.(key),
  });
  const all = optIns.length > 0 && optIns.every(({ id }) => chosen.has(id));
  return (
    <Table
      label={label}
      bleed
      className="opt-in-table"
      aria-busy={faded || undefined}
      aria-rowcount={optIns.length + 1}
    >
      <thead>
        <tr>
          <SelectTh
            label={t('optIns.chooseAll')}
            checked={all}
            indeterminate={!all && optIns.some(({ id }) => chosen.has(id))}
            onChange={onChooseAll}
          />
          <Th>{t('optIns.creator')}</Th>
          <Th numeric data-wide="1">
            {t('optIns.followers')}
          </Th>
          <Th numeric data-wide="2">
            {t('optIns.engagement')}
          </Th>
          <Th data-wide="2">{t('terms.deliverables')}</Th>
          <Th numeric data-wide="1">
            {t('optIn.asks')}
          </Th>
          <Th data-wide="3">{t('optIns.message')}</Th>
          <Th numeric data-wide="sent">
            {t('optIns.sent')}
          </Th>
          <Th>
            <span className="t-hidden">{t('optIns.decision')}</span>
          </Th>
        </tr>
      </thead>
      <WindowedRows entries={optIns} reach={reach} keep={[list.active, open]}>
        {(optIn, rowIndex) => (
          <OptInRow
            optIn={optIn}
            actions={actions}
            chosen={chosen.has(optIn.id)}
            open={optIn.id === open}
            busy={busyIds.has(optIn.id)}
            rowIndex={rowIndex}
            {...list.rowProps(optIn.id)}
          />
        )}
      </WindowedRows>
    </Table>
  );
}

interface OptInRowProps extends ArrowRowProps {
  optIn: OptIn;
  actions: RowActions;
  chosen: boolean;
  open: boolean;
  busy: boolean;
  rowIndex: number;
}

const OptInRow = memo(function OptInRow(props: OptInRowProps) {
  const { optIn, actions, chosen, open, busy, rowIndex, ...row } = props;
  const { socialProfile: creator, status } = optIn;
  const name = creatorName(creator);
  const look = standingLook(optIn);
  const waits = status === 'pending' && openOffer(optIn)?.side !== 'brand';
  const why = pitchText(optIn);
  return (
    <Tr
      {...row}
      aria-rowindex={rowIndex}
      selected={chosen}
      current={open}
      onOpen={() => actions.onOpen(optIn)}
    >
      <SelectTd
        label={t('optIns.choose', { name })}
        checked={chosen}
        onChange={(selected) => actions.onSelect(optIn, selected)}
      />
      <Td>
        <span className="opt-in-who">
          <Avatar name={name} src={creator.profilePicUrl} size={28} />
          <Link
            href={`/campaigns/${optIn.campaignId}/opt-ins?optIn=${optIn.id}`}
            tabIndex={-1}
            className="t-name t-ellipsis"
            dir="auto"
          >
            {name}
          </Link>
          {creator.verified && <VerifiedMark />}
          <PlatformIcon platform={creator.platform} label={PLATFORM_NAMES[creator.platform]} />
          {optIn.unseen && <Dot label={t('optIns.new')} />}
        </span>
        <span className="opt-in-brief">
          <span className="t-labelled">
            <span className="t-12 t-ink3">{t('optIn.asks')}</span>
            <span className="t-name t-num">{askText(optIn)}</span>
          </span>
          <LabelledCreatorFigure creator={creator} name="followerCount" />
          {showsEngagement(creator.platform) && <LabelledCreatorFigure creator={creator} name="engagement" />}
          {why !== '–' && (
            <span className="t-ink2 opt-in-brief-why" dir="auto">
              {why}
            </span>
          )}
        </span>
      </Td>
      <Td numeric data-wide="1">
        <CreatorFigure creator={creator} name="followerCount" />
      </Td>
      <Td numeric data-wide="2">
        <CreatorFigure creator={creator} name="engagement" />
      </Td>
      <Td data-wide="2">{offerSummary(optIn)}</Td>
      <Td numeric data-wide="1" className="t-medium">
        {askColumnText(optIn)}
      </Td>
      <Td data-wide="3" className="opt-in-why t-ink2">
        <span dir="auto">{why}</span>
      </Td>
      <Td numeric data-wide="sent" className="t-12 t-ink2">
        <Ago at={optIn.created} short />
      </Td>
      <Td numeric className="opt-in-decision">
        {waits ? (
          <span className="opt-in-decide">
            <Button
              size="md"
              icon={<IconX size={16} />}
              disabled={busy}
              onClick={() => actions.onDecline(optIn)}
              aria-label={t('optIns.declineOf', { name })}
            >
              <span className="opt-in-verb">{t('optIn.decline')}</span>
            </Button>
            <Button
              size="md"
              icon={<IconCheck size={16} />}
              disabled={busy}
              onClick={() => actions.onApprove(optIn)}
              aria-label={joined([approveLabel(optIn), name])}
            >
              {approveLabel(optIn)}
            </Button>
          </span>
        ) : (
          <Pill tone={look.tone}>{look.label}</Pill>
        )}
      </Td>
    </Tr>
  );
});
