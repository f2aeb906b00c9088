import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { percentile } from '../load.ts';
import { ms, type Row } from '../report.ts';
import { logIn, withDemoInstance } from '../web/demo-instance.ts';
import { benchPosts } from './bench-posts.ts';
import { until } from './stream.ts';

const POSTS = 60;
const DELETED = 40;
/** Between posts: readers of a brand don't come in step with its mentions. */
const PAUSE_MS = 350;
/** Between two requests for a deleted mention: people's requests are limited. */
const LOOK_MS = 150;

/** Measures from a post at its source to the open screen, and from its deletion there until it is gone. */
export async function measureLive(portBase: number, say: (text: string) => void): Promise<Row[]> {
  return withDemoInstance({ name: 'listening', portBase, say }, async ({ browser, web }) => {
    const context = await browser.newContext({ storageState: await logIn({ browser, web }) });
    const page = await context.newPage();
    await page.goto(`${web}/social-listening`);
    await page.getByRole('article').first().waitFor({ timeout: 60_000 });
    const sandbox = `http://localhost:${portBase + 1002}`;
    const shown: number[] = [];
    const posts: { mark: string; uri: string }[] = [];
    // Posts that say nearly the same would be folded.
    const texts = benchPosts(POSTS * 3, 11).filter(({ language }) => language === 'en');
    say(`${POSTS} posts`);
    for (let n = 0; n < POSTS; n++) {
      const mark = `mark${n}q${crypto.randomUUID().slice(0, 6)}`;
      const seen = watch(page, mark);
      const at = Date.now();
      posts.push({
        mark,
        uri: await publish(sandbox, `${texts[n]?.text.slice(0, 150)} larkmoor ${mark}`, n),
      });
      shown.push((await seen) - at);
      await sleep(PAUSE_MS * (0.5 + Math.random()));
    }
    const gone: number[] = [];
    const isListed = await reader(page, web, portBase);
    say(`${DELETED} deletions`);
    for (const { mark, uri } of posts.slice(0, DELETED)) {
      const at = performance.now();
      await fetch(`${sandbox}/api/bluesky/posts?uri=${encodeURIComponent(uri)}`, { method: 'DELETE' });
      await until(async () => !(await isListed(mark)), LOOK_MS);
      gone.push(performance.now() - at);
      await sleep(PAUSE_MS * Math.random());
    }
    await context.close();
    return [
      {
        what: `post on Bluesky until it shows on the open screen, ${POSTS} posts, p95`,
        measured: `${ms(percentile(shown, 0.95))} (p50 ${ms(percentile(shown, 0.5))}, slowest ${ms(Math.max(...shown))})`,
        target: 'under 5 s',
        ok: percentile(shown, 0.95) < 5000,
      },
      {
        what: `deletion on Bluesky until the mention is gone, ${DELETED} posts, p95`,
        measured: `${ms(percentile(gone, 0.95))} (p50 ${ms(percentile(gone, 0.5))}, slowest ${ms(Math.max(...gone))})`,
        target: 'under 60 s',
        ok: percentile(gone, 0.95) < 60_000,
      },
    ];
  });
}

/** Resolves with the time at which a mention with this word is in the document. */
const watch = (page: Page, mark: string): Promise<number> =>
  page.evaluate(
    (word) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const found = [...document.querySelectorAll('article')].some((card) =>
            card.textContent?.includes(word),
          );
          // One frame later it is drawn.
          if (found) requestAnimationFrame(() => resolve(Date.now()));
          else setTimeout(look, 10);
        };
        look();
      }),
    mark,
  );

async function publish(sandbox: string, text: string, n: number): Promise<string> {
  const answer = await fetch(`${sandbox}/api/bluesky/posts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, handle: `reader${n}.bsky.test`, langs: ['en'] }),
  });
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}`);
  return ((await answer.json()) as { post: { uri: string } }).post.uri;
}

/** Returns whether the API still lists a mention with a word. */
async function reader(
  page: Page,
  web: string,
  portBase: number,
): Promise<(mark: string) => Promise<boolean>> {
  const api = `http://localhost:${portBase + 1000}`;
  await page.goto(`${web}/campaigns`);
  const token = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('troupe.user:'));
    return key
      ? (JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token?: string }).access_token
      : '';
  });
  const get = async <Answer>(path: string): Promise<Answer> => {
    const answer = await fetch(api + path, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return (await answer.json()) as Answer;
  };
  const { brandProfiles } = await get<{ brandProfiles: { brandId: string }[] }>('/me');
  const path = `/brand/${brandProfiles[0]?.brandId}/listening/mentions?folded=false&text=`;
  return async (mark) => (await get<{ mentions: unknown[] }>(path + mark)).mentions.length > 0;
}
