import { foldText } from '../query/character.ts';
import type { FieldNode, RangeNode } from '../query/query-tree.ts';
import { addressOf, domainsOf, type MentionFacts, normalizeName, type PostKind } from './mention-input.ts';

export type FactTest = (facts: MentionFacts) => boolean;

/** The test of a field, and a fact it requires; null if it requires none. */
export interface CompiledField {
  test: FactTest;
  key: string | null;
}

/** Kinds of posts by what queries call them. */
const KINDS: Record<string, PostKind> = {
  COMMENT: 'comment',
  REPLY: 'reply',
  RETWEET: 'repost',
  QUOTE: 'quote',
};

/** Compiles a condition on a field of a post. */
export function compileField({ field, value }: FieldNode): CompiledField {
  switch (field) {
    case 'author':
      return compileAuthor(value);
    case 'site': {
      const matches = hostTest(addressOf(value).host);
      return { test: ({ site }) => matches(site.host), key: hostKey('site', value) };
    }
    case 'url': {
      const matches = addressTest(value);
      return { test: ({ site }) => matches(site), key: hostKey('site', value) };
    }
    case 'links': {
      const matches = addressTest(value);
      return { test: ({ links }) => links.some(matches), key: hostKey('link', value) };
    }
    case 'language': {
      const wanted = value.toLowerCase();
      const matches = (language: string) => language === wanted || language.startsWith(`${wanted}-`);
      return {
        test: ({ input }) => matches((input.language ?? '').toLowerCase()),
        key: `language:${wanted.split('-')[0]}`,
      };
    }
    case 'source': {
      const wanted = value.toLowerCase();
      return { test: ({ input }) => input.source.toLowerCase() === wanted, key: `source:${wanted}` };
    }
    case 'engagementType': {
      const wanted = KINDS[value];
      return { test: ({ input }) => input.kind === wanted, key: null };
    }
    case 'tags': {
      const wanted = foldText(value.replace(/^#/, ''));
      return {
        test: ({ input, textTags }) =>
          textTags.has(`#${wanted}`) || input.tags.some((tag) => foldText(tag) === wanted),
        key: `#${wanted}`,
      };
    }
    case 'subreddit': {
      const wanted = value.toLowerCase().replace(/^\/?r\//, '');
      return { test: ({ subreddit }) => subreddit === wanted, key: 'site:reddit.com' };
    }
    case 'topLevelDomain': {
      const wanted = value.toLowerCase().replace(/^\./, '');
      return { test: ({ site }) => site.host.endsWith(`.${wanted}`), key: `site:${wanted}` };
    }
  }
}

function compileAuthor(value: string): CompiledField {
  const words = normalizeName(value.replaceAll('*', '')).trim();
  const wanted = value.trimEnd().endsWith('*') ? ` ${words}` : ` ${words} `;
  const [first = ''] = words.split(' ');
  const whole = words.includes(' ') || wanted.endsWith(' ');
  return { test: ({ author }) => author.includes(wanted), key: whole && first ? `author:${first}` : null };
}

/** The fact that a post has an address below a host; null if the host isn't whole. */
function hostKey(kind: 'site' | 'link', value: string): string | null {
  const { host } = addressOf(value);
  return host.includes('.') && !/[*?]/.test(host) ? `${kind}:${host}` : null;
}

/** Tests a host: itself or one above it; `*` stands for any label. */
function hostTest(wanted: string): (host: string) => boolean {
  if (!wanted.includes('*')) return (host) => host === wanted || host.endsWith(`.${wanted}`);
  const labels = wanted.split('.');
  const matches = (domain: string) => {
    const own = domain.split('.');
    // A star at the end stands for one or more labels.
    const enough = labels.at(-1) === '*' ? own.length >= labels.length : own.length === labels.length;
    return enough && labels.every((label, place) => label === '*' || label === own[place]);
  };
  return (host) => domainsOf(host).some(matches);
}

/** Tests an address: below a host and the beginning of a path; without a host, anywhere after a boundary. */
function addressTest(value: string): (address: { host: string; path: string }) => boolean {
  const wanted = addressOf(value);
  if (wanted.host.includes('.')) {
    const matches = hostTest(wanted.host);
    return ({ host, path }) => matches(host) && path.startsWith(wanted.path);
  }
  const part = wanted.host + wanted.path;
  return ({ host, path }) => {
    const whole = host + path;
    for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
      if (at === 0 || !/[a-z0-9]/.test(whole.charAt(at - 1))) return true;
    }
    return false;
  };
}

/** Compiles a condition on a number of a post. Unknown numbers are outside of every range. */
export function compileRange({ field, min, max }: RangeNode): CompiledField {
  const isIn = (value: number | null) => value !== null && value >= min && value <= max;
  const test: FactTest =
    field === 'authorFollowers'
      ? ({ input }) => isIn(input.followers)
      : field === 'likes'
        ? ({ input }) => isIn(input.likes)
        : ({ minuteOfDay }) => isIn(minuteOfDay);
  return { test, key: null };
}
