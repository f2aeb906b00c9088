import { openFile } from '@troupe/contract/campaigns/campaign-content';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../api.ts';
import { readFileGrant } from './file-url.ts';
import type { Files } from './files.ts';

/** Types that browsers show inline without running anything; everything else is downloaded. */
const SHOWN =
  /^(image\/(jpeg|png|gif|webp|avif)|video\/(mp4|quicktime|webm)|audio\/[\w.+-]+|application\/pdf)$/;

/** Serves files by signed URL (`fileAddress`), with range support. */
export function fileRoutes(
  { config, clock, implement }: Pick<Api, 'config' | 'clock' | 'implement'>,
  files: Files,
) {
  implement(openFile, async ({ params, query, request, reply }) => {
    const now = clock.now();
    const grant = readFileGrant(config.SECRET_KEY, params.token, now);
    if (!grant)
      throw problem('not_found', { message: 'This link has expired. Go back and open the file again.' });
    if (grant.rightsEnd && Date.parse(grant.rightsEnd) <= now.getTime()) throw problem('rights_expired');
    const range = rangeOf(request.headers.range, grant.bytes);
    if (range === 'none')
      return reply.code(416).header('content-range', `bytes */${grant.bytes}`).type('text/plain').send('');
    const { from, to } = range ?? { from: 0, to: grant.bytes - 1 };
    const stream = files.read(grant.key, from, to);
    await new Promise<void>((resolve, reject) => {
      stream.once('readable', resolve);
      stream.once('end', resolve);
      stream.once('error', () => reject(problem('not_found')));
    });
    const shown = SHOWN.test(grant.type);
    const disposition = shown && !query.download ? 'inline' : 'attachment';
    if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${grant.bytes}`);
    return reply
      .type(shown ? grant.type : 'application/octet-stream')
      .header('content-length', to - from + 1)
      .header('accept-ranges', 'bytes')
      .header(
        'content-disposition',
        `${disposition}; filename*=UTF-8''${encodeURIComponent(grant.name.toWellFormed())}`,
      )
      .header('cache-control', 'private, max-age=3600')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .send(stream);
  });
}

/** Parses a single byte range; null for the whole file, `none` if unsatisfiable. */
function rangeOf(header: string | undefined, bytes: number): { from: number; to: number } | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (!first && !last) return null;
  const from = first ? Number(first) : Math.max(0, bytes - Number(last));
  const to = first && last ? Math.min(Number(last), bytes - 1) : bytes - 1;
  return from > to ? 'none' : { from, to };
}
