import { join } from 'node:path';
import { MAX_UPLOAD_BYTES } from '@troupe/domain/campaigns/campaign-content';
import { Problem, type ProblemCode, problem } from '@troupe/domain/problem';
import type { Logger } from '@troupe/server/log';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../../platform/api.ts';
import type { Config } from '../../../platform/config.ts';
import { isId, newId } from '../../../platform/id.ts';
import type { UploadLocker } from './upload.lock.ts';

const PATH = '/uploads';
const DAY_MS = 86_400_000;
const MAX_NAME_LENGTH = 200;

/** A fully received file, still in the receiving folder. */
export interface Received {
  id: string;
  path: string;
  bytes: number;
  name: string;
  userId: string;
  optInId: string;
}

/** The sender of a request and the upload it is about; undefined when it starts one. */
type Sender = Caller & { uploadId: string | undefined };

/** An upload that is being created. */
interface StartedUpload {
  id: string;
  optInId: string;
  bytes: number;
}

/** Unfinished uploads with their final sizes. */
export interface UnfinishedUploads {
  count: number;
  bytes: number;
}

export interface ReceivingOptions {
  log: Logger;
  config: Pick<Config, 'FILES_DIR' | 'WEB_ORIGIN' | 'PORTAL_ORIGIN' | 'API_ORIGIN'>;
  /** Returns the caller; throws if they are not a creator. */
  authorize(request: FastifyRequest): Promise<Caller>;
  /** Throws unless the account may start another upload for the opt-in. */
  admit(userId: string, optInId: string, underWay: UnfinishedUploads): Promise<void>;
  /** Moves a complete file to storage and returns its id. Throws a problem to reject it. */
  finish(file: Received): Promise<string>;
  /** Returns a finished upload of the account; null if not found. */
  finished(id: string, userId: string): Promise<{ bytes: number } | null>;
  /** Keeps processes from writing to the same unfinished file. */
  locker: UploadLocker;
}

/** The dependencies of one upload receiver. */
interface Receiver extends ReceivingOptions {
  store: FileStore;
  /** The sender of each request handled by the tus server. */
  senders: WeakMap<object, Sender>;
  /** Admitted uploads not on disk yet, so that concurrent requests count toward the limit. */
  starting: Map<Sender, StartedUpload>;
  completing: Map<string, Promise<string>>;
}

/**
 * Receives files over the tus protocol at `/uploads`, which makes interrupted uploads resumable. Metadata: `optInId`
 * and `filename`. The response to the last chunk is `{"uploadId"}`, with the same id in the `Upload-Id` header.
 * `sweep` removes uploads not finished within a day.
 */
export function receiveUploads(
  server: FastifyInstance,
  options: ReceivingOptions,
): { sweep(): Promise<number> } {
  const directory = join(options.config.FILES_DIR, 'uploads-unfinished');
  // A separate store for expiry: with it, the tus server fails on files already moved to storage.
  const sweeper = new FileStore({ directory, expirationPeriodInMilliseconds: DAY_MS });
  const receiver: Receiver = {
    ...options,
    store: new FileStore({ directory }),
    senders: new WeakMap(),
    starting: new Map(),
    completing: new Map(),
  };
  const tus = tusServer(receiver);
  const handler = (request: FastifyRequest, reply: FastifyReply) => handle(receiver, tus, request, reply);
  server.register(async (scope) => {
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));
    scope.route({ method: 'POST', url: PATH, handler });
    scope.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: `${PATH}/:id`, handler });
  });
  return { sweep: () => sweeper.deleteExpired() };
}

function tusServer(receiver: Receiver): Server {
  const { config, log, admit, locker, store, senders, starting } = receiver;
  const senderOf = (request: { runtime?: { node?: { req: object } | undefined } | undefined }) => {
    const sender = request.runtime?.node && senders.get(request.runtime.node.req);
    if (!sender) throw refusal(problem('unauthenticated'));
    return sender;
  };
  return new Server({
    path: PATH,
    datastore: store,
    locker,
    maxSize: MAX_UPLOAD_BYTES,
    relativeLocation: true,
    generateUrl: (_request, { id }) => `${config.API_ORIGIN}${PATH}/${id}`,
    allowedOrigins: [config.PORTAL_ORIGIN, config.WEB_ORIGIN],
    exposedHeaders: ['Upload-Id'],
    namingFunction: () => newId(),
    // Use the checked id; by default tus takes the end of the URL, including the query.
    getFileIdFromRequest: (request) => senderOf(request).uploadId,
    async onUploadCreate(request, upload) {
      const sender = senderOf(request);
      const { userId } = sender;
      const { optInId = '', filename = '' } = upload.metadata ?? {};
      if (!isId(optInId))
        throw refusal(problem('invalid', { message: 'Include the ID of the opt-in this file is for.' }));
      if (!upload.size)
        throw refusal(problem('invalid', { message: 'This file is empty. Choose another file.' }));
      const metadata = { optInId: optInId.toLowerCase(), filename: plainName(filename), userId };
      const others = [...starting.values()];
      starting.set(sender, { id: upload.id, optInId: metadata.optInId, bytes: upload.size });
      await admit(userId, metadata.optInId, await readUnfinished(store, metadata.optInId, others)).catch(
        rethrow,
      );
      return { metadata };
    },
    async onUploadFinish(_request, upload) {
      const uploadId = await complete(receiver, upload.id).catch(rethrow);
      return {
        status_code: 200,
        headers: { 'Upload-Id': uploadId, 'content-type': 'application/json' },
        body: JSON.stringify({ uploadId }),
      };
    },
    onResponseError(_request, error) {
      if (!(error instanceof Error) && 'status_code' in error && error.body.startsWith('{')) return undefined;
      const status = 'status_code' in error ? Number(error.status_code) : 500;
      if (status >= 500) log.error({ err: error }, 'upload');
      return refusal(problem(CODES[status] ?? 'internal', TEXTS[status] ? { message: TEXTS[status] } : {}));
    },
  });
}

async function readUnfinished(
  store: FileStore,
  optInId: string,
  others: readonly StartedUpload[],
): Promise<UnfinishedUploads> {
  const sizes = new Map<string, number>();
  for (const other of others) if (other.optInId === optInId) sizes.set(other.id, other.bytes);
  for (const id of (await store.configstore.list?.()) ?? []) {
    const found = await store.configstore.get(id);
    if (found?.metadata?.optInId === optInId) sizes.set(id, found.size ?? 0);
  }
  let bytes = 0;
  for (const size of sizes.values()) bytes += size;
  return { count: sizes.size, bytes };
}

/** Finishes an upload once; concurrent calls, as after a lost connection, share the result. */
function complete(receiver: Receiver, id: string): Promise<string> {
  const { completing, locker } = receiver;
  const running =
    completing.get(id) ??
    locker.alone(`finish ${id}`, () => completeOnce(receiver, id)).finally(() => completing.delete(id));
  completing.set(id, running);
  return running;
}

async function completeOnce({ store, finish, finished }: Receiver, id: string): Promise<string> {
  const upload = await store.getUpload(id);
  const { optInId = '', userId = '', filename } = upload.metadata ?? {};
  // Another process finished it first.
  if (await finished(id, userId ?? '')) {
    await forget(store, id);
    return id;
  }
  try {
    const uploadId = await finish({
      id,
      bytes: upload.size ?? 0,
      optInId: optInId ?? '',
      userId: userId ?? '',
      name: filename || 'upload',
      path: upload.storage?.path ?? '',
    });
    await forget(store, id);
    return uploadId;
  } catch (error) {
    // Delete rejected files; keep those that failed on our side so the client can retry.
    if (error instanceof Problem && error.status < 500) await forget(store, id);
    throw error;
  }
}

/** Removes an upload's leftovers; its file may already be in storage. */
async function forget(store: FileStore, id: string): Promise<void> {
  await store.remove(id).catch(() => {});
  await store.configstore.delete(id).catch(() => {});
}

async function handle(
  receiver: Receiver,
  tus: Server,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { authorize, finished, store, senders, starting } = receiver;
  const caller = await authorize(request);
  const { id } = request.params as { id?: string };
  if (id !== undefined) {
    if (!isId(id)) throw problem('not_found');
    const known = await store.getUpload(id).catch(() => null);
    const own = known?.metadata?.userId === caller.userId;
    if (request.method === 'HEAD') {
      // The last response was lost, or the process died before sending it.
      if (own && known.offset === known.size)
        return answerFinished(reply, await complete(receiver, id), known.size);
      const before = known ? null : await finished(id, caller.userId);
      if (before) return answerFinished(reply, id, before.bytes);
    }
    if (!own) throw problem('not_found');
  }
  const sender = { ...caller, uploadId: id };
  senders.set(request.raw, sender);
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined && !name.startsWith('access-control')) reply.raw.setHeader(name, value);
  await tus.handle(request.raw, reply.raw).finally(() => starting.delete(sender));
}

/** Answers that the upload is complete, with its id. */
function answerFinished(reply: FastifyReply, uploadId: string, bytes: number): void {
  void reply
    .headers({
      'tus-resumable': '1.0.0',
      'cache-control': 'no-store',
      'upload-id': uploadId,
      'upload-length': String(bytes),
      'upload-offset': String(bytes),
      'access-control-expose-headers': 'Tus-Resumable, Upload-Id, Upload-Length, Upload-Offset',
    })
    .status(200)
    .send();
}

const CODES: Record<number, ProblemCode> = {
  400: 'invalid',
  403: 'conflict',
  404: 'not_found',
  409: 'conflict',
  410: 'not_found',
  412: 'invalid',
  413: 'too_large',
  415: 'unsupported_type',
};
const TEXTS: Record<number, string> = {
  400: "We couldn't read this upload. Try uploading the file again.",
  409: "Upload-Offset doesn't match. Request the current offset and resume from there.",
  413: 'Files can be up to 500 MB. Send a smaller one.',
};

const refusal = (known: Problem) => ({ status_code: known.status, body: JSON.stringify(known.toBody()) });

function rethrow(error: unknown): never {
  throw error instanceof Problem ? refusal(error) : error;
}

/** Returns the last path segment without characters that file names can't have. */
function plainName(name: string | null): string {
  const last = (name ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
  const plain = last.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '').trim();
  return plain.length > MAX_NAME_LENGTH
    ? plain.slice(0, MAX_NAME_LENGTH / 2) + plain.slice(-MAX_NAME_LENGTH / 2)
    : plain || 'upload';
}
