declare global {
  /** Requests that the page's first script sent before the app was there. */
  var troupeEarly: EarlyRequests | undefined;
}

interface EarlyRequest {
  askedAt: number;
  answer: Promise<Response>;
  /** Milliseconds until the answer came. */
  took: number | undefined;
  taken: boolean;
}

/** Requests sent before the app was there, each for one caller who asks for the same in the same way. */
export class EarlyRequests {
  /** Older answers are asked for again, in milliseconds. */
  static readonly maxAgeMs = 15_000;

  readonly #requests = new Map<string, EarlyRequest>();
  /** What the app sent itself, because it was sooner. */
  readonly #sentByApp = new Set<string>();
  readonly #base: string;
  readonly #headers: Record<string, string>;

  /**
   * @param base URL of the API
   * @param headers headers of every request
   */
  constructor(base: string, headers: Record<string, string>) {
    this.#base = base;
    this.#headers = headers;
  }

  /** Sends a GET request unless the app has already sent it. */
  send(path: string): Promise<Response> | undefined {
    const url = this.#base + path;
    if (this.#sentByApp.has(url)) return undefined;
    const askedAt = performance.now();
    const answer = fetch(url, { method: 'GET', headers: this.#headers });
    const request: EarlyRequest = { askedAt, answer, took: undefined, taken: false };
    this.#requests.set(url, request);
    answer.then(
      () => {
        request.took = performance.now() - askedAt;
      },
      // The app sends it again.
      () => this.#requests.delete(url),
    );
    return answer;
  }

  /** Returns the answer to the same request, once; undefined when it wasn't sent, or with other headers. */
  take(url: string, init: RequestInit = {}): Promise<Response> | undefined {
    const request = this.#requests.get(url);
    if ((init.method ?? 'GET') !== 'GET') return undefined;
    if (!request) this.#sentByApp.add(url);
    if (!request || request.taken) return undefined;
    if (performance.now() - request.askedAt > EarlyRequests.maxAgeMs || !this.#sameHeaders(init))
      return undefined;
    request.taken = true;
    return orAborted(request.answer, init.signal).catch((error) => {
      if (init.signal?.aborted) throw error;
      return fetch(url, init);
    });
  }

  /** Returns how long the answer that was taken for a URL took, in milliseconds, once. */
  tookMs(url: string): number | undefined {
    const request = this.#requests.get(url);
    if (!request?.taken) return undefined;
    this.#requests.delete(url);
    return request.took;
  }

  #sameHeaders(init: RequestInit): boolean {
    const now = [...new Headers(init.headers)];
    const then = new Headers(this.#headers);
    return now.length === [...then].length && now.every(([name, value]) => then.get(name) === value);
  }
}

/** Rejects as an aborted `fetch` does, when its caller no longer waits. */
function orAborted(answer: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
