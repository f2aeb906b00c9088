/** What may be changed while the sandbox runs; a restart keeps it. */
export interface ShopifySettings {
  /** Where the app's configuration sends the compliance calls; empty: nowhere. */
  webhookUrl: string;
  /** Origin of the app: where installs begin, and the only one people are sent back to. */
  webOrigin: string;
  /** Seconds after each failed webhook until the next attempt; after as many retries the subscription is deleted. */
  retrySeconds: number[];
  /** A webhook that is answered later counts as not taken. */
  answerWithinMs: number;
  /** While true no webhook is sent; what happens meanwhile goes out afterwards. */
  stopped: boolean;
  /** Life of an access token. */
  tokenSeconds: number;
  /** Life of a refresh token. */
  refreshTokenSeconds: number;
  /** From an uninstall until `shop/redact`. */
  redactSeconds: number;
  /** Cost points of a store's bucket, and how many come back in a second; null: those of its plan. */
  bucket: { size: number; perSecond: number } | null;
}

/** What the platform is told by the environment. */
export interface ShopifyConfig {
  /** The app's client id. */
  key: string;
  secret: string;
  /** The secret before the present one, for webhooks that are signed with it as ordered. */
  oldSecret: string;
  settings: ShopifySettings;
}
