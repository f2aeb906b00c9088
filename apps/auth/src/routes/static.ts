import { isLanguage } from '@troupe/i18n/language';
import { findAsset } from '../assets.ts';
import type { Config } from '../config.ts';
import type { Host } from '../host.ts';
import { t } from '../messages/messages.gen.ts';
import { buttonLink, linkTo, messagePage } from '../pages/layout.ts';
import { revocationPath, sharedRevocations } from '../provider/revocations.ts';
import { cookieFor } from '../request-language.ts';
import type { Route } from '../routing.ts';
import { PageError, type Visit } from '../visit.ts';

/** Static files, the privacy page and health checks. */
export function staticRoutes(host: Host): Route[] {
  const revocations = sharedRevocations(host.db);
  return [
    { method: 'GET', pattern: '/', handle: (visit) => visit.redirect(`${host.config.webOrigin}/`) },
    { method: 'GET', pattern: '/assets/:version/:name', handle: sendAsset },
    { method: 'GET', pattern: '/favicon.ico', handle: sendMark },
    { method: 'GET', pattern: '/privacy', handle: (visit) => visit.page(200, privacyPage(host.config)) },
    { method: 'GET', pattern: '/language', handle: (visit) => chooseLanguage(host, visit) },
    {
      method: 'GET',
      pattern: revocationPath,
      handle: async (visit) => sendJson(visit, 200, await revocations()),
    },
  ];
}

/** `/language?to=de&back=/account`: chooses a language and goes back. */
function chooseLanguage(host: Host, visit: Visit): void {
  const to = visit.url.searchParams.get('to');
  const back = visit.url.searchParams.get('back') ?? '';
  if (isLanguage(to)) {
    visit.reply.header('set-cookie', cookieFor(to, host.config.issuer.startsWith('https:')));
  }
  visit.redirect(/^\/(?![/\\])[\x21-\x7e]*$/.test(back) ? back : '/account');
}

function sendAsset(visit: Visit): void {
  const asset = findAsset(visit.params.version ?? '', visit.params.name ?? '');
  if (!asset) throw new PageError(404, { kind: 'missing' });
  visit.send(
    200,
    asset.type,
    asset.body,
    // During an update, a page of the new version may request files from a process of the old one.
    asset.current ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
}

function sendMark(visit: Visit): void {
  const mark = findAsset('', 'mark.svg');
  if (mark) visit.send(200, mark.type, mark.body, 'public, max-age=86400');
}

const sendJson = (visit: Visit, status: number, body: object) =>
  visit.send(status, 'application/json', JSON.stringify(body), 'no-store');

/** What this host stores about people, in plain language. */
function privacyPage(config: Config): string {
  return messagePage(config, {
    title: t('privacy.title'),
    texts: [
      t('privacy.login'),
      t('privacy.secondStep'),
      t('privacy.cookies'),
      t('privacy.language'),
      t('privacy.guesses'),
      t.rich('privacy.apps', { account: linkTo('/account'), sessions: linkTo('/account/sessions') }),
    ],
    action: buttonLink(`${config.webOrigin}/`, t('error.goTo')),
  });
}
