import { createClient } from '@troupe/contract/client';
import { clientOptions, withRenewal } from './client.ts';

/**
 * A client for one upload that reports progress. `fetch` can't, so it uses XMLHttpRequest; everything else (token,
 * renewal, failures) works as in every call.
 */
export function uploadClient(onProgress: (sent: number, total: number) => void) {
  const sendOnce: typeof fetch = (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'GET', String(input));
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = (event) => onProgress(event.loaded, event.total);
      request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
      request.onerror = () => reject(new TypeError('The request failed on the way'));
      request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
      init.signal?.addEventListener('abort', () => request.abort());
      request.send(init.body instanceof ReadableStream ? null : (init.body ?? null));
    });
  return createClient({ ...clientOptions, fetch: withRenewal(sendOnce) });
}
