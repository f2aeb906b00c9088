import type { SupportWidgetConfig } from '../../../shared/config.ts';
import { loadVendorScript } from '../../../shared/vendor-script.ts';
import { t } from '../messages/messages.gen.ts';

type Messenger = ((...command: unknown[]) => void) & { q?: unknown[][] };

declare global {
  interface Window {
    Intercom?: Messenger | undefined;
    intercomSettings?: object | undefined;
  }
}

/** The user and brand. Signed fields are only in the token. */
export interface SupportPerson {
  intercom_user_jwt: string;
  /** Seconds since 1970. */
  created_at: number;
  company?: { company_id: string; name: string; plan: string };
}

let fetched = false;
let open = false;

/** Opens the messenger for a person; its script is fetched with the first one. Until it comes, commands wait. */
export function bootMessenger(
  { appId, apiBase, script: address }: SupportWidgetConfig,
  person: SupportPerson,
): void {
  const settings = { app_id: appId, api_base: apiBase, hide_default_launcher: false, ...person };
  window.intercomSettings = settings;
  window.Intercom ??= waiting();
  open = true;
  tell('boot', settings);
  if (fetched) return;
  fetched = true;
  void loadVendorScript(address).then((came) => {
    if (came) return;
    // Discard queued calls; the next login tries to load it again.
    fetched = false;
    open = false;
    window.Intercom = undefined;
  });
}

/** Tells it that another screen or brand is open, or of a token that holds longer. */
export function updateMessenger(person?: SupportPerson): void {
  if (!open) return;
  if (person) tell('update', person);
  else tell('update');
}

/** Ends it: the next person of this browser must not find the conversations of this one. */
export function shutMessenger(): void {
  if (!open) return;
  open = false;
  window.intercomSettings = undefined;
  tell('shutdown');
}

/** What fails in there is none of the page's business. */
function tell(...command: unknown[]): void {
  try {
    window.Intercom?.(...command);
  } catch (error) {
    console.warn(t('support.failed'), error);
  }
}

/** Keeps commands for the script, in the place where it looks for them. */
function waiting(): Messenger {
  const q: unknown[][] = [];
  return Object.assign((...command: unknown[]) => void q.push(command), { q });
}
