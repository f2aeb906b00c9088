import { IconMessageCircle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@troupe/contract/call';
import { CallError } from '@troupe/contract/client';
import { getListBoard, moveListCard } from '@troupe/contract/discovery/list-board';
import type { ListField, ListStage } from '@troupe/domain/discovery/list-field';
import { compactFollowers } from '@troupe/domain/figure-text';
import { Button } from '@troupe/ui/action/button';
import { Avatar } from '@troupe/ui/content/avatar';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { StatusTags } from '@troupe/ui/content/status-tag';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { VisuallyHidden } from '@troupe/ui/layout/visually-hidden';
import { exactNumber } from '@troupe/ui/lib/format';
import { MoreMenu } from '@troupe/ui/overlay/more-menu';
import { type DragEvent, type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { valueText } from '../custom/custom-cell.tsx';
import { shownTags } from '../item-status.tsx';
import { VoteCounts } from '../review/vote-counts.tsx';
import { t } from './messages/messages.gen.ts';
import './board-view.css';

const StagesDialog = lazy(() => import('./stages-dialog.tsx'));
const ItemReviewDialog = lazy(() => import('../review/item-review-dialog.tsx'));

type Board = CallOutput<typeof getListBoard>;
type Column = Board['columns'][number];
type Card = Column['cards'][number];

const REFRESH_MS = 20_000;

/** Reads the first pages of a board, with the cards of all in each column. */
async function readBoard(
  { brandId, listId, pages }: { brandId: string; listId: string; pages: number },
  signal: AbortSignal,
): Promise<Board> {
  const numbers = Array.from({ length: pages }, (_, at) => at + 1);
  const [first, ...others] = await Promise.all(
    numbers.map((page) =>
      client.call(getListBoard, { params: { brandId, id: listId }, query: { page } }, { signal }),
    ),
  );
  const columns = (first?.columns ?? []).map((column) => {
    const cards = new Map(column.cards.map((card) => [card.itemId, card]));
    for (const more of others)
      for (const card of more.columns.find(({ stageId }) => stageId === column.stageId)?.cards ?? [])
        cards.set(card.itemId, card);
    return Object.assign({}, column, { cards: [...cards.values()] });
  });
  return { stages: first?.stages ?? [], columns };
}

/** Where a card goes: a stage, and the card above it there. */
interface Target {
  stageId: string | null;
  after: string | null;
}

/** Returns the board with a card at another place. */
function withMoved(board: Board, card: Card, { stageId, after }: Target): Board {
  const columns = board.columns.map((column) => {
    const had = column.cards.some(({ itemId }) => itemId === card.itemId);
    const rest = column.cards.filter(({ itemId }) => itemId !== card.itemId);
    const count = column.count - (had ? 1 : 0);
    if (column.stageId !== stageId) return Object.assign({}, column, { cards: rest, count });
    const at = after === null ? 0 : rest.findIndex(({ itemId }) => itemId === after) + 1;
    return Object.assign({}, column, {
      cards: [...rest.slice(0, at), card, ...rest.slice(at)],
      count: count + 1,
    });
  });
  return Object.assign({}, board, { columns });
}

interface BoardViewProps {
  list: { id: string; title: string };
  /** The custom fields that cards show. */
  fields: readonly ListField[];
  onOpen: (creatorId: string) => void;
}

/** The pipeline board of a list: cards move between its stages by mouse, by keyboard and from a menu. */
export default function BoardView({ list, fields, onOpen }: BoardViewProps) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const [pages, setPages] = useState(1);
  const queryKey = ['creator-list', 'getListBoard', brandId, list.id, pages];
  const query = useQuery<Board>({
    queryKey,
    queryFn: ({ signal }) => readBoard({ brandId, listId: list.id, pages }, signal),
    placeholderData: (before) => before,
    refetchInterval: REFRESH_MS,
  });
  const board = query.data;
  const [editing, setEditing] = useState(false);
  const [reviewing, setReviewing] = useState<Card | null>(null);
  const [said, setSaid] = useState('');
  if (!board)
    return query.error ? (
      <ErrorState
        title={t('loadFailed')}
        text={errorText(query.error)}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <SkeletonRows rows={6} />
    );
  const nameOf = (stageId: string | null) =>
    board.stages.find(({ id }) => id === stageId)?.name ?? t('noStage');

  const move = async (card: Card, from: string | null, target: Target) => {
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<Board>(queryKey, (now) => now && withMoved(now, card, target));
    try {
      await client.call(moveListCard, {
        params: { brandId, itemId: card.itemId },
        body: { stageId: target.stageId, after: target.after, from },
      });
      setSaid(t('moved', { name: card.fullname || card.username, stage: nameOf(target.stageId) }));
    } catch (error) {
      const theirs = error instanceof CallError && error.code === 'conflict' ? error.body.stageId : undefined;
      if (theirs === undefined) notify.failure(t('notMoved'), { detail: errorText(error) });
      else
        notify.warning(
          t('movedByOther', {
            name: card.fullname || card.username,
            stage: nameOf(typeof theirs === 'string' ? theirs : null),
          }),
        );
    }
    await queryClient.invalidateQueries({ queryKey });
  };

  return (
    <>
      <div className="board-tools">
        <Button onClick={() => setEditing(true)}>{t('editStages')}</Button>
        {board.stages.length === 0 && <p className="t-ink2">{t('noStages')}</p>}
      </div>
      <VisuallyHidden>
        <p aria-live="polite">{said}</p>
      </VisuallyHidden>
      <BoardColumns
        board={board}
        fields={fields}
        busy={query.isPlaceholderData}
        onMore={() => setPages(pages + 1)}
        nameOf={nameOf}
        onMove={(card, from, target) => void move(card, from, target)}
        onOpen={(card) => onOpen(card.creatorId)}
        onReview={setReviewing}
      />
      <Suspense>
        {editing && <StagesDialog list={list} stages={board.stages} onClose={() => setEditing(false)} />}
        {reviewing && (
          <ItemReviewDialog
            itemId={reviewing.itemId}
            name={reviewing.fullname || reviewing.username}
            onClose={() => setReviewing(null)}
          />
        )}
      </Suspense>
    </>
  );
}

interface ColumnsProps {
  board: Board;
  fields: readonly ListField[];
  /** Whether more cards are being loaded. */
  busy: boolean;
  onMore: () => void;
  nameOf: (stageId: string | null) => string;
  onMove: (card: Card, from: string | null, target: Target) => void;
  onOpen: (card: Card) => void;
  onReview: (card: Card) => void;
}

function BoardColumns(props: ColumnsProps) {
  const { board, nameOf, onMove } = props;
  const dragged = useRef<{ card: Card; from: string | null } | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const focused = useRef<string | null>(null);
  // A card moved by keyboard is another element afterwards; the focus follows it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the board
  useEffect(() => {
    if (focused.current === null) return;
    const card = place.current?.querySelector<HTMLElement>(
      `[data-item="${focused.current}"] .board-card-name`,
    );
    focused.current = null;
    card?.focus();
  }, [board]);
  const drop = (event: DragEvent, target: Target) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(null);
    const moving = dragged.current;
    dragged.current = null;
    if (!moving || target.after === moving.card.itemId) return;
    onMove(moving.card, moving.from, target);
  };
  /** Alt and arrow keys: left and right to the next stage, up and down within it. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, column: Column, at: number) => {
    const card = column.cards[at];
    if (!card || !event.altKey || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    const index = board.columns.indexOf(column);
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const sideways = { ArrowLeft: rtl ? 1 : -1, ArrowRight: rtl ? -1 : 1 }[event.key];
    if (sideways !== undefined) {
      const next = board.columns[index + sideways];
      if (!next) return;
      onMove(card, column.stageId, { stageId: next.stageId, after: null });
    } else {
      const to = event.key === 'ArrowUp' ? at - 2 : at + 1;
      if (column.stageId === null || to < -1 || to >= column.cards.length) return;
      onMove(card, column.stageId, { stageId: column.stageId, after: column.cards[to]?.itemId ?? null });
    }
    focused.current = card.itemId;
  };
  return (
    <div className="board" ref={place}>
      {board.columns.map((column) => {
        const stage = board.stages.find(({ id }) => id === column.stageId);
        const last = column.cards.at(-1)?.itemId ?? null;
        return (
          <section
            key={column.stageId ?? 'none'}
            className="board-column"
            data-color={stage?.color ?? 'gray'}
            data-over={over === (column.stageId ?? 'none') || undefined}
            aria-label={nameOf(column.stageId)}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(column.stageId ?? 'none');
            }}
            onDragLeave={() => setOver(null)}
            onDrop={(event) => drop(event, { stageId: column.stageId, after: last })}
          >
            <h2 className="board-column-title t-medium">
              <span className="t-ellipsis" dir="auto">
                {nameOf(column.stageId)}
              </span>
              <span className="t-num t-ink3">{exactNumber(column.count)}</span>
            </h2>
            <ul>
              {column.cards.map((card, at) => (
                <li
                  key={card.itemId}
                  data-item={card.itemId}
                  className="board-card"
                  draggable
                  onDragStart={(event) => {
                    dragged.current = { card, from: column.stageId };
                    event.dataTransfer.effectAllowed = 'move';
                  }}
                  onDrop={(event) =>
                    drop(event, { stageId: column.stageId, after: column.cards[at - 1]?.itemId ?? null })
                  }
                  onKeyDown={(event) => onKeyDown(event, column, at)}
                >
                  <BoardCard {...props} card={card} stageId={column.stageId} />
                </li>
              ))}
            </ul>
            {column.cards.length < column.count && (
              <Button kind="quiet" size="row" busy={props.busy} onClick={props.onMore}>
                {t('more', { count: column.count - column.cards.length })}
              </Button>
            )}
            {column.count === 0 && <p className="t-12 t-ink3 board-empty">{t('empty')}</p>}
          </section>
        );
      })}
    </div>
  );
}

interface BoardCardProps extends ColumnsProps {
  card: Card;
  stageId: string | null;
}

function BoardCard({ card, stageId, board, fields, nameOf, onMove, onOpen, onReview }: BoardCardProps) {
  const name = card.fullname || card.username;
  const stages: (ListStage | null)[] = [null, ...board.stages];
  const targets = stages.filter((stage) => (stage?.id ?? null) !== stageId);
  return (
    <>
      <div className="board-card-who">
        <Avatar name={name} src={card.profilePicUrl} size={28} />
        <button
          type="button"
          className="board-card-name t-name t-ellipsis"
          dir="auto"
          title={t('open', { name })}
          onClick={() => onOpen(card)}
        >
          {name}
        </button>
        <MoreMenu
          label={t('actions', { name })}
          items={[
            ...(targets.length > 0 ? [{ heading: t('moveTo') }] : []),
            ...targets.map((stage) => ({
              label: nameOf(stage?.id ?? null),
              onClick: () => onMove(card, stageId, { stageId: stage?.id ?? null, after: null }),
            })),
            'divider' as const,
            {
              label: t('votes'),
              icon: <IconMessageCircle size={18} />,
              onClick: () => onReview(card),
            },
          ]}
        />
      </div>
      <div className="board-card-facts t-12 t-ink2">
        <PlatformIcon platform={card.platform} />
        {card.followerCount !== null && <span className="t-num">{compactFollowers(card.followerCount)}</span>}
        {card.review && <VoteCounts counts={card.review} onOpen={() => onReview(card)} name={name} />}
      </div>
      {card.tags.length > 0 && <StatusTags tags={shownTags(card.tags)} max={1} />}
      <CardFields card={card} fields={fields} />
    </>
  );
}

/** The values of custom fields; fields without one are left out. */
function CardFields({ card, fields }: { card: Card; fields: readonly ListField[] }) {
  const shown = fields
    .map((field) => ({ field, text: valueText(field, card.custom[field.id]) }))
    .filter(({ text }) => text !== '');
  if (shown.length === 0) return null;
  return (
    <dl className="board-card-fields t-12">
      {shown.map(({ field, text }) => (
        <div key={field.id}>
          <dt className="t-ink3" dir="auto">
            {field.name}
          </dt>
          <dd className="t-ellipsis" dir="auto" title={text}>
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}
