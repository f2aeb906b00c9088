import type { ServerResponse } from 'node:http';

/** An event with its audience, number and wire format. */
export interface WireEvent {
  audience: string;
  id: number;
  text: string;
}

/** A user listening to events, with their position. */
export interface LiveSubscriber {
  userId: string;
  audiences: readonly string[];
  /** The last event they received; null starts with new ones. */
  after: number | null;
  /** When the stream ends, in milliseconds: the expiry of its token. */
  until: number;
  /** Returns whether they may still listen; called when the user's brands or role change. */
  allowed(): Promise<boolean>;
  /** Returns whether the session has ended; called with every heartbeat. */
  ended(): Promise<boolean>;
}

/** A stream that accepted nothing for this long is closed. */
const STALLED_MS = 60_000;

/**
 * One user's stream. `live`: receives events as they are distributed. `behind`: under backpressure or just opened,
 * receives nothing until it catches up from the table. `catching`: catching up.
 */
export class LiveStream {
  readonly subscriber: LiveSubscriber;
  /** The last number that was sent or skipped as irrelevant. */
  sent: number;
  readonly #response: ServerResponse;
  #state: 'live' | 'behind' | 'catching' = 'behind';
  #stalledSince: number | null = null;
  /** Number of the pause in effect while access is rechecked; 0 without one. */
  #held = 0;
  #pauses = 0;

  constructor(response: ServerResponse, subscriber: LiveSubscriber, sent: number) {
    this.#response = response;
    this.subscriber = subscriber;
    this.sent = sent;
  }

  get ended(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  /** Sends the starting position, so that a connection lost before its first event can resume. */
  sendStart(lost: boolean): void {
    const event = { id: String(this.sent), type: 'reset', campaignId: null, optInId: null, data: {} };
    this.#write(`retry: 1000\nid: ${this.sent}\n\n`);
    if (lost) this.#write(`id: ${this.sent}\nevent: reset\ndata: ${JSON.stringify(event)}\n\n`);
  }

  send(event: WireEvent): void {
    if (this.#state !== 'live' || event.id <= this.sent) return;
    this.sent = event.id;
    if (!this.#write(event.text)) this.#state = 'behind';
  }

  sendEphemeral(text: string): void {
    if (this.#state === 'live' && !this.#write(text)) this.#state = 'behind';
  }

  /** Starts catching up. Returns false if it already is, or is still under backpressure. */
  startCatchingUp(): boolean {
    if (this.#held > 0 || this.#state !== 'behind' || this.ended || this.#response.writableNeedDrain)
      return false;
    this.#stalledSince = null;
    this.#state = 'catching';
    return true;
  }

  /** Sends missed events; false under backpressure, with the rest following after a drain. */
  sendMissed(events: readonly WireEvent[]): boolean {
    for (const event of events) {
      if (this.#held > 0) {
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
    this.#state = this.#held > 0 ? 'behind' : 'live';
  }

  /** Marks the stream as behind. */
  markBehind(): void {
    this.#state = 'behind';
  }

  /**
   * Pauses the stream and returns the pause's number for `resume`.
   * @param newest the last distributed event, which a live stream has received
   */
  pause(newest: number): number {
    if (this.#state === 'live') {
      this.sent = Math.max(this.sent, newest);
      this.#state = 'behind';
    }
    this.#pauses += 1;
    this.#held = this.#pauses;
    return this.#held;
  }

  /** Ends a pause; false if a later pause replaced it. */
  resume(pause: number): boolean {
    if (this.#held !== pause) return false;
    this.#held = 0;
    return true;
  }

  /**
   * Sends a heartbeat that keeps proxies from closing the connection; closes stalled streams and those past their
   * token's expiry.
   */
  heartbeat(now: number): void {
    if (now >= this.subscriber.until) this.end();
    else if (this.#response.writableNeedDrain) {
      this.#stalledSince ??= now;
      if (now - this.#stalledSince >= STALLED_MS) this.#response.destroy();
    } else this.#write(': \n\n');
  }

  end(): void {
    this.#response.end();
    // A stalled client must not keep the server from stopping.
    if (this.#response.writableNeedDrain) this.#response.destroy();
  }

  #write(text: string): boolean {
    return !this.ended && this.#response.write(text);
  }
}
