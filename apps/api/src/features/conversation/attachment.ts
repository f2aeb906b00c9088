import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MAX_ATTACHMENT_BYTES } from '@troupe/domain/conversation';
import { problem } from '@troupe/domain/problem';
import type { FastifyRequest } from 'fastify';
import { fileTypeFromFile } from 'file-type';
import type { Database } from '../../platform/database.ts';
import type { Files } from '../../platform/files.ts';
import { newId } from '../../platform/id.ts';
import { attachmentTable } from './conversation.table.ts';

/** What runs when it is opened is not passed on, whatever it calls itself. */
const RUNS = new Set(
  '.app .bat .cmd .com .cpl .dll .exe .hta .jar .js .jse .lnk .msi .pif .ps1 .scr .sh .vbs .wsf'.split(' '),
);
const RUNS_TYPE = /x-msdownload|x-elf|x-mach-binary|x-msi|x-sharedlib|x-executable|java-archive/;

/** Takes the file of a request to be sent along with a message of `userId`. */
export async function takeAttachment(
  { db, files }: { db: Database; files: Files },
  request: FastifyRequest,
  owner: { brandId: string; optInId: string; userId: string },
): Promise<{ id: string; name: string; type: string; bytes: number }> {
  const upload = await request.file({ limits: { fileSize: MAX_ATTACHMENT_BYTES } }).catch(() => null);
  if (!upload) throw problem('invalid', { message: 'Choose a file.', fields: { file: 'Choose a file' } });
  const draft = await files.draft();
  try {
    await pipeline(upload.file, createWriteStream(draft));
    if (upload.file.truncated)
      throw problem('too_large', { message: 'A file has at most 25 MB. Send a link to larger ones.' });
    const bytes = upload.file.bytesRead;
    if (bytes === 0)
      throw problem('invalid', { message: 'This file is empty.', fields: { file: 'This file is empty' } });
    const name = plainName(upload.filename);
    const type = (await fileTypeFromFile(draft))?.mime ?? 'application/octet-stream';
    if (RUNS.has(extname(name).toLowerCase()) || RUNS_TYPE.test(type))
      throw problem('unsupported_type', { message: 'Programs cannot be sent along.' });
    const id = newId();
    const fileKey = `attachments/${owner.brandId}/${id}`;
    await files.keep(draft, fileKey);
    await db.insert(attachmentTable).values({ id, ...owner, fileKey, name, type, bytes });
    return { id, name, type, bytes };
  } finally {
    await rm(draft, { force: true });
  }
}

const plainName = (name: string): string =>
  name.split(/[\\/]/).at(-1)?.toWellFormed().replace(/\p{C}/gu, '').trim().slice(0, 200) || 'file';
