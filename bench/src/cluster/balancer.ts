import { setTimeout as sleep } from 'node:timers/promises';

const CHECK_EVERY_MS = 1000;
const CHECK_TIMEOUT_MS = 5000;
/** How long a request waits for a node that takes it. */
const TRY_MS = 5000;
const TRY_EVERY_MS = 100;

/** The status of an answer, or of the proxy that had none. */
export interface Answered {
  status: number;
}

/**
 * Sends requests to nodes in turn, like the proxy of `deploy/caddy`: leaves out a node that refuses a connection or fails
 * its health check, until it is healthy again. What a refused connection could not deliver goes to the next node; what broke
 * on its way goes there only if it is safe to repeat.
 */
export class Balancer {
  readonly #nodes: { url: string; isHealthy: boolean }[];
  readonly #stopped = new AbortController();
  #turn = 0;
  /** Requests that the first node failed and another one answered. */
  rescued = 0;

  constructor(urls: readonly string[]) {
    this.#nodes = urls.map((url) => ({ url, isHealthy: true }));
    for (const node of this.#nodes) void this.#watch(node);
  }

  /**
   * Returns the next healthy node, or null if there is none.
   * @param avoided the node that is returned only if no other one is healthy
   */
  pick(avoided?: string | null): string | null {
    const count = this.#nodes.length;
    let last: string | null = null;
    for (let tries = 0; tries < count; tries++) {
      const node = this.#nodes[this.#turn++ % count];
      if (!node?.isHealthy) continue;
      if (node.url !== avoided) return node.url;
      last = node.url;
    }
    return last;
  }

  /**
   * Sends a request, and tells which node answered it.
   * @param isSafe whether the request may arrive twice
   * @param avoided a node that should not answer it while another one is healthy
   * @throws if it broke on its way to a node
   */
  async send<A extends Answered>(
    work: (url: string) => Promise<A>,
    isSafe: boolean,
    avoided?: string | null,
  ): Promise<(A & { url: string }) | (Answered & { url: null })> {
    const until = performance.now() + TRY_MS;
    let broken = 0;
    for (let tries = 0; ; tries++) {
      const url = this.pick(avoided);
      if (!url) {
        if (performance.now() > until) return { status: 503, url: null };
        await sleep(TRY_EVERY_MS);
        continue;
      }
      try {
        const answer = await work(url);
        if (tries > 0) this.rescued += 1;
        return Object.assign(answer, { url });
      } catch (error) {
        const isRefused = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
        if (isRefused) this.#leave(url);
        else broken += 1;
        if (broken > (isSafe ? 1 : 0) || performance.now() > until) throw error;
      }
    }
  }

  stop(): void {
    this.#stopped.abort();
  }

  #leave(url: string): void {
    for (const node of this.#nodes) if (node.url === url) node.isHealthy = false;
  }

  async #watch(node: { url: string; isHealthy: boolean }): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]);
      const answer = await fetch(`${node.url}/readyz`, { signal: limit }).catch(() => null);
      await answer?.arrayBuffer().catch(() => {});
      if (!signal.aborted) node.isHealthy = answer?.ok === true;
      await sleep(CHECK_EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }
}
