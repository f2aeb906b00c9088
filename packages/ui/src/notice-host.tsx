import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconInfoCircle,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { CloseButton } from './icon-button.tsx';
import { Link } from './link.tsx';
import './notice.css';
import { closeNotice, type Notice, type NoticeAction, useNotices } from './notify.tsx';

const STAY_MS = 6000;

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

function NoticeCard({ notice, held }: { notice: Notice; held: boolean }) {
  const leaves = notice.kind !== 'failure' && notice.kind !== 'progress';
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update of the notice starts its time again
  useEffect(() => {
    if (!leaves || held) return;
    const timer = setTimeout(() => closeNotice(notice.id), STAY_MS);
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
      {notice.action && <Action action={notice.action} close={close} />}
      <CloseButton label="Dismiss" onClick={close} />
    </li>
  );
}

/** Shows the notices, bottom right, bottom centre on phones. While one is hovered or focused none leaves. */
export function NoticeHost() {
  const notices = useNotices();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const empty = notices.length === 0;
  // The list that held the pointer may be gone without a leave event.
  useEffect(() => {
    if (!empty) return;
    setHovered(false);
    setFocused(false);
  }, [empty]);
  return createPortal(
    <section aria-label="Notices" className="t-notices" aria-live="polite">
      <ul
        className="t-notice-list"
        onPointerEnter={() => setHovered(true)}
        onPointerLeave={() => setHovered(false)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      >
        {notices.map((notice) => (
          <NoticeCard key={notice.id} notice={notice} held={hovered || focused} />
        ))}
      </ul>
    </section>,
    document.body,
  );
}
