import { isbot, isbotMatch } from 'isbot';
import { z } from 'zod';

/** What a hit on a link was. Only `person` counts as a click; the others are counted apart, with their reason. */
const CLICK_VERDICTS = [
  'person',
  'bot',
  'preview',
  'prefetch',
  'embed',
  'repeat',
  'flood',
  'foreign-method',
] as const;
export const ClickVerdict = z.enum(CLICK_VERDICTS);
export type ClickVerdict = z.infer<typeof ClickVerdict>;

/** A verdict and what led to it, such as `user-agent:Googlebot`; a person needs no reason. */
export interface JudgedClick {
  verdict: ClickVerdict;
  /** At most {@link MAX_REASON} characters. */
  reason: string | null;
}

export const MAX_REASON = 60;

/** The parts of a request that tell people from machines, as the headers have them; missing ones are empty. */
export interface ClickRequest {
  method: string;
  userAgent: string;
  /** `Sec-Purpose`, `Purpose`, `X-Purpose` and `X-Moz`, joined. */
  purpose: string;
  /** `Sec-Fetch-Dest` and `Sec-Fetch-Mode`. Browsers that don't send them are not held to them. */
  fetchDest: string;
  fetchMode: string;
}

/** What is known of earlier hits. Asked only for hits that nothing else explains, and each records the hit. */
export interface ClickHistory {
  /** Whether the visitor was on the link within {@link REPEAT_MS}. */
  isRepeat(): boolean;
  /** Why the hit is part of a flood; null when it is not. */
  floodReason(): string | null;
}

/** How long a second hit of the same visitor on the same link counts as a repeat: ten minutes after the last one. */
export const REPEAT_MS = 10 * 60_000;

/** Programs that fetch a link to show a card of it in a chat, a feed or a search result. */
const PREVIEW =
  /facebookexternalhit|facebot|^whatsapp(?:\/|$)|twitterbot|slackbot|slack-imgproxy|discordbot|telegrambot|linkedinbot|skypeuripreview|snap ?url ?preview|iframely|embedly|vkshare|pinterestbot|redditbot|bluesky cardyb|^mastodon\/|kakaotalk-scrap|google web preview|bingpreview|yahoo link preview|line-poker|flipboardproxy|quora link preview|zoombot|applebot|synapse|matrix-media-repo|misskey\/|^signal(?:-|\/|$)/i;

/** Browsers and apps that the bot list takes for bots. */
const BROWSERS = [
  // Old, small and text browsers
  /amaya\/\d|BrowseX|HotJava|JavaFX|OffByOne|Webster Pro|NetSurf\/\d|SimpleBrowser \(|QtWeb Internet Browser/,
  /^(?:BonEcho|Elinks|Firefox|Midori|OmniWeb|NCSA_Mosaic) \d|^w3m\/|^\(Opera\) |Ninetails\/|chromeframe/,
  /InspectBrowser|Safari%20Technology%20Preview|^PrivacyBrowser\/|ProxyFox\/|^Lightpanda\/|\bsplash Version\/10/,
  // Phones, tablets and televisions
  /Maemo Browser|Dorado WAP-Browser|WAP Browser\/MAUI|\bBada\/1\.|Dolfin\/\d|\bwebOS\/1\.|WebPro; Tungsten/,
  /CE-HTML\/1\.0|GoogleTV |LGPlayer\/|OviBrowser\/|^nook browser\/|^smarttv_|^Normalized iP|with Google Apps/,
  /Pocket Internet Explorer\/|^Mozilla\/5\.0\+\(iP/,
  // Regional browsers and apps
  /Sogou(?:MSE|Mobile)|QihooBrowser|baidu(?:browser|boxapp)\/|Ask\.com Mobile Browser| Torrent\/\d/,
  /^DDG-Android|^ddg_android\/|^\[FBAN\/|^Snapchat\/\d|AppleNews\/|com\.google\.GooglePlus\/|^XXXAndroidApp\//,
  /Google(?: |%20)?Earth|AuthenticationServicesAgent\/|^Pinterest\/0\.\d(?:$| \(\+http:\/\/www\.pinterest\.com\/\)$)/,
];

/**
 * Returns what a hit was. The first of these that applies: a method other than GET, a prefetch, a preview or a bot, a
 * load inside another page (cookie stuffing), a repeat, a flood; otherwise a person.
 */
export function judgeClick(request: ClickRequest, history: ClickHistory): JudgedClick {
  const { method, purpose, userAgent, fetchDest, fetchMode } = request;
  if (method !== 'GET') return judged('foreign-method', method);
  if (/prefetch|prerender|preview/i.test(purpose)) return judged('prefetch', `purpose:${purpose}`);
  const machine = machineOf(userAgent);
  if (machine) return machine;
  if (fetchDest && fetchDest !== 'document') return judged('embed', `sec-fetch-dest:${fetchDest}`);
  if (fetchMode && fetchMode !== 'navigate') return judged('embed', `sec-fetch-mode:${fetchMode}`);
  if (history.isRepeat()) return judged('repeat', 'same-visitor-within-10-minutes');
  const flood = history.floodReason();
  return flood ? judged('flood', flood) : { verdict: 'person', reason: null };
}

/** Returns `bot` or `preview` for a user agent that is a machine's; null for a person's. */
export function machineOf(userAgent: string): JudgedClick | null {
  if (userAgent.trim() === '') return judged('bot', 'user-agent:none');
  const preview = PREVIEW.exec(userAgent)?.[0];
  if (preview) return judged('preview', `user-agent:${preview}`);
  if (!isbot(userAgent) || BROWSERS.some((browser) => browser.test(userAgent))) return null;
  return judged('bot', `user-agent:${isbotMatch(userAgent) ?? ''}`);
}

/** Reasons are kept and shown, and some of their text comes from outside. */
const judged = (verdict: ClickVerdict, reason: string): JudgedClick => ({
  verdict,
  reason: reason.replace(/[^\x20-\x7e]+/g, ' ').slice(0, MAX_REASON),
});

/** The kind of device a user agent names. */
export type ClickDevice = 'mobile' | 'tablet' | 'desktop' | 'other';

/** Returns the kind of device that a user agent names. */
export function deviceOf(userAgent: string): ClickDevice {
  if (/iPad|Tablet|PlayBook|Silk(?!.*Mobile)|Android(?!.*Mobile)/i.test(userAgent)) return 'tablet';
  if (/Mobi|iPhone|iPod|Android|Windows Phone|BlackBerry/i.test(userAgent)) return 'mobile';
  return /Windows NT|Macintosh|X11|CrOS|Linux/.test(userAgent) ? 'desktop' : 'other';
}

/** In-app browsers first: their user agents also name the engine they are built on. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/Instagram/, 'Instagram'],
  [/musical_ly|BytedanceWebview|TikTok|trill/i, 'TikTok'],
  [/FBAN|FBAV|MetaIAB/, 'Facebook'],
  [/Snapchat/, 'Snapchat'],
  [/Pinterest/, 'Pinterest'],
  [/MicroMessenger/, 'WeChat'],
  [/Line\//, 'Line'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS|Chromium/, 'Chrome'],
  [/Safari|AppleWebKit/, 'Safari'],
];

/** Returns the family of browser that a user agent names, in-app browsers by their app. */
export const browserFamilyOf = (userAgent: string): string =>
  FAMILIES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Other';

/** Parameters that ad platforms add to links in paid ads. Facebook's `fbclid` is also on posts, so it is none. */
const PAID_MARKERS = ['gclid', 'gbraid', 'wbraid', 'msclkid', 'twclid', 'ttclid', 'li_fat_id', 'rdclid'];

/** Search engines and what they call ads, as people who tag their links write them. */
const SEARCH_ENGINE =
  /^(?:google|adwords|bing|yahoo|duckduckgo|ecosia|brave|baidu|yandex|naver|seznam)(?:[ ._-]?ads)?(?:\.\w+)*$/i;
const SEARCH_ADS = /^(?:cpc|ppc|sem|sea|paid[ _-]?search)$/i;

/** Parameters that hold the keyword of an ad. */
const KEYWORDS = ['utm_term', 'keyword', 'kw'];

/** The origin of a click, from its URL and referrer. */
export interface ClickSource {
  /** Lowercase host of the referring page, without its path. */
  referrerHost: string | null;
  /** The visitor's `utm_source`, at most 60 characters. */
  sourceLabel: string | null;
  /** The first of {@link PAID_MARKERS} in the query; `utm_medium` if it names search ads. */
  paidMarker: string | null;
  /** What a search ad was bought for, as its link says (`utm_term`), at most 60 characters. */
  searchTerm: string | null;
  /** The link was opened with `afsrc=1`, from another affiliate's redirect. */
  standDownSeen: boolean;
}

/**
 * Returns where a click came from.
 * @param query the query of the link as it was opened, without `?`
 * @param referrer the `Referer` header
 */
export function clickSourceOf(query: string, referrer: string): ClickSource {
  const given = query === '' ? null : new URLSearchParams(query);
  const label = given && labelIn(given, 'utm_source');
  const tagged =
    label && SEARCH_ENGINE.test(label) && SEARCH_ADS.test(given?.get('utm_medium')?.trim() ?? '')
      ? 'utm_medium'
      : null;
  const paidMarker = (given && PAID_MARKERS.find((name) => given.get(name))) ?? tagged;
  const keyword = given && paidMarker ? KEYWORDS.map((name) => labelIn(given, name)).find(Boolean) : null;
  return {
    referrerHost: hostOf(referrer),
    sourceLabel: label || null,
    paidMarker,
    searchTerm: keyword || null,
    standDownSeen: given?.get('afsrc') === '1',
  };
}

const labelIn = (query: URLSearchParams, name: string): string =>
  (query.get(name) ?? '')
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 60);

function hostOf(referrer: string): string | null {
  if (referrer === '' || referrer.length > 4096) return null;
  const url = URL.parse(referrer);
  if (!url || !/^(?:https?|android-app):$/.test(url.protocol)) return null;
  const host = url.hostname.slice(0, 253);
  return host === '' ? null : host;
}
