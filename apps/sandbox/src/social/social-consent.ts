import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fromHere, type Html, html } from '../page/page.ts';
import { sendVendorPage, vendorPage } from '../page/vendor-page.ts';
import type { SocialParts } from './social-platform.ts';

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

type Body = { Body: URLSearchParams | null };

/** The pages on which owners let an app read their account; any name may be signed in as. */
export function registerSocialConsent(app: FastifyInstance, { world, codes }: SocialParts): void {
  for (const platform of ['tiktok', 'instagram'] as const) {
    const { name, path, client, declined, asks } = PLAYED[platform];
    const show = (reply: FastifyReply, status: number, content: Html) => {
      const options = { vendor: `Sandbox ${name}`, title: `Connect ${name}`, note: 'No account is touched.' };
      return sendVendorPage(reply, status, vendorPage({ ...options, content }));
    };
    const form = (search: string, wrong: string) =>
      html`<h1>Let this app read your ${name} account?</h1>
<p>It asks for:</p><ul>${asks.map((one) => html`<li>${one}</li>`)}</ul>
<form method="post" action="${path}${search}"><label>You are signed in as<input name="username" required maxlength="100" autocomplete="off" autocapitalize="none"></label>
${wrong && html`<p role="alert">${wrong}</p>`}
<p class="row"><button class="main" name="decision" value="allow">Allow</button><button name="decision" value="cancel" formnovalidate>Cancel</button></p></form>`;

    const answer = async (request: FastifyRequest<Body>, reply: FastifyReply) => {
      const query = new URL(request.url, 'http://sandbox').searchParams;
      const redirectUri = query.get('redirect_uri') ?? '';
      const isAsked = query.get(client) && query.get('response_type') === 'code' && URL.canParse(redirectUri);
      if (!isAsked)
        return show(
          reply,
          400,
          html`<h1>This cannot be asked</h1><p>The ${client}, the response_type or the redirect_uri is wrong.</p>`,
        );
      const back = (more: object) => {
        const address = new URL(redirectUri);
        for (const [key, value] of Object.entries({ ...more, state: query.get('state') ?? '' }))
          address.searchParams.set(key, value);
        return reply.redirect(address.href, 303);
      };
      const decision = request.body?.get('decision');
      if (request.method === 'GET') return show(reply, 200, form(`?${query}`, ''));
      if (decision !== 'allow') return back(declined);
      const username = (request.body?.get('username') ?? '').trim().replace(/^@/, '');
      const account = username ? world.named(platform, username) : null;
      if (!account || account.state === 'gone')
        return show(reply, 422, form(`?${query}`, 'Nobody has this name.'));
      // Who allows again what they had withdrawn stands as before.
      if (account.state === 'revoked') world.order(platform, username, { state: 'public' });
      return back({ code: codes.give(account, redirectUri) });
    };
    app.get<Body>(path, answer);
    app.post<Body>(path, { preHandler: fromHere }, answer);
  }
}
