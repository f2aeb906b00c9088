import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { MAX_EXCERPT } from '@troupe/domain/operations/outgoing-webhook';
import { NotPublic, publicOnly } from '../../platform/outgoing/public-address.ts';
import type {
  OutgoingPost,
  PostOutcome,
  WebhookTransport,
} from '../../platform/outgoing/webhook-transport.ts';

/** Options for posting events. */
export interface HttpPostOptions {
  /** Also allows private addresses and plain http, for development and tests. */
  anywhere: boolean;
  timeoutMs: number;
}

class Refusal extends Error {}

const NOT_PUBLIC = 'The URL points to a private network. Use a public URL.';

/**
 * Posts to user-supplied URLs: https only, public addresses only, without following redirects, and
 * reading only as much of the response as is stored. Connects to the address that was checked, so
 * DNS can't return another one for the connection.
 */
export function httpPost({ anywhere, timeoutMs }: HttpPostOptions): WebhookTransport {
  return async ({ url, headers, body }: OutgoingPost): Promise<PostOutcome> => {
    const startedAt = performance.now();
    const ms = () => Math.round(performance.now() - startedAt);
    const signal = AbortSignal.timeout(timeoutMs);
    let made: ClientRequest | undefined;
    try {
      const address = new URL(url);
      if (!anywhere && address.protocol !== 'https:') throw new Refusal('The URL must start with https://');
      const checked = anywhere ? {} : publicOnly(address);
      const send = address.protocol === 'https:' ? httpsRequest : httpRequest;
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        made = send(address, {
          method: 'POST',
          agent: false,
          ...checked,
          signal,
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        });
        made.once('response', resolve).once('error', reject);
        made.end(body);
      });
      const excerpt = await beginning(answer);
      const status = answer.statusCode ?? 0;
      return { status, error: faultOf(status), excerpt, ms: ms() };
    } catch (error) {
      return {
        status: null,
        error: signal.aborted ? late(timeoutMs) : wordsOf(error),
        excerpt: '',
        ms: ms(),
      };
    } finally {
      made?.destroy();
    }
  };
}

/** Returns the start of the response as text; the rest isn't read. */
async function beginning(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer) {
    parts.push(part as Buffer);
    bytes += (part as Buffer).length;
    if (bytes >= MAX_EXCERPT) break;
  }
  return Buffer.concat(parts)
    .subarray(0, MAX_EXCERPT)
    .toString('utf8')
    .replaceAll('\u0000', '')
    .toWellFormed();
}

function faultOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return "It responded with a redirect, which isn't followed.";
  return `It responded with ${status}.`;
}

const WORDS: Record<string, string> = {
  ENOTFOUND: "The host doesn't exist.",
  EAI_AGAIN: "The host couldn't be resolved.",
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed.',
  EHOSTUNREACH: "The host can't be reached.",
  ENETUNREACH: "The host can't be reached.",
  ETIMEDOUT: "The host can't be reached.",
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate isn't trusted.",
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host.',
};

const late = (timeoutMs: number) => `No response within ${timeoutMs / 1000} seconds.`;

function wordsOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof NotPublic) return NOT_PUBLIC;
  return WORDS[(error as { code?: string }).code ?? ''] ?? 'The connection failed.';
}
