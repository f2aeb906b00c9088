import { createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ACCEPTED_TYPES, accepts } from '@troupe/domain/file-type';
import {
  ATTACHMENT_REFUSED,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
} from '@troupe/domain/inbox/conversation-limits';
import { problem } from '@troupe/domain/problem';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Api } from '../../../platform/api.ts';
import { type Database, withTransaction } from '../../../platform/database.ts';
import { type Files, scanAgain, type VirusScan } from '../../../platform/files/files.ts';
import { newId } from '../../../platform/id.ts';
import {
  countUnsent,
  insertAttachment,
  lockUnsent,
  readAttachment,
  removeUnsentAttachments,
  unscannedAttachments,
  writeScan,
} from './attachment.queries.ts';
import { publishReload } from './message-event.queries.ts';

/** Executable files are never delivered, whatever their declared type. */
const EXECUTABLE_EXTENSIONS = new Set(
  '.app .bat .cmd .com .cpl .dll .exe .hta .jar .js .jse .lnk .msi .pif .ps1 .scr .sh .vbs .wsf'.split(' '),
);
const EXECUTABLE_TYPE = /x-msdownload|x-elf|x-mach-binary|x-msi|x-sharedlib|x-executable|java-archive/;

/** Files received by email are kept whatever their type, unless executable. */
const isNotExecutable = (type: string, name: string) =>
  !EXECUTABLE_EXTENSIONS.has(extname(name).toLowerCase()) && !EXECUTABLE_TYPE.test(type);
/** Files that users attach must be of a type the other side can view. */
const isAccepted = (type: string, name: string) => isNotExecutable(type, name) && accepts('attachment', type);

const SCAN = 'attachment-scan';
/** Keep unsent files for as long as drafts last. */
const UNSENT_RETENTION_MS = 7 * 86_400_000;
/** Limits unsent files per person, to protect the disk. */
const MAX_UNSENT = 100;

/** The conversation a file belongs to, and the sender's account. */
export interface AttachmentOwner {
  brandId: string;
  conversationId: string;
  userId: string | null;
}

/** A stored file. */
export interface StoredFile {
  id: string;
  name: string;
  type: string;
  bytes: number;
}

/** Receives, scans and stores message attachments. */
export interface Attachments {
  /** Receives the file of a request, to be sent with a message. */
  receive(request: FastifyRequest, owner: AttachmentOwner): Promise<StoredFile>;
  /**
   * Stores the attachments of an incoming email within a transaction: non-empty, not executable, up to the limit of
   * one message. Returns their IDs, and how to clean up if the transaction fails.
   */
  storeFromEmail(
    tx: Database,
    connection: pg.PoolClient,
    parts: readonly { name: string; content: Uint8Array }[],
    owner: AttachmentOwner,
  ): Promise<{ ids: string[]; undo(): Promise<void> }>;
}

interface AttachmentParts {
  api: Pick<Api, 'db' | 'pool' | 'jobs' | 'clock' | 'log'>;
  files: Files;
  scan: VirusScan;
}

/** Wires receiving, scanning and cleanup of attachments. */
export function attachments(api: AttachmentParts['api'], files: Files, scan: VirusScan): Attachments {
  const { db, jobs, clock } = api;
  const parts: AttachmentParts = { api, files, scan };
  jobs.define(SCAN, ({ attachmentId }: { attachmentId: string }) => scanAttachment(parts, attachmentId));
  if (scan.configured)
    scanAgain(
      api,
      SCAN,
      (sent) => unscannedAttachments(db, sent),
      (id) => scanAttachment(parts, id),
    );
  jobs.every('50 3 * * *', 'attachments-sweep', async () => {
    const before = new Date(clock.now().getTime() - UNSENT_RETENTION_MS);
    await Promise.all((await removeUnsentAttachments(db, before)).map((key) => files.remove(key)));
  });
  return {
    receive: (request, owner) => receiveAttachment(parts, request, owner),
    storeFromEmail: (tx, connection, sent, owner) => storeFromEmail(parts, tx, connection, sent, owner),
  };
}

/** A received, non-empty file not stored yet. */
interface Draft {
  draft: string;
  name: string;
  bytes: number;
}

/** Stores a draft; null if its type isn't accepted. `connection` is the one of `tx`. */
async function storeDraft(
  { api, files, scan }: AttachmentParts,
  { tx, connection }: { tx: Database; connection: pg.PoolClient },
  { draft, name, bytes }: Draft,
  owner: AttachmentOwner,
  takes: (type: string, name: string) => boolean,
): Promise<(StoredFile & { fileKey: string }) | null> {
  const { fileTypeFromFile } = await import('file-type');
  const type = (await fileTypeFromFile(draft))?.mime ?? 'application/octet-stream';
  if (!takes(type, name)) return null;
  const id = newId();
  const fileKey = `attachments/${owner.brandId}/${id}`;
  await files.store(draft, fileKey);
  const state = scan.configured ? ('waiting' as const) : ('off' as const);
  await insertAttachment(tx, { id, ...owner, fileKey, name, type, bytes, scan: state });
  if (scan.configured) await api.jobs.send(SCAN, { attachmentId: id }, { transaction: connection });
  return { id, name, type, bytes, fileKey };
}

async function scanAttachment(
  { api: { db }, files, scan }: AttachmentParts,
  attachmentId: string,
): Promise<void> {
  const found = await readAttachment(db, attachmentId);
  if (found?.scan !== 'waiting') return;
  const verdict = await scan.scan(files.read(found.fileKey));
  await db.transaction(async (tx) => {
    await writeScan(tx, attachmentId, verdict);
    await publishReload(tx, found.conversationId);
  });
  if (verdict === 'infected') await files.remove(found.fileKey);
}

async function receiveAttachment(
  parts: AttachmentParts,
  request: FastifyRequest,
  owner: AttachmentOwner,
): Promise<StoredFile> {
  const { api, files } = parts;
  await assertUnsentLimit(api.db, owner.userId);
  const upload = await request.file({ limits: { fileSize: MAX_ATTACHMENT_BYTES } }).catch(() => null);
  if (!upload) throw problem('invalid', { message: 'Choose a file.', fields: { file: 'Choose a file' } });
  const draft = await files.draft();
  try {
    await pipeline(upload.file, createWriteStream(draft));
    if (upload.file.truncated)
      throw problem('too_large', { message: 'Files can be up to 25 MB. Send a link to larger ones.' });
    const bytes = upload.file.bytesRead;
    if (bytes === 0)
      throw problem('invalid', { message: 'This file is empty.', fields: { file: 'This file is empty' } });
    const file = { draft, name: plainName(upload.filename), bytes };
    const kept = await withTransaction(api.pool, async (tx, connection) => {
      await lockUnsent(tx, owner.userId);
      await assertUnsentLimit(tx, owner.userId);
      return storeDraft(parts, { tx, connection }, file, owner, isAccepted);
    });
    if (!kept)
      throw problem('unsupported_type', {
        message: ATTACHMENT_REFUSED,
        extra: { accepted: ACCEPTED_TYPES.attachment },
      });
    const { fileKey: _, ...taken } = kept;
    return taken;
  } finally {
    await rm(draft, { force: true });
  }
}

async function storeFromEmail(
  parts: AttachmentParts,
  tx: Database,
  connection: pg.PoolClient,
  sent: readonly { name: string; content: Uint8Array }[],
  owner: AttachmentOwner,
): Promise<{ ids: string[]; undo(): Promise<void> }> {
  const { files } = parts;
  const kept: { id: string; fileKey: string }[] = [];
  const undo = async () => {
    await Promise.all(kept.map(({ fileKey }) => files.remove(fileKey)));
  };
  const wanted = sent.filter(
    ({ content }) => content.byteLength > 0 && content.byteLength <= MAX_ATTACHMENT_BYTES,
  );
  try {
    for (const { name, content } of wanted) {
      if (kept.length === MAX_ATTACHMENTS) break;
      const draft = await files.draft();
      await writeFile(draft, content);
      const file = { draft, name: plainName(name), bytes: content.byteLength };
      const one = await storeDraft(parts, { tx, connection }, file, owner, isNotExecutable).finally(() =>
        rm(draft, { force: true }),
      );
      if (one) kept.push(one);
    }
  } catch (error) {
    await undo();
    throw error;
  }
  return { ids: kept.map(({ id }) => id), undo };
}

/** Throws too_many if a person has too many unsent files. */
async function assertUnsentLimit(db: Database, userId: string | null): Promise<void> {
  if (userId !== null && (await countUnsent(db, userId)) >= MAX_UNSENT)
    throw problem('too_many', {
      message: 'You have too many unsent files. Send some of them first, or try again in a week.',
    });
}

const plainName = (name: string): string =>
  name.split(/[\\/]/).at(-1)?.toWellFormed().replace(/\p{C}/gu, '').trim().slice(0, 200) || 'file';
