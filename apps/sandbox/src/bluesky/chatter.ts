import type { BlueskyNetwork, NewPost } from './bluesky-network.ts';
import { CHATTER, NOISE } from './chatter-texts.ts';

const PLACES = ['Leeds', 'Bergen', 'Köln', 'Sevilla', 'Porto', 'Lyon', 'Denver', 'Osaka'];
const DAYS = ['Monday', 'Tuesday', 'Thursday', 'the weekend', 'last night', 'this morning'];
/** Posts about other things for each one about the demo's brands. */
const NOISE_SHARE = 0.5;

/** Lets accounts write posts automatically, so that the demo is alive. */
export function startChatter(network: BlueskyNetwork, postsPerMinute: number) {
  let rate = postsPerMinute;
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    clearTimeout(timer);
    if (rate <= 0) return;
    timer = setTimeout(
      () => {
        network.post(invent());
        if (Math.random() < 0.2) network.other('app.bsky.feed.like');
        next();
      },
      (60_000 / rate) * (0.4 + Math.random() * 1.2),
    ).unref();
  };
  next();
  return {
    setRate(to: number) {
      rate = to;
      next();
    },
    stop: () => clearTimeout(timer),
  };
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

function invent(): NewPost {
  const [handle, displayName, followers, text, lang, link] = pick(
    Math.random() < NOISE_SHARE ? NOISE : CHATTER,
  );
  return {
    handle: `${handle}.bsky.test`,
    displayName,
    followers,
    text: text
      .replace('{place}', pick(PLACES))
      .replace('{day}', pick(DAYS))
      .replace('{n}', String(2 + Math.floor(Math.random() * 40))),
    langs: [lang],
    link,
  };
}
