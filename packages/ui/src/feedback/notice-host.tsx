import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconInfoCircle,
} from '@tabler/icons-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { KeyHint, keyNames, useHotkey } from '../action/hotkey.tsx';
import { CloseButton } from '../action/icon-button.tsx';
import { Link } from '../action/link.tsx';
import { useEscape } from '../overlay/layers.tsx';
import './notice.css';
import { t } from '../messages/messages.gen.ts';
import { closeNotice, type Notice, type NoticeAction, useNotices } from './notify.tsx';

/** Notices with an action stay longer. */
const STAY_MS = { plain: 6000, withAction: 10_000 };
const NOTICE_KEY = 'n';

const icons = {
  success: <IconCircleCheckFilled size={18} className="t-notice-success" />,
  info: <IconInfoCircle size={18} className="t-ink2" />,
  warning: <IconAlertTriangle size={18} className="t-notice-warning" />,
  failure: <IconAlertCircle size={18} className="t-notice-failure" />,
  progress: <IconCircleDashed size={18} className="t-notice-progress" />,
};

function Action({ action, close }: { action: NoticeAction; close: () => void }) {
  const onClick = () => {
    close();
    action.onClick?.();
  };
  if (action.href) {
    return (
      <Link className="t-notice-action" href={action.href} onClick={onClick}>
        {action.label}
      </Link>
    );
  }
  return (
    <button type="button" className="t-notice-action" onClick={onClick}>
      {action.label}
    </button>
  );
}

function NoticeCard({ notice, held, newest }: { notice: Notice; held: boolean; newest: boolean }) {
  const leaves = notice.kind !== 'failure' && notice.kind !== 'progress';
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update of the notice starts its time again
  useEffect(() => {
    if (!leaves || held) return;
    const stay = notice.action ? STAY_MS.withAction : STAY_MS.plain;
    const timer = setTimeout(() => closeNotice(notice.id), stay);
    return () => clearTimeout(timer);
  }, [leaves, held, notice.id, notice.version]);
  const close = () => closeNotice(notice.id);
  return (
    <li className="t-notice" data-kind={notice.kind}>
      {icons[notice.kind]}
      <div className="t-grow" role={notice.kind === 'failure' ? 'alert' : 'status'}>
        <div className="t-notice-text">{notice.text}</div>
        {notice.detail && <div className="t-notice-detail">{notice.detail}</div>}
      </div>
      {newest && notice.action && <KeyHint keys={keyNames(NOTICE_KEY)} />}
      {notice.action && <Action action={notice.action} close={close} />}
      <CloseButton label={t('action.dismiss')} onClick={close} />
    </li>
  );
}

/** What notices never lie on: main buttons, and bars of actions at the bottom of the window. */
const KEPT_CLEAR = '.t-button[data-kind="main"], .t-bulk, .t-dialog-foot, [data-action-bar]';
const GAP = 12;
/** The page below may scroll or change while a notice is shown. */
const LOOK_AGAIN_MS = 200;

/** Moves the notices up until they cover nothing of {@link KEPT_CLEAR}; where there is no such place, they stay. */
function useClearPlace(place: RefObject<HTMLElement | null>, notices: readonly Notice[]): void {
  useLayoutEffect(() => {
    const node = place.current;
    if (!node || notices.length === 0) return;
    const look = () => {
      const { left, right, height } = node.getBoundingClientRect();
      const obstacles = [...document.querySelectorAll(KEPT_CLEAR)]
        .map((one) => one.getBoundingClientRect())
        .filter((box) => box.width > 0 && box.left < right && box.right > left);
      const usual = Number.parseFloat(getComputedStyle(node).getPropertyValue('--t-notice-bottom'));
      let bottom = innerHeight - usual;
      const covered = () => obstacles.find((box) => box.top < bottom && box.bottom > bottom - height);
      for (let box = covered(); box; box = covered()) bottom = box.top - GAP;
      node.style.bottom = bottom - height < GAP ? '' : `${innerHeight - bottom}px`;
    };
    look();
    const timer = setInterval(look, LOOK_AGAIN_MS);
    addEventListener('resize', look);
    return () => {
      clearInterval(timer);
      removeEventListener('resize', look);
      node.style.bottom = '';
    };
  }, [place, notices]);
}

/**
 * Shows notices at the bottom right, on phones at the bottom center. They don't disappear while one is
 * hovered or focused. They come last in tab order, so a hotkey leads to the newest; Escape leads back, and so
 * does its action.
 */
export function NoticeHost() {
  const notices = useNotices();
  const place = useRef<HTMLElement>(null);
  useClearPlace(place, notices);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const empty = notices.length === 0;
  const list = useRef<HTMLUListElement>(null);
  const from = useRef<Element | null>(null);
  const goBack = () => {
    if (from.current instanceof HTMLElement && from.current.isConnected) from.current.focus();
    from.current = null;
  };
  useHotkey(
    NOTICE_KEY,
    () => {
      if (!list.current?.contains(document.activeElement)) from.current = document.activeElement;
      list.current?.lastElementChild?.querySelector<HTMLElement>('a, button')?.focus();
    },
    !empty,
  );
  useEscape(goBack, focused);
  // The focused notice was removed, and focus with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever notices come or go
  useEffect(() => {
    if (!from.current || document.activeElement !== document.body) return;
    setFocused(false);
    goBack();
  }, [notices]);
  // The list under the pointer may be removed without a leave event.
  useEffect(() => {
    if (!empty) return;
    setHovered(false);
    setFocused(false);
  }, [empty]);
  return createPortal(
    <section
      ref={place}
      aria-label={t('notices')}
      className="t-notices"
      aria-live="polite"
      aria-keyshortcuts={NOTICE_KEY}
    >
      <ul
        ref={list}
        className="t-notice-list"
        onPointerEnter={() => setHovered(true)}
        onPointerLeave={() => setHovered(false)}
        onFocus={() => setFocused(true)}
        onBlur={(event) => {
          setFocused(false);
          // Don't move the focus back if the user has moved it.
          if (event.relatedTarget && !list.current?.contains(event.relatedTarget)) from.current = null;
        }}
      >
        {notices.map((notice) => (
          <NoticeCard
            key={notice.id}
            notice={notice}
            held={hovered || focused}
            newest={notice === notices.at(-1)}
          />
        ))}
      </ul>
    </section>,
    document.body,
  );
}
