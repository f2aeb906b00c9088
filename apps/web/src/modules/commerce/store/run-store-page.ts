import { linkTarget } from '../../../shared/links.ts';
import { beginInstall, type RefusalText, StoreRefusal } from './begin-install.ts';
import { keepStore } from './kept-store.ts';
import { startedVisit } from './started-visit.ts';
import { readStoreVisit, type StoreVisit, storeQuery } from './store-address.ts';
import { nonceOf } from './store-nonce.ts';

/** What the script says; the page carries it in its language. */
export type StorePageTexts = Record<
  | 'notFinished'
  | 'denied'
  | 'deniedAllow'
  | 'deniedAgain'
  | 'otherBrowser'
  | 'noStorage'
  | 'invalidUrl'
  | 'invalidUrlHelp'
  | 'blocked'
  | RefusalText,
  string
>;

interface Ways {
  /** What the store handed over is kept: on to the dashboard. */
  onKept: () => void;
  /** It was read: nothing of it stays in the address. */
  onRead: () => void;
}

/**
 * Hydrates the page where store owners arrive: verifies how they came, redirects to the consent page, keeps what it
 * returns, and shows errors. Works without React, for the plain page too. Returns a function that stops it.
 */
export function runStorePage(page: HTMLElement, { onKept, onRead }: Ways): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const { start, app, showShop, say } = partsOf(page);
  const texts = JSON.parse(page.dataset.texts ?? '{}') as StorePageTexts;
  let leaving = false;
  let checking: ReturnType<typeof beginInstall> | null = null;

  const visit = readStoreVisit(storeQuery());
  const query = queryOf(visit);
  showShop(visit.shop);
  if (app) {
    // A page that was made before did not know where that is.
    app.href = linkTarget('storeApp');
    app.hidden = query !== null;
  }
  if (visit.step !== 'start') meet(visit);
  // The signature holds for a moment only: it is checked before anybody presses anything.
  if (visit.step === 'start' && query !== null) void check();

  function meet(back: Exclude<StoreVisit, { step: 'start' }>): void {
    if (back.step === 'returned') {
      const refusal = takeOver(back);
      if (refusal !== null) say(texts.notFinished, texts[refusal]);
      else {
        onKept();
        return;
      }
    } else {
      say(texts.denied, query === null ? texts.deniedAgain : texts.deniedAllow);
    }
    onRead();
  }

  function setBusy(busy: boolean): void {
    if (!start) return;
    start.ariaDisabled = busy ? 'true' : null;
    start.toggleAttribute('data-busy', busy);
  }

  async function check(): Promise<string | null> {
    if (query === null) return null;
    try {
      checking ??= beginInstall(query);
      const { shop, authorizeUrl } = await checking;
      if (!signal.aborted) showShop(shop);
      return authorizeUrl;
    } catch (error) {
      checking = null;
      if (signal.aborted) return null;
      if (error instanceof StoreRefusal) say(texts[error.title], reasonOf(error));
      else say(texts.notVerified, texts.blocked);
      return null;
    }
  }

  /** The API answers in English. */
  function reasonOf({ title, reason }: StoreRefusal): string {
    if (reason && document.documentElement.lang === 'en') return reason;
    return title === 'badLink' && reason ? texts.invalidUrlHelp : texts.notChecked;
  }

  async function go(): Promise<void> {
    if (leaving) return;
    if (query === null) {
      say(texts.invalidUrl, texts.invalidUrlHelp);
      return;
    }
    leaving = true;
    setBusy(true);
    say('');
    const address = await check();
    if (signal.aborted) return;
    if (address === null) {
      leaving = false;
      setBusy(false);
    } else location.assign(address);
  }

  start?.addEventListener('click', () => void go(), { signal });
  // Back from the consent to the page as it was left.
  const again = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    leaving = false;
    setBusy(false);
  };
  addEventListener('pageshow', again, { signal });
  return () => ended.abort();
}

/** The parts of the page, how it names the shop, and how it says what is wrong. */
function partsOf(page: HTMLElement) {
  const find = <E extends HTMLElement>(name: string) => page.querySelector<E>(`.store-connect-${name}`);
  return {
    start: find<HTMLButtonElement>('start'),
    app: find<HTMLAnchorElement>('app'),
    showShop(shop: string | null): void {
      const line = find('shop');
      const name = line?.querySelector('span');
      if (!line || !name || !shop) return;
      name.textContent = shop;
      line.hidden = false;
    },
    /** Shows the notice and, as an alert, announces it to screen readers; without a title it is hidden. */
    say(title: string, text = ''): void {
      const notice = find('notice');
      const [first, second] = notice?.querySelectorAll('p') ?? [];
      if (!notice || !first || !second) return;
      notice.hidden = title === '';
      first.textContent = title;
      second.textContent = text;
    },
  };
}

/** What a start needs, also after a refused consent in this tab; null when it is not there. */
function queryOf(visit: StoreVisit): string | null {
  if (visit.step === 'start') return visit.query;
  return visit.step === 'declined' ? startedVisit.queryOf(visit.shop) : null;
}

/** Keeps what came back from the consent; answers why that is not done. */
function takeOver(visit: Extract<StoreVisit, { step: 'returned' }>): 'otherBrowser' | 'noStorage' | null {
  const { shop, hmac, code, state, query } = visit;
  const given = new URLSearchParams(query);
  try {
    startedVisit.forget();
    // Without a state it started elsewhere, because every start here creates one.
    if (state === null || nonceOf(state) === undefined) return 'otherBrowser';
    keepStore({
      shop,
      hmac,
      code,
      query,
      state,
      host: given.get('host') ?? '',
      timestamp: given.get('timestamp') ?? '',
    });
    return null;
  } catch {
    return 'noStorage';
  }
}
