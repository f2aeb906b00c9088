import type { MentionFigures } from './mention.ts';
import type { SourceAuthor, SourceEvent, SourcePost } from './source-event.ts';

/** Events of a stream with the position after them. */
export interface StreamBatch {
  events: SourceEvent[];
  cursor: string;
  /** The time of the last event, in milliseconds. */
  eventAt: number;
}

/** Where a stream continues. */
export interface StreamStart {
  /** The host that the cursor is of. */
  host: string;
  cursor: string;
  eventAt: number;
}

/** The stream begins later than asked for: posts in between are missing. */
export interface LookBackLost {
  from: number;
  to: number;
}

/** Callbacks of a connection. The next batch is only read once the last one was taken. */
export interface StreamHandler {
  /** Takes events. A failure closes the connection. */
  take(batch: StreamBatch): Promise<void>;
  /** The host no longer has the requested posts. */
  lost(gap: LookBackLost): Promise<void>;
  /** The host answered. */
  opened(host: string): void;
}

/** A source that sends all public posts, for matching on this side. */
export interface MentionStreamPort {
  /** Hosts in the order in which they are tried. */
  readonly hosts: readonly string[];
  /** How far back a host can start, in milliseconds. */
  readonly lookBackMs: number;
  /**
   * Connects to a host and hands over events until it is aborted or the connection is lost.
   * @param start null to start now
   */
  listen(host: string, start: StreamStart | null, handler: StreamHandler, signal: AbortSignal): Promise<void>;
  /** Completes authors and figures; those that are unknown stay as they are. */
  lookUp(posts: SourcePost[], signal?: AbortSignal): Promise<void>;
  /** Returns current figures and authors by external ID. Posts that are gone are left out. */
  readPosts(
    externalIds: readonly string[],
  ): Promise<Map<string, { figures: MentionFigures; author: SourceAuthor }>>;
  /** Searches for posts in a time, newest first; null if searches aren't possible. */
  search(
    query: string,
    time: { since: number; until: number },
    cursor: string | null,
  ): Promise<{ posts: SourcePost[]; cursor: string | null } | null>;
}
