import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { choiceOf, type Form, numberOf, refuse, wholeOf } from '../page/form.ts';
import { fromHere } from '../page/from-here.ts';
import { type Html, html } from '../page/html.ts';
import { page, sendPage, timeTag } from '../page/layout.ts';
import { options, table } from '../page/page-parts.ts';
import { STORY_MS, storyAddress, storyFigures } from './instagram-stories.ts';
import { type SocialPlatform, socialPlatforms } from './social-account.ts';
import type { SocialParts } from './social-answer.ts';
import { type SocialFailureKind, socialFailures } from './social-quota.ts';
import { type Account, type AccountState, accountStates, type Story } from './social-world.ts';

const NAMES: Record<SocialPlatform, string> = {
  youtube: 'YouTube',
  instagram: 'Instagram',
  tiktok: 'TikTok',
};
const FAILURES: Record<SocialFailureKind, string> = {
  down: 'Not available (503)',
  quota: 'Quota used up',
  throttle: 'Asked to wait (429)',
  refuse: 'Key or token refused',
  garbage: 'A page instead of JSON',
  hang: 'No answer for 30 seconds',
};
const STATES: Record<AccountState, string> = {
  public: 'Public',
  private: 'Private or personal',
  restricted: 'Restricted by age',
  gone: 'Deleted',
  revoked: 'Consent withdrawn',
};

const choice = (name: string, label: string, choices: Record<string, string>): Html =>
  html`<label>${label}<select name="${name}">${options(choices)}</select></label>`;

function socialPage({ world, quota, now }: SocialParts, message: string): string {
  const failures = quota.orders();
  const accounts = world.orders();
  const stories = world.allStories().slice(0, 20);
  const content = html`<h1>Social platforms</h1>
<p class="quiet">YouTube, Instagram and TikTok as Troupe reads them. Every account name resolves; the same name is always the same account. ${world.seen.toLocaleString('en')} were asked for so far.</p>
${message && html`<p role="status">${message}</p>`}
<h2>Quotas</h2>
${table(
  'Quotas',
  ['Platform', 'Counted in', 'Used', 'Limit', 'Resets'],
  quota
    .states()
    .map(
      ({ platform, unit, used, limit, resets }) =>
        html`<tr><td>${NAMES[platform]}</td><td>${unit}</td><td class="number">${used.toLocaleString('en')}</td><td class="number">${limit.toLocaleString('en')}</td><td class="number">${timeTag(resets)}</td></tr>`,
    ),
  'No platform is played.',
  3,
)}
<h2>Failures</h2>
<form class="row" method="post" action="/social/failures">${choice('platform', 'Platform', NAMES)}${choice('failure', 'What goes wrong', FAILURES)}
<label>For how many calls<input type="number" name="times" min="1" max="10000" placeholder="Until it ends"></label><button class="main">Order failure</button></form>
${failures.length === 0 ? html`<p class="quiet">All platforms answer.</p>` : failures.map(({ platform, failure, times }) => html`<form class="row" method="post" action="/social/failures/end"><input type="hidden" name="platform" value="${platform}"><p>${NAMES[platform]}: ${FAILURES[failure]}${times !== null && `, ${times} more`}</p><button>End failure</button></form>`)}
<h2>Accounts</h2>
<form class="row" method="post" action="/social/accounts">${choice('platform', 'Platform', NAMES)}<label>Name<input name="username" required maxlength="100"></label>${choice('state', 'State', STATES)}
<label>New name<input name="rename" maxlength="100" placeholder="Keeps its name"></label><label>Followers<input type="number" name="followers" min="0" placeholder="As drawn from the name"></label><button class="main">Change account</button></form>
${table(
  'Accounts',
  ['Platform', 'First name', 'Name now', 'State', 'Followers'],
  accounts.map(
    (one) =>
      html`<tr><td>${NAMES[one.platform]}</td><td>${one.origin}</td><td>${one.username}</td><td>${STATES[one.state]}</td><td class="number">${one.followers === null ? 'As drawn' : one.followers.toLocaleString('en')}</td></tr>`,
  ),
  'No account was changed.',
)}
<h2>Stories on Instagram</h2>
<form class="row" method="post" action="/social/stories"><label>Name<input name="username" required maxlength="100"></label><label>Hours ago<input type="number" name="hours" min="0" max="72" step="0.5" placeholder="Now"></label><button class="main">Post story</button></form>
${table(
  'Stories on Instagram',
  ['Address', 'Posted', 'Views'],
  stories.map((story) => storyRow(world.ofOrigin('instagram', story.origin), story, now())),
  'Nobody posted a story. One is there for 24 hours; its figures are told to its owner alone.',
  2,
)}`;
  return page({ title: 'Social platforms', content, current: 'social' });
}

function storyRow(account: Account, story: Story, now: Date): Html {
  const figures = storyFigures(account, story, now);
  const gone = now.getTime() - Date.parse(story.at) >= STORY_MS;
  const views = gone
    ? 'Gone'
    : figures && figures !== 'few'
      ? (figures.views ?? 0).toLocaleString('en')
      : 'Not told yet';
  return html`<tr><td>${storyAddress(account, story)}</td><td class="number">${timeTag(story.at)}</td><td class="number">${views}</td></tr>`;
}

/** The state of the platforms for people, and what can be ordered of them. */
export function registerSocialPages(app: FastifyInstance, parts: SocialParts): void {
  const { world, quota } = parts;
  const back = (reply: FastifyReply, message: string) =>
    reply
      .code(303)
      .header('location', `/social?message=${encodeURIComponent(message)}`)
      .send();
  const change = (path: string, work: (form: Form) => string) =>
    app.post<{ Body: Form }>(`/social/${path}`, { preHandler: fromHere }, ({ body }, reply) => {
      try {
        return back(reply, work(body));
      } catch (error) {
        if (error instanceof Problem) return back(reply, error.message);
        throw error;
      }
    });
  const nameOf = (form: Form) => {
    const name = form?.get('username')?.trim().replace(/^@/, '');
    if (!name) throw refuse('Enter the name of an account.');
    return name;
  };

  app.get<{ Querystring: { message: string } }>(
    '/social',
    {
      schema: {
        querystring: {
          type: 'object',
          properties: { message: { type: 'string', maxLength: 200, default: '' } },
        },
      },
    },
    (request, reply) => sendPage(reply, socialPage(parts, request.query.message)),
  );

  change('failures', (form) => {
    const platform = choiceOf(form, 'platform', socialPlatforms);
    const failure = choiceOf(form, 'failure', socialFailures);
    quota.order({ platform, failure, times: wholeOf(form, 'times', 1, 10_000) });
    return `${NAMES[platform]} fails from now on.`;
  });

  change('failures/end', (form) => {
    quota.cancel(choiceOf(form, 'platform', socialPlatforms));
    return 'The failure has ended.';
  });

  change('stories', (form) => {
    const account = world.named('instagram', nameOf(form));
    if (!account) return 'Nobody has this name now.';
    const hours = numberOf(form, 'hours', 0, 72) ?? 0;
    const story = world.postStory(account.origin, new Date(parts.now().getTime() - hours * 3_600_000));
    return `Posted: ${storyAddress(account, story)}`;
  });

  change('accounts', (form) => {
    const username = form?.get('rename')?.trim();
    const followers = wholeOf(form, 'followers', 0, 2_000_000_000);
    const account = world.order(choiceOf(form, 'platform', socialPlatforms), nameOf(form), {
      state: choiceOf(form, 'state', accountStates),
      ...(username && { username }),
      ...(followers !== null && { followers }),
    });
    return account ? `${account.username} is changed.` : 'Nobody has this name now.';
  });
}
