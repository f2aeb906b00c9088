/** A signed event to send. */
export interface OutgoingPost {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The outcome. `status` is null without a response; `error` is null on success. */
export interface PostOutcome {
  status: number | null;
  error: string | null;
  /** The start of the response. */
  excerpt: string;
  ms: number;
}

/** Posts to user-supplied URLs. Never throws. */
export type WebhookTransport = (post: OutgoingPost) => Promise<PostOutcome>;
