import { type ElementType, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { LinkContext, type LinkProps } from './action/link.tsx';
import { NoticeHost } from './feedback/notice-host.tsx';
import { loadPickList } from './field/pick-list.tsx';
import { usePreload } from './hooks.tsx';
import { loadMenuList } from './overlay/menu.tsx';
import { loadModal } from './overlay/overlay.tsx';

export type ColorSchemeChoice = 'auto' | 'light' | 'dark';

const KEY = 'troupe-color-scheme';
/** Read by tokens.css. */
const ATTRIBUTE = 'data-color-scheme';

const listeners = new Set<() => void>();
const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');

function stored(): ColorSchemeChoice {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : 'auto';
  } catch {
    return 'auto';
  }
}

let current: ColorSchemeChoice | null = null;

const read = (): ColorSchemeChoice => {
  current ??= stored();
  return current;
};

const resolved = (): 'light' | 'dark' => {
  const choice = read();
  if (choice !== 'auto') return choice;
  return prefersDark().matches ? 'dark' : 'light';
};

function apply() {
  document.documentElement.setAttribute(ATTRIBUTE, resolved());
  for (const listener of listeners) listener();
}

function setChoice(choice: ColorSchemeChoice) {
  current = choice;
  try {
    if (choice === 'auto') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Without storage, the choice lasts until the page closes.
  }
  apply();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the user's color scheme ('auto' follows the system) and its setter; stored in this browser. */
export function useColorScheme(): { choice: ColorSchemeChoice; setChoice: (c: ColorSchemeChoice) => void } {
  return { choice: useSyncExternalStore(subscribe, read), setChoice };
}

/** Applies the chosen scheme when the system or another tab changes; used by the provider. */
function useAppliedColorScheme() {
  useEffect(() => {
    const system = prefersDark();
    const otherTab = (event: StorageEvent) => {
      if (event.key !== KEY && event.key !== null) return;
      current = stored();
      apply();
    };
    apply();
    system.addEventListener('change', apply);
    window.addEventListener('storage', otherTab);
    return () => {
      system.removeEventListener('change', apply);
      window.removeEventListener('storage', otherTab);
    };
  }, []);
}

/** Preload overlays before they are opened. */
const loadPanels = () => Promise.all([loadMenuList(), loadModal(), loadPickList()]);

interface TroupeProviderProps {
  /** The router's anchor, used for every URL inside the app. */
  link?: ElementType<LinkProps>;
  children: ReactNode;
}

/** Color scheme (the system's by default), links and notices. */
export function TroupeProvider({ link = 'a', children }: TroupeProviderProps) {
  useAppliedColorScheme();
  usePreload(loadPanels);
  return (
    <LinkContext value={link}>
      {children}
      <NoticeHost />
    </LinkContext>
  );
}
