import { useSyncExternalStore } from 'react';

export type NoticeKind = 'success' | 'info' | 'warning' | 'failure' | 'progress';

/** A notice's action; it also closes the notice. */
export interface NoticeAction {
  label: string;
  onClick?: () => void;
  href?: string;
}

export interface NoticeOptions {
  /** Second line, in regular weight. */
  detail?: string;
  action?: NoticeAction;
  /** Notices with the same ID replace each other. */
  id?: string;
}

export interface Notice extends NoticeOptions {
  id: string;
  kind: NoticeKind;
  text: string;
  /** Changes with every update, to restart the timer. */
  version: number;
}

export interface ProgressNotice {
  update: (change: { text?: string; detail?: string; action?: NoticeAction }) => void;
  done: (text: string, options?: NoticeOptions) => void;
  failed: (text: string, options?: NoticeOptions) => void;
  close: () => void;
}

/** Maximum number of notices; beyond that, the oldest one that can be dismissed is removed. */
const LIMIT = 4;

let notices: readonly Notice[] = [];
let counter = 0;
const listeners = new Set<() => void>();

function publish(next: readonly Notice[]) {
  notices = next;
  for (const listener of listeners) listener();
}

const stays = (notice: Notice) => notice.kind === 'failure' || notice.kind === 'progress';

function put(kind: NoticeKind, text: string, options: NoticeOptions = {}): string {
  counter += 1;
  const notice: Notice = { ...options, id: options.id ?? `notice-${counter}`, kind, text, version: counter };
  const known = notices.some((other) => other.id === notice.id);
  const next = known
    ? notices.map((other) => (other.id === notice.id ? notice : other))
    : [...notices, notice];
  if (next.length > LIMIT) {
    const leaving = next.find((other) => !stays(other) && other !== notice) ?? next[0];
    publish(next.filter((other) => other !== leaving));
  } else publish(next);
  return notice.id;
}

export function closeNotice(id: string) {
  if (notices.some((notice) => notice.id === id)) publish(notices.filter((notice) => notice.id !== id));
}

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notices,
  );
}

/**
 * Short messages about what just happened. All except errors and progress disappear automatically, later if
 * they have an action.
 */
export const notify = {
  success: (text: string, options?: NoticeOptions) => put('success', text, options),
  info: (text: string, options?: NoticeOptions) => put('info', text, options),
  warning: (text: string, options?: NoticeOptions) => put('warning', text, options),
  failure: (text: string, options?: NoticeOptions) => put('failure', text, options),
  /** Background work: stays until it is done, fails or is closed. */
  progress(text: string, options?: NoticeOptions): ProgressNotice {
    let current = { text, options };
    const id = put('progress', text, options);
    const open = () => notices.some((notice) => notice.id === id);
    return {
      update({ text: newText, ...change }) {
        current = { text: newText ?? current.text, options: { ...current.options, ...change } };
        if (open()) put('progress', current.text, { ...current.options, id });
      },
      done: (doneText, doneOptions) => void put('success', doneText, { ...doneOptions, id }),
      failed: (failedText, failedOptions) => void put('failure', failedText, { ...failedOptions, id }),
      close: () => closeNotice(id),
    };
  },
  close: closeNotice,
};
