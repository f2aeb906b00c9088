import { useSyncExternalStore } from 'react';
import type { UpdatesWidgetConfig } from '../../../shared/config.ts';
import { offerUpdates } from '../../../shared/panels.ts';
import { onLeaving } from '../../../shared/session/leave.ts';
import { loadVendorScript } from '../../../shared/vendor-script.ts';

declare global {
  interface Window {
    beamer_config?: object;
    Beamer?: { show(): void; destroy(): void };
    Headway?: { init(options: object): void; show(): void };
  }
}

/** `failed`: it was blocked or broke; our own list takes its place. */
interface UpdatesWidget {
  state: 'waiting' | 'ready' | 'failed';
  unread: number;
}

let widget: UpdatesWidget = { state: 'waiting', unread: 0 };
let started = false;
const listeners = new Set<() => void>();

function change(next: Partial<UpdatesWidget>): void {
  widget = { ...widget, ...next };
  for (const listener of listeners) listener();
}

/** The widget of another company, as it is now. */
export function useUpdatesWidget(): UpdatesWidget {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => widget,
  );
}

/** A number that comes from elsewhere. */
const setUnread = (unread: unknown) =>
  change({ unread: typeof unread === 'number' && unread > 0 ? Math.floor(unread) : 0 });

/** Loads the widget once per page with only the user's ID, so that it can track read updates. */
export function startUpdatesWidget(
  { vendor, id, script }: UpdatesWidgetConfig,
  person: { userId: string; staff: boolean },
): void {
  if (started) return;
  started = true;
  void (vendor === 'beamer' ? beamer(id, script, person) : headway(id, script)).catch(fail);
}

function fail(): void {
  offerUpdates(null);
  change({ state: 'failed', unread: 0 });
}

/** From now on a click opens the widget; the first one that does not work is the last that is tried. */
function ready(show: () => void, destroy: () => void): void {
  offerUpdates(() => {
    try {
      show();
      return true;
    } catch {
      fail();
      return false;
    }
  });
  change({ state: 'ready' });
  onLeaving(() => {
    try {
      destroy();
    } catch {
      // The page is being left anyway.
    }
  });
}

async function beamer(id: string, script: string, person: { userId: string; staff: boolean }): Promise<void> {
  window.beamer_config = {
    product_id: id,
    // The menu's own entry isn't always present.
    button: false,
    user_id: person.userId,
    filter: person.staff ? 'admin' : 'member',
    callback: setUnread,
  };
  const came = await loadVendorScript(script);
  const { Beamer } = window;
  if (!came || !Beamer) return fail();
  ready(
    () => Beamer.show(),
    () => Beamer.destroy(),
  );
}

const PLACE = 'troupe-updates-place';

async function headway(id: string, script: string): Promise<void> {
  const came = await loadVendorScript(script);
  const { Headway } = window;
  if (!came || !Headway) return fail();
  // Its badge wants an element that is there when it starts and stays; the menu's entries come and go.
  const place = document.createElement('span');
  place.id = PLACE;
  Object.assign(place.style, { position: 'fixed', right: '24px', bottom: '24px', zIndex: '40' });
  document.body.append(place);
  Headway.init({
    selector: `#${PLACE}`,
    account: id,
    position: { x: 'left', y: 'top' },
    callbacks: {
      onWidgetReady: (own?: { getUnseenCount?: () => unknown }) => setUnread(own?.getUnseenCount?.()),
      onShowWidget: () => setUnread(0),
    },
  });
  ready(
    // It closes at every click beside it, and this one is not over yet.
    () => setTimeout(() => Headway.show()),
    () => place.remove(),
  );
}
