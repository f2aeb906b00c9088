import type { ClickVerdict } from '@troupe/domain/affiliate/affiliate-click';
import type { Click } from '../modules/affiliate/affiliate-click/affiliate-click.queries.ts';
import type { Random } from './random.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

/** How long the demo brand's program has run. */
export const HISTORY_DAYS = 365;

/** A creator's link as its year went. */
export interface Member {
  linkId: string;
  slug: string;
  /** Null for links without a code. */
  code: string | null;
  /** Days since it was made. */
  days: number;
  /** How many days ago it was last clicked. */
  last: number;
  /** Clicks on an ordinary day. */
  clicks: number;
}

/** An order of the past, as the sandbox's store takes it. */
export interface PastOrder {
  createdAt: string;
  buyer: { email: string; firstName: string; lastName: string };
  items: { product: number; quantity: number }[];
  code: string | null;
  landingSite: string;
  referringSite: string | null;
  returned: { line: number; at: string } | null;
  cancelledAt: string | null;
}

export interface History {
  clicks: Click[];
  orders: PastOrder[];
}

interface Year {
  random: Random;
  brandId: string;
  now: Date;
  products: number;
}

const FIRST_NAMES = [
  'Ava',
  'Noah',
  'Lena',
  'Omar',
  'Ines',
  'Theo',
  'Maya',
  'Jonas',
  'Rosa',
  'Emil',
  'Nina',
  'Luca',
];
const LAST_NAMES = [
  'Reed',
  'Kovac',
  'Moreau',
  'Lind',
  'Costa',
  'Weber',
  'Nilsen',
  'Park',
  'Rossi',
  'Hale',
  'Bauer',
];
const SOURCES = ['www.instagram.com', 'l.instagram.com', 'www.tiktok.com', 'www.youtube.com', null];
const BROWSERS = ['Safari', 'Chrome', 'Chrome', 'Instagram', 'TikTok', 'Firefox'];

/** What else hits a link, with the reason the click host gives. */
const MACHINES: [share: number, verdict: ClickVerdict, reason: string][] = [
  [0.05, 'preview', 'user-agent:facebookexternalhit'],
  [0.03, 'preview', 'user-agent:WhatsApp'],
  [0.06, 'bot', 'user-agent:Googlebot'],
  [0.02, 'prefetch', 'purpose:prefetch'],
  [0.06, 'repeat', 'same-visitor-within-10-minutes'],
];

/** Invents clicks and the orders that followed, day by day. The same seed gives the same year. */
export function inventYear(year: Year, members: readonly Member[]): History {
  const { random, now } = year;
  const clicks: Click[] = [];
  const orders: PastOrder[] = [];
  const buyers: PastOrder['buyer'][] = [];
  for (const [place, member] of members.entries())
    for (let ago = member.days - 1; ago >= member.last; ago--) {
      const day = Math.floor(now.getTime() / DAY) * DAY - ago * DAY;
      // Busier over the year, on weekends, and for four days after a post.
      const growth = 0.6 + (0.8 * (HISTORY_DAYS - ago)) / HISTORY_DAYS;
      const weekend = [0, 6].includes(new Date(day).getUTCDay()) ? 1.3 : 1;
      const post = (HISTORY_DAYS - ago + place * 11) % 37 < 4 ? 3 : 1;
      const count = Math.round(random.around(member.clicks * growth * weekend * post, 0.35));
      for (let n = 0; n < count; n++) {
        const at = day + Math.floor((random.next() ** 0.7 * 15 + 8.5) * HOUR);
        if (at >= now.getTime() - 5 * MINUTE) continue;
        const click = inventClick(year, member, at);
        clicks.push(click);
        if (click.verdict === 'person' && random.chance(0.045))
          orders.push(inventOrder(year, buyers, { click, member }));
      }
      // Followers who only remember the code.
      if (member.code && random.chance(member.clicks / 360))
        orders.push(inventOrder(year, buyers, { click: null, member, at: day + random.int(9, 21) * HOUR }));
    }
  orders.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  return { clicks, orders: orders.filter(({ createdAt }) => createdAt < now.toISOString()) };
}

function inventClick({ random, brandId }: Year, { linkId }: Member, at: number): Click {
  let dice = random.next();
  const machine = MACHINES.find(([share]) => {
    dice -= share;
    return dice < 0;
  });
  return clickAt(random, {
    brandId,
    linkId,
    at,
    verdict: machine?.[1] ?? 'person',
    reason: machine?.[2] ?? null,
  });
}

type Hit = Pick<Click, 'brandId' | 'linkId' | 'at' | 'verdict' | 'reason'>;

function clickAt(random: Random, hit: Hit): Click {
  const source = random.pick(SOURCES);
  const visitor = hit.verdict === 'person' || hit.verdict === 'repeat' || hit.verdict === 'flood';
  const hex = () => random.id(hit.at).replaceAll('-', '');
  return Object.assign(
    {
      id: random.id(hit.at),
      visitorKey: visitor ? hex() : null,
      device: random.chance(0.78) ? ('mobile' as const) : ('desktop' as const),
      browserFamily: random.pick(BROWSERS),
      referrerHost: source,
      sourceLabel: null,
      paidMarker: null,
      standDownSeen: false,
      searchTerm: null,
    },
    hit,
  );
}

interface Purchase {
  click: Click | null;
  member: Member;
  /** For buyers without a click. */
  at?: number;
}

function inventOrder(
  { random, now, products }: Year,
  buyers: PastOrder['buyer'][],
  { click, member, at: told }: Purchase,
): PastOrder {
  // Most buy within the hour, some think about it for days.
  const wait = random.chance(0.7) ? random.int(4, 55) * MINUTE : random.int(3, 140) * HOUR;
  const at = told ?? (click?.at ?? 0) + wait;
  const returning = buyers.length > 20 && random.chance(0.18);
  const first = random.pick(FIRST_NAMES);
  const last = random.pick(LAST_NAMES);
  const buyer = returning
    ? random.pick(buyers)
    : {
        email: `${first}.${last}.${buyers.length}@buyer.test`.toLowerCase(),
        firstName: first,
        lastName: last,
      };
  if (!returning) buyers.push(buyer);
  const goods = Array.from({ length: products }, (_, product) => product);
  const items = random.chance(0.35)
    ? [
        { product: random.pick(goods.slice(0, -1)), quantity: 1 },
        { product: products - 1, quantity: random.int(1, 2) },
      ]
    : [{ product: random.pick(goods), quantity: random.chance(0.85) ? 1 : 2 }];
  const back = new Date(at + random.int(5, 22) * DAY);
  const next = new Date(at + random.int(2, 30) * HOUR);
  const cancels = random.chance(0.03);
  const returns = !cancels && random.chance(0.09);
  const landing = click ? `/?ref=${member.slug}&tr=${click.id}&afsrc=1` : '/';
  return {
    createdAt: new Date(at).toISOString(),
    buyer,
    items,
    code: member.code && (click === null || random.chance(0.6)) ? member.code : null,
    landingSite: landing,
    referringSite: click?.referrerHost ? `https://${click.referrerHost}/` : null,
    returned: returns && back < now ? { line: items.length - 1, at: back.toISOString() } : null,
    cancelledAt: cancels && next < now ? next.toISOString() : null,
  };
}

/** Buyers of the last days who used a leaked code without ever having been on a link. */
export function inventLeak({ random, now, products }: Year, code: string, count: number): PastOrder[] {
  return Array.from({ length: count }, (_, n): PastOrder => {
    const at = now.getTime() - (0.5 + ((count - n) * 38) / count) * HOUR - random.int(0, 20) * MINUTE;
    const [firstName, lastName] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
    return {
      createdAt: new Date(at).toISOString(),
      buyer: { email: `${firstName}.${lastName}.deal${n}@buyer.test`.toLowerCase(), firstName, lastName },
      items: [{ product: random.int(0, products - 1), quantity: 1 }],
      code,
      landingSite: '/',
      referringSite: null,
      returned: null,
      cancelledAt: null,
    };
  });
}

/** A flood of hits within an hour, most of them from one network. */
export function inventFlood(
  { random, brandId }: Year,
  { linkId }: Member,
  at: number,
  count: number,
): Click[] {
  return Array.from({ length: count }, () =>
    clickAt(random, {
      brandId,
      linkId,
      at: at + random.int(0, HOUR - 1),
      verdict: 'flood',
      reason: 'rate-of-link',
    }),
  );
}
