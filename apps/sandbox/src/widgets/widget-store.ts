import { checkIdentity, type IdentityAnswer, type IdentityClaim } from './widget-identity.ts';

export const widgetNames = ['intercom', 'beamer', 'headway', 'tag-manager'] as const;
export type WidgetName = (typeof widgetNames)[number];

/** `missing`: 404; `slow`: after 5 s; `broken`: no JavaScript; `throws`: fails while it runs. */
export const widgetFailures = ['missing', 'slow', 'broken', 'throws'] as const;
export type WidgetFailure = (typeof widgetFailures)[number];

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

const KEPT = 1000;

/** What pages did with the widgets, and how these behave. Kept until the sandbox stops. */
export class WidgetStore {
  readonly #secret: string;
  #calls: WidgetCall[] = [];
  #orders = new Map<WidgetName, WidgetFailure>();
  /** Whether the messenger refuses whoever cannot prove who they are. */
  enforced = true;

  /** @param secret the workspace's Messenger secret */
  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The newest first. */
  get calls(): readonly WidgetCall[] {
    return this.#calls;
  }

  get orders(): readonly { widget: WidgetName; failure: WidgetFailure }[] {
    return [...this.#orders].map(([widget, failure]) => ({ widget, failure }));
  }

  note(call: Omit<WidgetCall, 'at'>): void {
    this.#calls = [{ at: new Date().toISOString(), ...call }, ...this.#calls].slice(0, KEPT);
  }

  order(widget: WidgetName, failure: WidgetFailure | null): void {
    if (failure) this.#orders.set(widget, failure);
    else this.#orders.delete(widget);
  }

  failureOf(widget: WidgetName): WidgetFailure | undefined {
    return this.#orders.get(widget);
  }

  /** Who writes, noted with its outcome. */
  identify(claim: IdentityClaim): IdentityAnswer {
    const answer = checkIdentity(claim, this.#secret, new Date());
    this.note({
      ...{ widget: 'intercom', visit: '', path: '', call: 'identity' },
      args: [{ app_id: claim.app_id ?? null, user_id: answer.userId }],
      refused: answer.wrong,
    });
    return answer;
  }

  forget(): void {
    this.#calls = [];
    this.#orders.clear();
    this.enforced = true;
  }
}
