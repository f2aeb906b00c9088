/** What one attempt to send a webhook came to. */
export interface Posted {
  /** HTTP status; 0 when there was no answer in time. */
  status: number;
  note: string | null;
}

/**
 * Posts a webhook once, and follows no redirect.
 * @param ending aborts it when the sandbox stops
 * @returns status 0 where no answer came in time, with the reason
 */
export async function postOnce(
  url: string,
  what: { headers: Record<string, string>; body: string; withinMs: number },
  ending: AbortSignal,
): Promise<Posted> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: what.headers,
      body: what.body,
      signal: AbortSignal.any([AbortSignal.timeout(what.withinMs), ending]),
    });
    await response.body?.cancel();
    return { status: response.status, note: null };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
    return { status: 0, note: cause?.code ?? (error instanceof Error ? error.name : 'no answer') };
  }
}
