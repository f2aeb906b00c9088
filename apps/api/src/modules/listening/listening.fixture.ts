import type { TestSandbox } from '../../testing/test-sandbox.ts';

/** Settings with which an API listens to the sandbox's Bluesky. @param version of the stream */
export function listenTo(sandbox: TestSandbox, version: 1 | 2 = 1): Record<string, string> {
  const socket = sandbox.origin.replace(/^http/, 'ws');
  const path = version === 1 ? '' : '/xrpc/network.bsky.jetstream.subscribeEvents';
  return {
    BLUESKY_STREAMS: `${socket}/bluesky/jetstream${path}`,
    BLUESKY_URL: `${sandbox.origin}/bluesky`,
    BLUESKY_ACCOUNT_URL: `${sandbox.origin}/bluesky`,
    BLUESKY_HANDLE: 'troupe.bsky.test',
    BLUESKY_APP_PASSWORD: 'sandbox-app-password',
    SENTIMENT_DIR: '/nowhere',
  };
}

/** A post in the sandbox. */
export interface SandboxPost {
  text: string;
  handle?: string;
  displayName?: string;
  followers?: number;
  langs?: string[];
  createdAt?: string;
  link?: string;
  replyTo?: string;
  tags?: string[];
}

/** Posts in the sandbox, and returns the post's URI. */
export async function postOf(sandbox: TestSandbox, post: SandboxPost): Promise<string> {
  const made = await sandbox.call<{ post: { uri: string } }>('POST', '/api/bluesky/posts', post);
  return made.post.uri;
}
