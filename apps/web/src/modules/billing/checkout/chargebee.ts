import type { HostedPage } from '@troupe/domain/billing/checkout';
import { FROM_TABLET } from '@troupe/ui/lib/breakpoints';
import { config } from '../../../shared/config.ts';

/** What of Chargebee.js is used. */
interface ChargebeeInstance {
  openCheckout(options: {
    /** Answers the page itself, without a wrapper. */
    hostedPage: () => Promise<unknown>;
    success: (hostedPageId: string) => void;
    close: () => void;
    error: (error: unknown) => void;
  }): void;
  closeAll(): void;
}

declare global {
  interface Window {
    Chargebee?: { init(options: { site: string; isItemsModel: boolean }): ChargebeeInstance };
  }
}

let loading: Promise<ChargebeeInstance | null> | null = null;
let ready: ChargebeeInstance | null = null;

/** Phones would open a new window, which browsers block outside a click, so navigate to the page instead. */
const roomForDialog = () => matchMedia(FROM_TABLET).matches;

/** Fetches the provider's script ahead of the click. Where it does not come, people pay on the provider's page. */
export function prepareDialog(): void {
  if (config.checkout && roomForDialog()) void load();
}

function load(): Promise<ChargebeeInstance | null> {
  loading ??= new Promise<ChargebeeInstance | null>((resolve) => {
    const { script = '', site = '' } = config.checkout ?? {};
    const element = document.createElement('script');
    element.src = script;
    element.async = true;
    element.onload = () => {
      try {
        ready = window.Chargebee?.init({ site, isItemsModel: true }) ?? null;
      } catch {
        ready = null;
      }
      resolve(ready);
    };
    element.onerror = () => {
      element.remove();
      // Another try may find it.
      loading = null;
      resolve(null);
    };
    document.head.append(element);
  });
  return loading;
}

/** How a dialog ended. `closed`: without a payment. */
export type DialogEnd =
  | { state: 'paid'; hostedPageId: string }
  | { state: 'closed' }
  | { state: 'failed'; error: unknown };

/** How long to wait for the script after a click before navigating to the page. */
const PATIENCE_MS = 3000;

/** The dialog over this page, when there can be one. */
export async function dialog(): Promise<((page: () => Promise<HostedPage>) => Promise<DialogEnd>) | null> {
  if (!config.checkout || !roomForDialog()) return null;
  const instance =
    ready ??
    (await Promise.race([
      load(),
      new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS)),
    ]));
  if (!instance) return null;
  return (page) =>
    new Promise((resolve) => {
      let failure: unknown;
      instance.openCheckout({
        // Request the page here to get its error directly, not as the script words it.
        hostedPage: () =>
          page().catch((error: unknown) => {
            failure = error;
            throw error;
          }),
        success: (hostedPageId) => {
          // Runs before the close event.
          resolve({ state: 'paid', hostedPageId });
          instance.closeAll();
        },
        close: () =>
          resolve(failure === undefined ? { state: 'closed' } : { state: 'failed', error: failure }),
        error: (error) => {
          resolve({ state: 'failed', error: failure ?? error });
          instance.closeAll();
        },
      });
    });
}
