import { paymentTitle } from '@troupe/browser/stored-month';
import type { Payable, PayableState } from '@troupe/domain/campaigns/payable';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { columnMoney } from '@troupe/domain/money';
import { Avatar } from '@troupe/ui/content/avatar';
import { Pill } from '@troupe/ui/content/pill';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { SelectTd, SelectTh, Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { MoreMenu } from '@troupe/ui/overlay/more-menu';
import { t } from '../messages/messages.gen.ts';
import { noteOf, payByText, STATE_TONES, stateName } from './payable-queries.ts';

interface PayablesTableProps {
  payables: readonly Payable[];
  chosen: ReadonlySet<string>;
  faded: boolean;
  onChoose: (ids: readonly string[], chosen: boolean) => void;
  onMove: (payable: Payable, state: PayableState) => void;
  onPay: (payable: Payable) => void;
  onOpen: (payable: Payable) => void;
}

/** The order of the actions in the menu. */
const MOVES: readonly PayableState[] = ['approved', 'paid', 'failed', 'due'];

const nameOf = ({ fullname, username }: Payable) => fullname || `@${username}`;

/** Payments to creators as rows. */
export function PayablesTable(props: PayablesTableProps) {
  const { payables, chosen, faded, onChoose, onMove, onPay, onOpen } = props;
  const ids = payables.map(({ id }) => id);
  const all = ids.length > 0 && ids.every((id) => chosen.has(id));
  return (
    <Table label={t('payables.title')} bleed className="payables-table" aria-busy={faded || undefined}>
      <thead>
        <tr>
          <SelectTh
            label={t('payables.chooseAll')}
            checked={all}
            indeterminate={!all && ids.some((id) => chosen.has(id))}
            onChange={(checked) => onChoose(ids, checked)}
          />
          <Th>{t('optIns.creator')}</Th>
          <Th data-wide="1">{t('invite.campaign')}</Th>
          <Th numeric data-wide="2">
            {t('terms.agreedFee')}
          </Th>
          <Th numeric data-wide="2">
            {t('payables.processing')}
          </Th>
          <Th numeric>{t('terms.youPay')}</Th>
          <Th>{t('payables.status')}</Th>
          <Th data-wide="1">{t('payable.payBy')}</Th>
          <Th>
            <span className="t-hidden">{t('payables.more')}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {payables.map((payable) => (
          <Row
            key={payable.id}
            payable={payable}
            chosen={chosen.has(payable.id)}
            onChoose={(checked) => onChoose([payable.id], checked)}
            onMove={(state) => onMove(payable, state)}
            onPay={() => onPay(payable)}
            onOpen={() => onOpen(payable)}
          />
        ))}
      </tbody>
    </Table>
  );
}

interface RowProps {
  payable: Payable;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
  onMove: (state: PayableState) => void;
  onPay: () => void;
  onOpen: () => void;
}

function Row({ payable, chosen, onChoose, onMove, onPay, onOpen }: RowProps) {
  const { currency, state, platform, abilities, sending } = payable;
  const note = noteOf(payable);
  const name = nameOf(payable);
  return (
    <Tr selected={chosen} onOpen={onOpen}>
      <SelectTd label={t('optIns.choose', { name })} checked={chosen} onChange={onChoose} />
      <Td>
        <span className="payable-who">
          <Avatar name={name} src={payable.profilePicUrl} size={28} />
          <button type="button" className="payable-name t-name t-ellipsis" dir="auto" onClick={onOpen}>
            {name}
          </button>
          <PlatformIcon platform={platform} label={PLATFORM_NAMES[platform]} />
        </span>
      </Td>
      <Td data-wide="1" className="t-ink2">
        <span className="t-ellipsis payable-campaign" dir="auto">
          {paymentTitle(payable, (month) => t('payable.commissions', { month }))}
        </span>
      </Td>
      <Td numeric data-wide="2">
        {columnMoney(payable.fee, currency)}
      </Td>
      <Td numeric data-wide="2" className="t-ink2">
        {columnMoney(payable.processingFee, currency)}
      </Td>
      <Td numeric className="t-medium">
        {columnMoney(payable.brandPays, currency)}
      </Td>
      <Td>
        <Pill tone={sending ? 'tangerine' : STATE_TONES[state]} title={note ?? undefined}>
          {sending ? t('payable.sending') : stateName(state)}
        </Pill>
        {note && (
          <p className="t-12 t-ink2 payable-reason" dir="auto">
            {note}
          </p>
        )}
      </Td>
      <Td data-wide="1" data-date className="t-ink2">
        {payByText(payable)}
      </Td>
      <Td numeric>
        <MoreMenu
          label={t('payables.actionsFor', { name })}
          size="md"
          items={[
            ...(abilities.pay.allowed
              ? [{ label: t(state === 'failed' ? 'payable.retry' : 'payable.pay'), onClick: onPay }]
              : []),
            ...MOVES.filter((to) => abilities[to].allowed).map((to) => ({
              label: t(`payable.verb.${to}`),
              onClick: () => onMove(to),
              ...(to === 'failed' ? { danger: true } : {}),
            })),
            'divider' as const,
            { label: t('payables.history'), onClick: onOpen },
          ]}
        />
      </Td>
    </Tr>
  );
}
