import { join } from 'node:path';
import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { html } from '../page/page.ts';
import {
  flag,
  listOf,
  needed,
  number,
  oneOf,
  orNull,
  registerControl,
  text,
  whole,
} from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import { CallLog } from '../platform/state.ts';
import { registerFeeds } from './feed-host.ts';
import type { ListeningParts } from './listening-vendor.ts';
import { ListeningWorld, type WorldPost, worldSources } from './listening-world.ts';
import { registerMastodon } from './mastodon.ts';
import { registerGdelt, registerHackerNews } from './news.ts';
import { registerReddit } from './reddit.ts';
import { registerX } from './x.ts';
import { registerYoutubeSearch } from './youtube-search.ts';

const SHOWN = 200;

/**
 * Sources of social listening that are searched or read: feeds, Mastodon, Hacker News, GDELT, YouTube's search, Reddit and X.
 * The page is /listening, the control API /api/listening.
 */
export async function registerListening(
  app: FastifyInstance,
  { dataDir, faults }: { dataDir: string; faults: Faults },
): Promise<ListeningWorld> {
  const world = new ListeningWorld(join(dataDir, 'listening'));
  await world.open();
  const parts: ListeningParts = { world, faults, calls: new CallLog() };
  registerFeeds(app, parts);
  registerMastodon(app, parts);
  registerHackerNews(app, parts);
  registerGdelt(app, parts);
  registerReddit(app, parts);
  registerX(app, parts);
  registerYoutubeSearch(app, parts);
  const shown = ({ id, source, at, author, title, text: body, deleted }: WorldPost) => ({
    id,
    source,
    at: new Date(at).toISOString(),
    author,
    title,
    text: body,
    deleted,
  });
  const state = () => {
    const { chatterPerHour, gdeltSeconds, youtubeSearches } = world.state;
    const posts = worldSources.flatMap((source) => world.posts(source)).sort((a, b) => b.at - a.at);
    return {
      settings: { chatterPerHour, gdeltSeconds, youtubeSearches },
      posts: posts.slice(0, SHOWN).map(shown),
      calls: parts.calls.list,
    };
  };
  const intro = () =>
    html`RSS and Atom, Mastodon, Hacker News, GDELT, YouTube search, Reddit and X. ${world.state.chatterPerHour} posts an hour appear automatically at each; add others here.`;
  const fields = {
    text: text(70_000),
    title: text(1000),
    author: text(100),
    language: text(10),
    tags: listOf(text(100), 20),
    place: text(100),
    warning: text(300),
    at: orNull(number(8e15)),
    likes: whole(0, 1e9),
    replies: whole(0, 1e9),
    followers: whole(0, 1e9),
    parent: orNull(whole(0, 1e12)),
  };
  await registerControl(app, { provider: 'listening', faults, intro, state, save: world.save }, (on) => {
    on(
      'POST',
      '/posts',
      { ...fields, source: needed(oneOf(worldSources)), count: whole(1, 5000) },
      (input) => {
        const { source, count = 1, ...given } = input;
        const posts = Array.from({ length: count }, () => world.add(source, withoutNulls(given)));
        return { post: posts[0], count };
      },
    );
    on('PUT', '/posts/:id', { ...fields, edited: flag }, ({ id, edited, ...change }) => {
      const more = edited === false ? {} : { editedAt: Date.now() };
      return { post: found(world.change(Number(id), Object.assign(more, withoutNulls(change)))) };
    });
    on('DELETE', '/posts/:id', {}, ({ id }) => ({
      post: found(world.change(Number(id), { deleted: true })),
    }));
    const settings = {
      chatterPerHour: number(3600),
      gdeltSeconds: number(60),
      youtubeSearches: whole(0, 100_000),
    };
    on('PUT', '/settings', settings, (input) => {
      Object.assign(world.state, input);
      return state().settings;
    });
    on('DELETE', '/', {}, () => {
      world.reset();
      parts.calls.clear();
      return state();
    });
  });
  return world;
}

const found = (post: WorldPost | null): WorldPost => {
  if (!post) throw new Problem('not_found', { message: 'There is no such post.' });
  return post;
};

const withoutNulls = (given: object): Partial<WorldPost> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
