import { Failure } from '../failure.ts';

/** Third-party widgets on dashboard pages. Null disables one, and then nothing of it is loaded. */
export type Widgets = {
  /** Intercom, for brand members. */
  support: { appId: string; apiBase: string; script: string } | null;
  /** Opens behind What's New instead of our own page. */
  updates: { vendor: 'beamer' | 'headway'; id: string; script: string } | null;
  /** Google Tag Manager. */
  tagManager: TagManager | null;
};

export type TagManager = {
  container: string;
  script: string;
  /** Default consent of tags; a consent tool in the container updates it. */
  consent: 'denied' | 'granted';
  /** Additional origins the container's tags load from and send to. */
  origins: string[];
};

/** Sources for a content security policy, by directive. */
export type Sources = Partial<
  Record<'script' | 'style' | 'connect' | 'frame' | 'img' | 'media' | 'font' | 'form', string[]>
>;

export const noWidgets: Widgets = { support: null, updates: null, tagManager: null };

const REGIONS = { us: '', eu: '.eu', au: '.au' } as const;
type Region = keyof typeof REGIONS;

const BEAMER = 'https://app.getbeamer.com/js/beamer-embed.js';
const HEADWAY = 'https://cdn.headwayapp.co/widget.js';
const TAG_MANAGER = 'https://www.googletagmanager.com/gtm.js';
const intercomScript = (appId: string) => `https://widget.intercom.io/widget/${appId}`;
const apiBaseOf = (region: Region) => `https://api-iam${REGIONS[region]}.intercom.io`;

/**
 * Reads the widget configuration.
 * @throws Failure naming the invalid variable
 */
export function readWidgets(env: NodeJS.ProcessEnv): Widgets {
  return { support: readSupport(env), updates: readUpdates(env), tagManager: readTagManager(env) };
}

function readSupport(env: NodeJS.ProcessEnv): Widgets['support'] {
  const appId = named(
    env,
    'INTERCOM_APP_ID',
    /^[a-z0-9]{4,20}$/i,
    'the id of the workspace, such as ab12cd34',
  );
  const region = env.INTERCOM_REGION || 'us';
  if (!isRegion(region)) throw new Failure(`INTERCOM_REGION must be us, eu or au, not "${region}".`);
  if (!appId) return null;
  return {
    appId,
    apiBase: new URL(address(env, 'INTERCOM_API_BASE') ?? apiBaseOf(region)).origin,
    script: address(env, 'INTERCOM_SCRIPT_URL') ?? intercomScript(appId),
  };
}

function readUpdates(env: NodeJS.ProcessEnv): Widgets['updates'] {
  const id = /^[\w-]{4,40}$/;
  const beamer = named(env, 'BEAMER_PRODUCT_ID', id, 'the id of the product, such as AbCd12345');
  const headway = named(env, 'HEADWAY_ACCOUNT', id, 'the id of the account, such as xYz12a');
  if (beamer && headway) {
    throw new Failure("What's New opens one widget: set BEAMER_PRODUCT_ID or HEADWAY_ACCOUNT, not both.");
  }
  if (beamer) return { vendor: 'beamer', id: beamer, script: address(env, 'BEAMER_SCRIPT_URL') ?? BEAMER };
  if (headway)
    return { vendor: 'headway', id: headway, script: address(env, 'HEADWAY_SCRIPT_URL') ?? HEADWAY };
  return null;
}

function readTagManager(env: NodeJS.ProcessEnv): TagManager | null {
  const container = named(
    env,
    'GTM_CONTAINER_ID',
    /^GTM-[A-Z0-9]{4,12}$/,
    'the id of the container, such as GTM-AB12CD3',
  );
  const consent = env.GTM_CONSENT || 'denied';
  if (consent !== 'denied' && consent !== 'granted') {
    throw new Failure(`GTM_CONSENT must be denied or granted, not "${consent}".`);
  }
  const origins = (env.GTM_TAG_ORIGINS ?? '').split(/\s+/).filter(Boolean);
  for (const origin of origins) {
    // Inserted into the policy unescaped: an extra character could allow more than one host.
    if (/^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?$/i.test(origin)) continue;
    throw new Failure(
      `GTM_TAG_ORIGINS must be origins such as https://*.google-analytics.com, not "${origin}".`,
    );
  }
  if (!container) return null;
  return { container, consent, origins, script: address(env, 'GTM_SCRIPT_URL') ?? TAG_MANAGER };
}

/** Returns what a page's policy must allow for its widgets. */
export function sourcesOf({ support, updates, tagManager }: Widgets): Sources[] {
  return [
    support &&
      (isStandIn(support.script, intercomScript(support.appId)) ? alone(support) : intercom(support)),
    updates && updatesSources(updates),
    tagManager && tagSources(tagManager),
  ].filter((sources) => sources !== null);
}

function updatesSources(updates: NonNullable<Widgets['updates']>): Sources {
  if (updates.vendor === 'headway') {
    if (isStandIn(updates.script, HEADWAY)) return alone(updates);
    return { script: [originOf(HEADWAY)], frame: ['https://headway-widget.net'] };
  }
  if (isStandIn(updates.script, BEAMER)) return alone(updates);
  const app = originOf(BEAMER);
  return {
    script: [app],
    style: [app],
    frame: [app],
    connect: [app, 'https://backend.getbeamer.com'],
    img: [app, 'https://static.getbeamer.com'],
  };
}

function tagSources({ script, origins }: TagManager): Sources {
  const all = [originOf(script), ...origins];
  return { script: all, connect: all, img: all };
}

/** Intercom's own list, limited to the workspace's region. */
function intercom({ apiBase }: NonNullable<Widgets['support']>): Sources {
  const region: Region = (['eu', 'au'] as const).find((one) => apiBase === apiBaseOf(one)) ?? 'us';
  const sockets = {
    us: ['nexus-websocket-a', 'nexus-websocket-b'],
    eu: ['nexus-europe-websocket'],
    au: ['nexus-australia-websocket'],
  }[region].map((name) => `${name}.intercom.io`);
  const files = {
    us: {
      uploads: ['uploads.intercomcdn.com'],
      downloads: 'downloads.intercomcdn.com',
      assets: 'static.intercomassets.com',
    },
    eu: {
      uploads: ['uploads.intercomcdn.eu', 'uploads.eu.intercomcdn.com'],
      downloads: 'downloads.intercomcdn.eu',
      assets: 'static.intercomassets.eu',
    },
    au: {
      uploads: ['uploads.au.intercomcdn.com'],
      downloads: 'downloads.au.intercomcdn.com',
      assets: 'static.au.intercomassets.com',
    },
  }[region];
  const apps = `messenger-apps${REGIONS[region]}.intercom.io`;
  const attachments = {
    us: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((one) => `*.intercom-attachments-${one}.com`),
    eu: ['*.intercom-attachments.eu'],
    au: ['*.au.intercom-attachments.com'],
  }[region];
  return {
    script: https('app.intercom.io', 'widget.intercom.io', 'js.intercomcdn.com'),
    connect: [
      apiBase,
      ...https(
        'via.intercom.io',
        `api${REGIONS[region]}.intercom.io`,
        'api-ping.intercom.io',
        '*.intercom-messenger.com',
      ),
      'wss://*.intercom-messenger.com',
      ...sockets.flatMap((host) => [`https://${host}`, `wss://${host}`]),
      ...https(...files.uploads, 'uploads.intercomusercontent.com'),
    ],
    frame: https('intercom-sheets.com', 'www.intercom-reporting.com'),
    font: https('js.intercomcdn.com', 'fonts.intercomcdn.com'),
    form: ['https://intercom.help', apiBase],
    media: https('js.intercomcdn.com', files.downloads),
    img: https(
      ...['js.intercomcdn.com', files.assets, files.downloads, 'uploads.intercomusercontent.com'],
      ...['gifs.intercomcdn.com', 'video-messages.intercomcdn.com', apps, ...attachments],
    ),
  };
}

/** For a script from another origin, such as the sandbox, allows only that origin. */
function alone({ script, apiBase }: { script: string; apiBase?: string }): Sources {
  const place = originOf(script);
  const api = apiBase && apiBase !== place ? [place, apiBase] : [place];
  return { script: [place], connect: api, frame: [place], img: [place] };
}

const https = (...hosts: string[]) => hosts.map((host) => `https://${host}`);
const originOf = (script: string) => new URL(script).origin;
const isStandIn = (script: string, vendors: string) => originOf(script) !== originOf(vendors);
const isRegion = (text: string): text is Region => Object.hasOwn(REGIONS, text);

function named(env: NodeJS.ProcessEnv, name: string, form: RegExp, what: string): string | null {
  const value = env[name];
  if (!value) return null;
  if (form.test(value)) return value;
  throw new Failure(`${name} must be ${what}, not "${value}".`);
}

function address(env: NodeJS.ProcessEnv, name: string): string | null {
  const value = env[name];
  if (!value) return null;
  const parsed = URL.parse(value);
  if (parsed && /^https?:$/.test(parsed.protocol)) return value;
  throw new Failure(
    `${name} must be a web address such as https://widget.example.com/widget.js, not "${value}".`,
  );
}
