import { checkIdentity, type IdentityAnswer, type IdentityClaim } from './widget-identity.ts';

export const widgetNames = ['intercom', 'beamer', 'headway', 'tag-manager'] as const;
export type WidgetName = (typeof widgetNames)[number];

/** Something a page did with a widget. */
export interface WidgetCall {
  at: string;
  widget: WidgetName;
  /** One visit of one page. */
  visit: string;
  path: string;
  /** `script` when the script itself was asked for. */
  call: string;
  args: unknown;
  /** What was wrong about it, mostly its order. */
  refused: string | null;
}

const CALLS_KEPT = 1000;

/** What pages did with the widgets. Kept until the sandbox stops. */
export class WidgetStore {
  readonly #secret: string;
  /** The newest first. */
  calls: WidgetCall[] = [];
  /** Whether the messenger refuses whoever cannot prove who they are. */
  enforced = true;

  /** @param secret the workspace's Messenger secret */
  constructor(secret: string) {
    this.#secret = secret;
  }

  note(call: Omit<WidgetCall, 'at'>): void {
    this.calls = [{ at: new Date().toISOString(), ...call }, ...this.calls].slice(0, CALLS_KEPT);
  }

  /** Checks who writes, and notes the outcome. */
  identify(claim: IdentityClaim): IdentityAnswer {
    const answer = checkIdentity(claim, this.#secret);
    const args = [{ app_id: claim.app_id ?? null, user_id: answer.userId }];
    this.note({ widget: 'intercom', visit: '', path: '', call: 'identity', args, refused: answer.wrong });
    return answer;
  }

  forget(): void {
    this.calls = [];
    this.enforced = true;
  }
}
