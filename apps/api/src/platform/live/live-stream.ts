import type { ServerResponse } from 'node:http';

/** An event on its way: whom it is for, its number, and how it stands on the wire. */
export interface WireEvent {
  audience: string;
  id: number;
  text: string;
}

/** Who listens, and where they stopped. */
export interface LiveSubscriber {
  userId: string;
  audiences: readonly string[];
  /** The last event they have; null begins with what happens from now on. */
  after: number | null;
  /** The stream ends at this moment, in milliseconds: that of the token it was opened with. */
  until: number;
  /** Whether they still may listen; asked when the person's brands or role change. */
  allowed(): Promise<boolean>;
  /** Whether the session it was opened with has ended since; asked with every heartbeat. */
  ended(): Promise<boolean>;
}

/** A stream that took nothing for so long is ended. */
const STALLED_MS = 60_000;

/**
 * One person's stream. `live`: gets events as they are handed out. `behind`: its line is full, or it has just begun;
 * it gets nothing until it reads on from the table. `catching`: it does.
 */
export class LiveStream {
  readonly subscriber: LiveSubscriber;
  /** Everything up to this number was sent, or is not for this stream. */
  sent: number;
  readonly #response: ServerResponse;
  #state: 'live' | 'behind' | 'catching' = 'behind';
  #stalledSince: number | null = null;
  /** Whether it gets nothing until it is known that its person still may listen. */
  #held = false;

  constructor(response: ServerResponse, subscriber: LiveSubscriber, sent: number) {
    this.#response = response;
    this.subscriber = subscriber;
    this.sent = sent;
  }

  get ended(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  /** Says where the stream begins, so that a connection lost before its first event goes on from there. */
  greet(lost: boolean): void {
    const event = { id: String(this.sent), type: 'reset', campaignId: null, optInId: null, data: {} };
    this.#write(`retry: 1000\nid: ${this.sent}\n\n`);
    if (lost) this.#write(`id: ${this.sent}\nevent: reset\ndata: ${JSON.stringify(event)}\n\n`);
  }

  send(event: WireEvent): void {
    if (this.#state !== 'live' || event.id <= this.sent) return;
    this.sent = event.id;
    if (!this.#write(event.text)) this.#state = 'behind';
  }

  sendInPassing(text: string): void {
    if (this.#state === 'live' && !this.#write(text)) this.#state = 'behind';
  }

  /** Answers false when it catches up already, or its line is still full. */
  beginCatchingUp(): boolean {
    if (this.#held || this.#state !== 'behind' || this.ended || this.#response.writableNeedDrain)
      return false;
    this.#stalledSince = null;
    this.#state = 'catching';
    return true;
  }

  /** Sends what was missed; false when the line is full, and the rest follows once it drains. */
  sendMissed(events: readonly WireEvent[]): boolean {
    for (const event of events) {
      if (this.#held) {
        this.#state = 'behind';
        return false;
      }
      this.sent = event.id;
      if (!this.#write(event.text)) {
        this.#state = 'behind';
        return false;
      }
    }
    return !this.ended;
  }

  goLive(): void {
    this.#state = this.#held ? 'behind' : 'live';
  }

  /** It has to catch up once more. */
  fallBehind(): void {
    this.#state = 'behind';
  }

  /** Sends nothing more until `letGo`. */
  hold(): void {
    this.#held = true;
    if (this.#state === 'live') this.#state = 'behind';
  }

  /** Ends the hold; false when there was none. */
  letGo(): boolean {
    const held = this.#held;
    this.#held = false;
    return held;
  }

  /** Keeps proxies from closing a quiet line; ends what has stalled or outlived its token. */
  beat(now: number): void {
    if (now >= this.subscriber.until) this.end();
    else if (this.#response.writableNeedDrain) {
      this.#stalledSince ??= now;
      if (now - this.#stalledSince >= STALLED_MS) this.#response.destroy();
    } else this.#write(': \n\n');
  }

  end(): void {
    this.#response.end();
    // Whoever takes nothing does not keep the server from stopping.
    if (this.#response.writableNeedDrain) this.#response.destroy();
  }

  #write(text: string): boolean {
    return !this.ended && this.#response.write(text);
  }
}
