import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fromHere } from '../page/from-here.ts';
import { html } from '../page/html.ts';
import { sendVendorPage, vendorPage } from '../page/vendor-page.ts';
import type { SocialParts } from './social-answer.ts';

const PLAYED = {
  tiktok: {
    name: 'TikTok',
    path: '/tiktok/v2/auth/authorize/',
    client: 'client_key',
    declined: { error: 'access_denied', error_description: 'The user denied the request.' },
    asks: ['Your profile and its figures', 'Your public videos and their figures'],
  },
  instagram: {
    name: 'Instagram',
    path: '/instagram/v25.0/dialog/oauth',
    client: 'client_id',
    declined: { error: 'access_denied', error_reason: 'user_denied', error_code: '200' },
    asks: ['Your business or creator account and its posts', 'Insights of your posts and stories'],
  },
} as const;

/** The pages on which owners let an app read their account; any name may be signed in as. */
export function registerSocialConsent(app: FastifyInstance, { world, codes, now }: SocialParts): void {
  for (const platform of ['tiktok', 'instagram'] as const) {
    const { name, path, client, declined, asks } = PLAYED[platform];

    const show = (reply: FastifyReply, status: number, content: ReturnType<typeof html>) =>
      sendVendorPage(
        reply,
        status,
        vendorPage({
          vendor: `Sandbox ${name}`,
          title: `Connect ${name}`,
          content,
          note: 'No account is touched.',
        }),
      );
    const broken = (reply: FastifyReply, text: string) =>
      show(reply, 400, html`<h1>This cannot be asked</h1><p>${text}</p>`);
    const read = (request: FastifyRequest) => {
      const query = new URL(request.url, 'http://sandbox').searchParams;
      const redirectUri = query.get('redirect_uri') ?? '';
      if (!query.get(client)) return `The ${client} is missing.`;
      if (query.get('response_type') !== 'code') return 'The response_type has to be code.';
      if (!URL.canParse(redirectUri)) return 'The redirect_uri is no address.';
      return { redirectUri, state: query.get('state') ?? '', search: `?${query}` };
    };
    const back = (reply: FastifyReply, to: { redirectUri: string; state: string }, more: object) => {
      const address = new URL(to.redirectUri);
      for (const [key, value] of Object.entries({ ...more, state: to.state }))
        address.searchParams.set(key, value);
      return reply.redirect(address.href, 303);
    };
    const ask = (reply: FastifyReply, search: string, wrong = '') =>
      show(
        reply,
        wrong ? 422 : 200,
        html`<h1>Let this app read your ${name} account?</h1>
<p>It asks for:</p><ul>${asks.map((one) => html`<li>${one}</li>`)}</ul>
<form method="post" action="${path}${search}"><label>You are signed in as<input name="username" required maxlength="100" autocomplete="off" autocapitalize="none"></label>
${wrong && html`<p role="alert">${wrong}</p>`}
<p class="row"><button class="main" name="decision" value="allow">Allow</button><button name="decision" value="cancel" formnovalidate>Cancel</button></p></form>`,
      );

    app.get(path, async (request, reply) => {
      const asked = read(request);
      return typeof asked === 'string' ? broken(reply, asked) : ask(reply, asked.search);
    });

    app.post<{ Body: URLSearchParams }>(path, { preHandler: fromHere }, async (request, reply) => {
      const asked = read(request);
      if (typeof asked === 'string') return broken(reply, asked);
      if (request.body.get('decision') !== 'allow') return back(reply, asked, declined);
      const username = (request.body.get('username') ?? '').trim().replace(/^@/, '');
      const account = username ? world.named(platform, username) : null;
      if (!account || account.state === 'gone') return ask(reply, asked.search, 'Nobody has this name.');
      // Who allows again what they had withdrawn stands as before.
      const restored =
        account.state === 'revoked' ? world.order(platform, username, { state: 'public' }) : account;
      return back(reply, asked, { code: codes.give(restored ?? account, asked.redirectUri, now()) });
    });
  }
}
