import type { FastifyInstance } from 'fastify';
import type { Answer } from '../platform/faults.ts';
import { answerVendor, type ListeningParts, queryOf } from './listening-vendor.ts';
import { accountOf, positionIn, tokenFor, type WorldPost } from './listening-world.ts';

const TOKEN = 'Bearer sandbox-x-token';
const LIMIT = 450;
const WINDOW_MS = 900_000;
const MOST_QUERY = 512;
const WEEK_MS = 7 * 86_400_000;

/** X: recent search below `/x/2/` for the token `sandbox-x-token`. */
export function registerX(app: FastifyInstance, parts: ListeningParts): void {
  const { world } = parts;
  let window = { resets: 0, used: 0 };
  const problem = (status: number, title: string, detail: string, headers = {}): Answer => ({
    status,
    headers,
    body: { title, detail, type: 'about:blank', status },
  });
  const limited = () =>
    problem(429, 'Too Many Requests', 'Too Many Requests', {
      'x-rate-limit-limit': String(LIMIT),
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': String(Math.ceil(Date.now() / 1000) + 120),
    });
  app.get('/x/2/tweets/search/recent', (request, reply) => {
    const answers = {
      rate_limit: limited(),
      wrong_key: problem(401, 'Unauthorized', 'Unauthorized'),
      quota: problem(402, 'CreditsDepleted', 'Your account has no credits.'),
      error_500: problem(500, 'Internal Error', 'Something is broken.'),
    };
    return answerVendor(reply, parts, 'x', answers, () => {
      if (request.headers.authorization !== TOKEN) return problem(401, 'Unauthorized', 'Unauthorized');
      if (window.resets < Date.now()) window = { resets: Date.now() + WINDOW_MS, used: 0 };
      window.used += 1;
      if (window.used > LIMIT) return limited();
      const { query = '', max_results = '10', since_id, start_time, next_token } = queryOf(request);
      const most = Number(max_results);
      if (query === '' || query.length > MOST_QUERY || !(most >= 10 && most <= 100))
        return problem(400, 'Invalid Request', 'One or more parameters to your request was invalid.');
      const phrase = query
        .replace(/-is:retweet/g, '')
        .replaceAll('"', '')
        .trim();
      const oldest = Math.max(Date.now() - WEEK_MS, start_time ? Date.parse(start_time) : 0);
      const found = world
        .search('x', phrase)
        .filter((post) => post.at >= oldest && (!since_id || BigInt(idOf(post)) > BigInt(since_id)));
      const from = positionIn(next_token);
      const page = found.slice(from, from + most);
      const headers = {
        'x-rate-limit-limit': String(LIMIT),
        'x-rate-limit-remaining': String(LIMIT - window.used),
        'x-rate-limit-reset': String(Math.ceil(window.resets / 1000)),
      };
      if (page.length === 0) return { status: 200, headers, body: { meta: { result_count: 0 } } };
      const more = from + most < found.length ? { next_token: tokenFor(from + most) } : {};
      const [newest, last] = [page[0], page.at(-1)];
      const meta = {
        newest_id: newest && idOf(newest),
        oldest_id: last && idOf(last),
        result_count: page.length,
      };
      const authors = new Map(page.map((post) => [accountOf(post.author), post]));
      const users = [...authors.values()].map(userOf);
      return {
        status: 200,
        headers,
        body: { data: page.map(postOf), includes: { users }, meta: Object.assign(meta, more) },
      };
    });
  });
}

const idOf = ({ at, id }: WorldPost): string => String((BigInt(at) << 22n) + BigInt(id % 4_194_304));
const userId = ({ author }: WorldPost): string =>
  String([...author].reduce((sum, sign) => sum * 31 + sign.charCodeAt(0), 7) % 1e12);

const userOf = (post: WorldPost) => ({
  id: userId(post),
  username: accountOf(post.author).slice(0, 15),
  name: post.author,
  public_metrics: { followers_count: post.followers, following_count: 12, tweet_count: 345, listed_count: 0 },
});

const postOf = (post: WorldPost) => ({
  id: idOf(post),
  text: post.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  author_id: userId(post),
  created_at: new Date(post.at).toISOString(),
  lang: post.language,
  edit_history_tweet_ids: [idOf(post)],
  public_metrics: {
    retweet_count: Math.floor(post.likes / 5),
    reply_count: post.replies,
    like_count: post.likes,
    quote_count: 0,
    impression_count: post.likes * 40,
  },
});
