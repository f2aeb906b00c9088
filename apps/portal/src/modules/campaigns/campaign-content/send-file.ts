import { inPageLanguage } from '@troupe/browser/problem-language';
import { accessToken, config } from '../../../shared/session.ts';
import { t } from '../messages/messages.gen.ts';

const RETRIES = [0, 1000, 3000, 5000, 10_000, 20_000];

/** Without any progress for so long the line is taken for lost. */
const SILENT_MS = 4000;

/** What a refused upload says, in the words of the server. */
async function wordsOf(error: unknown): Promise<string> {
  const { originalResponse } = error as { originalResponse?: { getBody(): string } | null };
  try {
    const { message } = JSON.parse(originalResponse?.getBody() ?? '') as { message?: string };
    if (message) return (await inPageLanguage({ message })).message ?? message;
  } catch {
    // No answer came, or none of ours.
  }
  return t('upload.lost');
}

/**
 * Sends one file in pieces. If interrupted, it resumes where it stopped: when the connection is back, and after a
 * reload when it is chosen again.
 * @returns the id to hand it in with
 * @throws Error with a sentence to show
 */
export async function sendFile(
  optInId: string,
  file: File,
  tell: (share: number, waiting: boolean) => void,
): Promise<string> {
  const { Upload } = await import('tus-js-client');
  let uploadId = '';
  let share = 0;
  let heard = Date.now();
  const listening = setInterval(() => {
    // The server inspects a complete file, which may take a while.
    if (share < 1 && Date.now() - heard > SILENT_MS) tell(share, true);
  }, 1000);
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: `${config.apiUrl}/uploads`,
      metadata: { optInId, filename: file.name },
      retryDelays: RETRIES,
      chunkSize: 8 * 1024 * 1024,
      removeFingerprintOnSuccess: true,
      fingerprint: async ({ name, size, lastModified }) =>
        `troupe.upload.${optInId}.${name}.${size}.${lastModified}`,
      async onBeforeRequest(request) {
        const token = await accessToken();
        if (token) request.setHeader('authorization', `Bearer ${token}`);
      },
      onAfterResponse(_request, response) {
        uploadId = response.getHeader('Upload-Id') ?? uploadId;
      },
      onProgress: (sent, total) => {
        share = total ? sent / total : 0;
        heard = Date.now();
        tell(share, false);
      },
      onError: (error) => {
        // Offline: resumes with the next connection.
        if (navigator.onLine) void wordsOf(error).then((words) => reject(new Error(words)));
        else {
          tell(share, true);
          addEventListener('online', () => upload.start(), { once: true });
        }
      },
      onSuccess: () => resolve(),
    });
    upload
      .findPreviousUploads()
      .then(([previous]) => {
        if (previous) upload.resumeFromPreviousUpload(previous);
        upload.start();
      })
      .catch(reject);
  }).finally(() => clearInterval(listening));
  if (!uploadId) throw new Error(t('upload.failed'));
  return uploadId;
}
