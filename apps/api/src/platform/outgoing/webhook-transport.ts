/** A signed event on its way to an address. */
export interface OutgoingPost {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What became of it. `status` is null when no answer came; `error` is null when it got through. */
export interface PostOutcome {
  status: number | null;
  error: string | null;
  /** How the answer began. */
  excerpt: string;
  ms: number;
}

/** Sends posts to addresses that strangers typed. Never throws. */
export type WebhookTransport = (post: OutgoingPost) => Promise<PostOutcome>;
