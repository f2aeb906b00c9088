import { findAsset } from '../assets.ts';
import type { Host } from '../host.ts';
import { privacyPage } from '../pages/privacy.ts';
import { revocationPath, sharedRevocations } from '../provider/revocations.ts';
import type { Route } from '../routing.ts';
import { PageError, type Visit } from '../visit.ts';

/** Files of the pages, what the host says about itself, and the checks of whoever keeps it running. */
export function staticRoutes(host: Host): Route[] {
  const revocations = sharedRevocations(host.db);
  return [
    { method: 'GET', pattern: '/', handle: (visit) => visit.redirect(`${host.config.webOrigin}/`) },
    { method: 'GET', pattern: '/assets/:version/:name', handle: sendAsset },
    { method: 'GET', pattern: '/favicon.ico', handle: sendMark },
    { method: 'GET', pattern: '/privacy', handle: (visit) => visit.page(200, privacyPage(host.config)) },
    {
      method: 'GET',
      pattern: revocationPath,
      handle: async (visit) => sendJson(visit, 200, await revocations()),
    },
  ];
}

function sendAsset(visit: Visit): void {
  const asset = findAsset(visit.params.version ?? '', visit.params.name ?? '');
  if (!asset) throw new PageError(404, { kind: 'missing' });
  visit.send(
    200,
    asset.type,
    asset.body,
    // During an update a page of the new version may reach a process of the old one.
    asset.current ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
}

function sendMark(visit: Visit): void {
  const mark = findAsset('', 'mark.svg');
  if (mark) visit.send(200, mark.type, mark.body, 'public, max-age=86400');
}

const sendJson = (visit: Visit, status: number, body: object) =>
  visit.send(status, 'application/json', JSON.stringify(body), 'no-store');
