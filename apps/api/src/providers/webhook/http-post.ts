import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { MAX_EXCERPT } from '@troupe/domain/operations/outgoing-webhook';
import { NotPublic, publicOnly } from '../../platform/outgoing/public-address.ts';
import type {
  OutgoingPost,
  PostOutcome,
  WebhookTransport,
} from '../../platform/outgoing/webhook-transport.ts';

/** How events are posted. */
export interface HttpPostOptions {
  /** Also to addresses that are not public, and without https: for a laptop and for tests. */
  anywhere: boolean;
  timeoutMs: number;
}

class Refusal extends Error {}

const NOT_PUBLIC = 'The address leads into a private network. Use one that is public.';

/**
 * Posts to addresses that strangers typed: https only, to public addresses only, without following redirects, and
 * reading no more of the answer than is kept. The address that was looked up and checked is the one connected to, so
 * that a name cannot answer one thing to the check and another to the connection.
 */
export function httpPost({ anywhere, timeoutMs }: HttpPostOptions): WebhookTransport {
  return async ({ url, headers, body }: OutgoingPost): Promise<PostOutcome> => {
    const begun = performance.now();
    const ms = () => Math.round(performance.now() - begun);
    const signal = AbortSignal.timeout(timeoutMs);
    let made: ClientRequest | undefined;
    try {
      const address = new URL(url);
      if (!anywhere && address.protocol !== 'https:') throw new Refusal('The URL must start with https.');
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

/** The first of an answer as text; what is beyond is not read. */
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
  ENOTFOUND: 'There is no such host.',
  EAI_AGAIN: 'The host could not be looked up.',
  ECONNREFUSED: 'Nothing answers at this address.',
  ECONNRESET: 'The connection was cut.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  ETIMEDOUT: 'The host cannot be reached.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is not trusted.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another host.',
};

const late = (timeoutMs: number) => `No answer came within ${timeoutMs / 1000} seconds.`;

function wordsOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof NotPublic) return NOT_PUBLIC;
  return WORDS[(error as { code?: string }).code ?? ''] ?? 'The connection failed.';
}
