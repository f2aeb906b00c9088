// No schemas here: screens need these facts on every first visit, and the schema library is large.

/** Parsed path of a profile URL: the profile, or a post (of `username`, if known). */
type ProfilePath = { username: string; socialId?: string } | { post: true; username?: string } | null;

/** Parsed path of a post's URL. `url` is the same for all URLs of a post. */
interface PostPath {
  /** The platform's id of the post. */
  postId: string;
  url: string;
  story: boolean;
  /** Owner in lowercase, if the URL contains it. */
  username: string | null;
}

/** Facts about a social platform. */
interface PlatformFacts {
  name: string;
  /** Label for followers. */
  followers: 'Followers' | 'Subscribers';
  /** Figures on creator cards. */
  shows: { engagement: boolean; averageViews: boolean };
  /** Whether any profile can be read; otherwise only with the owner's consent, or not at all. */
  readOpenly: boolean;
  /**
   * Hosts of its URLs, without prefixes such as `www.`; empty if its profiles are on another
   * platform.
   */
  hosts: readonly string[];
  /** Pattern of valid usernames; null if names have no fixed format. */
  handle: RegExp | null;
  profileUrl(username: string): string;
  /** Parses the path of a URL on the first host. */
  readProfile(steps: readonly string[]): ProfilePath;
  /**
   * Patterns in lowercase: for a cell that names the platform, and for a header or file name that
   * mentions it.
   */
  words: { cell: RegExp; mention: RegExp | null };
  posts: {
    /** Parsers of post URLs by host. */
    hosts: Record<string, (steps: readonly string[], query: URLSearchParams) => PostPath | null>;
    /** Possible content kinds; the URL alone is rarely conclusive. */
    kinds: readonly string[];
  } | null;
  /** Content formats used in demo data. */
  formats: readonly { type: string; format: string }[];
  /** Share of creators in demo data. */
  demoShare: number;
  /**
   * Whether creators are found, imported and claimed there. Otherwise it is a network whose authors become creators by
   * social listening.
   */
  searched: boolean;
}

const CHANNEL_ID = /^UC[\w-]{22}$/;

/** Returns whether a text is a YouTube channel id (`UC-8QAzbLcRglXeN_MY9blyw`). */
export const isChannelId = (text: string): boolean => CHANNEL_ID.test(text);

/** Page names that can't be accounts. */
const NOT_PEOPLE =
  /^(?:p|reels?|tv|explore|accounts|direct|about|watch|shorts|playlist|feed|results|live|hashtag|embed|video|music|tag|discover|foryou|t|v|share|gaming|trending)$/i;

const INSTAGRAM_HANDLE = /^[a-z0-9._]{1,30}$/i;
const TIKTOK_HANDLE = /^[\p{L}\p{N}._-]{1,64}$/u;
const tiktokUrl = (username: string) => `https://www.tiktok.com/@${encodeURIComponent(username)}`;

const HANDLE_IN_POST = /^@?([\w.-]{1,60})$/;
const handleOf = (text: string | undefined) => HANDLE_IN_POST.exec(text ?? '')?.[1]?.toLowerCase() ?? null;
const POST_NUMBER = /^\d{6,25}$/;

const youtubeVideo = (id: string): PostPath | null =>
  /^[\w-]{11}$/.test(id)
    ? { postId: id, url: `https://www.youtube.com/watch?v=${id}`, story: false, username: null }
    : null;

/** A network whose authors become creators by social listening only. */
const network = <Name extends string>(name: Name, profileUrl: (username: string) => string) => ({
  name,
  followers: 'Followers' as const,
  shows: { engagement: false, averageViews: false },
  readOpenly: false,
  hosts: [],
  handle: null,
  profileUrl,
  readProfile: () => null,
  words: { cell: /(?!)/, mention: null },
  posts: null,
  formats: [],
  demoShare: 0,
  searched: false,
});

/** Social platforms in display order. A new one needs an entry here, an icon and a provider. */
export const PLATFORMS = {
  instagram: {
    name: 'Instagram',
    followers: 'Followers',
    shows: { engagement: true, averageViews: false },
    readOpenly: true,
    hosts: ['instagram.com', 'instagr.am'],
    handle: INSTAGRAM_HANDLE,
    profileUrl: (username) => `https://www.instagram.com/${encodeURIComponent(username)}/`,
    readProfile([first, second]) {
      if (!first) return null;
      const name = /^stories$/i.test(first) ? second : first;
      if (!name || NOT_PEOPLE.test(name)) return second ? { post: true } : null;
      if (second && /^(?:p|reel)$/i.test(second)) return { post: true };
      return INSTAGRAM_HANDLE.test(name) ? { username: name } : null;
    },
    words: {
      cell: /^(?:instagram|insta|ig|instagram\.com)$/,
      mention: /(?<![a-z])(?:ig|insta|instagram\w*|instagrammers?)(?![a-z])/,
    },
    posts: {
      hosts: {
        'instagram.com': (steps) => {
          if (steps[0] === 'stories') {
            const [, owner, id = ''] = steps;
            const username = handleOf(owner);
            if (!username || !POST_NUMBER.test(id)) return null;
            const url = `https://www.instagram.com/stories/${username}/${id}/`;
            return { postId: id, url, story: true, username };
          }
          // `/p/CODE` and `/NAME/reel/CODE` are the same post.
          const at = steps.findIndex((step) => /^(p|reel|reels|tv)$/.test(step));
          const code = steps[at + 1] ?? '';
          if (at < 0 || at > 1 || !/^[\w-]{5,40}$/.test(code)) return null;
          const username = at === 1 ? handleOf(steps[0]) : null;
          return { postId: code, url: `https://www.instagram.com/p/${code}/`, story: false, username };
        },
      },
      kinds: ['post', 'carousel', 'reel', 'video', 'live'],
    },
    formats: [
      { type: 'Reel', format: 'video' },
      { type: 'Carousel', format: 'image' },
      { type: 'Photo', format: 'image' },
    ],
    demoShare: 0.4,
    searched: true,
  },
  tiktok: {
    name: 'TikTok',
    followers: 'Followers',
    shows: { engagement: true, averageViews: true },
    readOpenly: false,
    hosts: ['tiktok.com'],
    handle: TIKTOK_HANDLE,
    profileUrl: tiktokUrl,
    readProfile([first = '', second]) {
      if (/^@/.test(first)) {
        const username = first.slice(1);
        if (second && /^(?:video|photo)$/i.test(second)) return { post: true, username };
        if (TIKTOK_HANDLE.test(username)) return { username };
      }
      return NOT_PEOPLE.test(first) && second ? { post: true } : null;
    },
    words: {
      cell: /^(?:tiktok|tt|tik tok|tiktok\.com|douyin)$/,
      mention: /(?<![a-z])(?:tt|tik[ -]?tok\w*)(?![a-z])/,
    },
    posts: {
      hosts: {
        'tiktok.com': ([owner, kind, id = '']) => {
          const username = owner?.startsWith('@') ? handleOf(owner) : null;
          if (!username || !/^(video|photo)$/.test(kind ?? '') || !POST_NUMBER.test(id)) return null;
          const url = `https://www.tiktok.com/@${username}/video/${id}`;
          return { postId: id, url, story: false, username };
        },
      },
      kinds: ['video', 'reel', 'short', 'carousel', 'live'],
    },
    formats: [{ type: 'Video', format: 'video' }],
    demoShare: 0.32,
    searched: true,
  },
  youtube: {
    name: 'YouTube',
    followers: 'Subscribers',
    shows: { engagement: false, averageViews: true },
    readOpenly: true,
    hosts: ['youtube.com', 'youtu.be'],
    // Tables of channels often contain only names.
    handle: null,
    profileUrl: (username) =>
      isChannelId(username)
        ? `https://www.youtube.com/channel/${username}`
        : `https://www.youtube.com/@${encodeURIComponent(username)}`,
    readProfile([first = '', second = '']) {
      if (/^channel$/i.test(first))
        return isChannelId(second) ? { username: second, socialId: second } : null;
      const name = /^(?:c|user)$/i.test(first) ? second : first.replace(/^@/, '');
      if (!name) return null;
      if (NOT_PEOPLE.test(name) && !first.startsWith('@')) return { post: true };
      return { username: name };
    },
    words: {
      cell: /^(?:youtube|yt|you tube|youtube\.com|youtube#channel)$/,
      mention: /(?<![a-z])(?:yt|you[ -]?tube\w*)(?![a-z])/,
    },
    posts: {
      hosts: {
        'youtube.com': ([first, second = ''], query) => {
          if (first === 'watch') return youtubeVideo(query.get('v') ?? '');
          return /^(shorts|live|embed)$/.test(first ?? '') ? youtubeVideo(second) : null;
        },
        'youtu.be': ([id = '']) => youtubeVideo(id),
      },
      kinds: ['video', 'short', 'live'],
    },
    formats: [
      { type: 'Video', format: 'video' },
      { type: 'Short', format: 'video' },
    ],
    demoShare: 0.2,
    searched: true,
  },
  'tiktok-shop': {
    name: 'TikTok Shop',
    followers: 'Followers',
    shows: { engagement: true, averageViews: true },
    readOpenly: false,
    hosts: [],
    handle: TIKTOK_HANDLE,
    profileUrl: tiktokUrl,
    readProfile: () => null,
    words: { cell: /^(?:tiktok[ _-]?shop|tts|tik tok shop)$/, mention: null },
    posts: null,
    formats: [
      { type: 'Video', format: 'video' },
      { type: 'Live', format: 'video' },
    ],
    demoShare: 0.08,
    searched: true,
  },
  bluesky: network('Bluesky', (handle) => `https://bsky.app/profile/${encodeURIComponent(handle)}`),
  mastodon: network('Mastodon', (handle) => {
    const [name = '', server = ''] = handle.split('@');
    return `https://${server || 'mastodon.social'}/@${encodeURIComponent(name)}`;
  }),
  reddit: network('Reddit', (name) => `https://www.reddit.com/user/${encodeURIComponent(name)}`),
  x: network('X', (name) => `https://x.com/${encodeURIComponent(name)}`),
} as const satisfies Record<string, PlatformFacts>;

/** A platform of creators. */
export type Platform = keyof typeof PLATFORMS;

const entries = Object.entries(PLATFORMS) as [Platform, PlatformFacts][];

/** All platforms in display order. */
export const PLATFORM_IDS = entries.map(([id]) => id) as [Platform, ...Platform[]];

/** Platforms on which creators are searched, imported and claimed. */
export const SEARCHED_PLATFORMS = entries.flatMap(([id, { searched }]) => (searched ? [id] : []));

/** Display names. */
export const PLATFORM_NAMES = Object.fromEntries(entries.map(([id, { name }]) => [id, name])) as {
  readonly [Id in Platform]: (typeof PLATFORMS)[Id]['name'];
};

/** Returns the facts about a platform. */
export const platformFacts = (platform: Platform): PlatformFacts => PLATFORMS[platform];

/** Returns the platform with profile or post URLs on a host (without `www.`), or null. */
export const platformOfHost = (host: string): Platform | null =>
  entries.find(([, { hosts }]) => hosts.includes(host))?.[0] ?? null;

/** Platforms with their own URLs, as text: `Instagram, TikTok or YouTube`. */
export const platformList = entries
  .flatMap(([, { name, hosts }]) => (hosts.length > 0 ? [name] : []))
  .join(', ')
  .replace(/, ([^,]*)$/, ' or $1');
