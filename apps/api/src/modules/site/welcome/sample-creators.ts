import type { OptInStatus } from '@troupe/domain/campaigns/opt-in';
import type { Platform } from '@troupe/domain/discovery/creator';
import type { StatusTag } from '@troupe/domain/discovery/creator-list';

/** An invented creator. `likes` is a typical post's, from which all their figures follow. */
export interface SampleCreator {
  handle: string;
  name: string;
  platform: Platform;
  country: string;
  language: string;
  bio: string;
  categories: string[];
  followers: number;
  likes: number;
  verified?: boolean;
  tags: StatusTag[];
  note: string;
  /** What became of them in the sample campaign, if they applied. */
  optIn?: { status: OptInStatus; pitch: string; reason?: string; posts: number };
}

export const SAMPLE_CREATORS: readonly SampleCreator[] = [
  {
    handle: 'mara.bakes',
    name: 'Mara Lindqvist',
    platform: 'instagram',
    country: 'SE',
    language: 'sv',
    bio: 'Sourdough, slow mornings and a very small kitchen.',
    categories: ['Food', 'Home'],
    followers: 48_200,
    likes: 2_140,
    tags: ['Approved'],
    note: 'Great light, answers within a day.',
    optIn: { status: 'completed', pitch: 'I would bake with it for a week and show the crumb.', posts: 2 },
  },
  {
    handle: 'theo.brews',
    name: 'Theo Marchetti',
    platform: 'tiktok',
    country: 'IT',
    language: 'it',
    bio: 'Coffee at home, explained in under a minute.',
    categories: ['Coffee', 'Food'],
    followers: 126_000,
    likes: 9_800,
    verified: true,
    tags: ['Approved', 'In negotiation'],
    note: 'Asked for usage rights of six months.',
    optIn: { status: 'completed', pitch: 'Three recipes, one take each.', posts: 3 },
  },
  {
    handle: 'june.on.trails',
    name: 'June Okafor',
    platform: 'instagram',
    country: 'GB',
    language: 'en',
    bio: 'Trail runner. Mud is a feature.',
    categories: ['Running', 'Outdoor'],
    followers: 31_500,
    likes: 1_720,
    tags: ['Interested'],
    note: '',
    optIn: { status: 'completed', pitch: 'A dawn run with a stop to brew.', posts: 1 },
  },
  {
    handle: 'pixelpantry',
    name: 'Ines Duarte',
    platform: 'youtube',
    country: 'PT',
    language: 'pt',
    bio: 'Long videos about small kitchens.',
    categories: ['Food', 'Home'],
    followers: 212_000,
    likes: 8_400,
    verified: true,
    tags: ['In discussion'],
    note: 'Books two months ahead.',
    optIn: { status: 'rejected', pitch: 'A ten-minute review.', reason: 'Too late for our dates', posts: 0 },
  },
  {
    handle: 'kofi.cooks',
    name: 'Kofi Mensah',
    platform: 'tiktok',
    country: 'US',
    language: 'en',
    bio: 'Weeknight dinners for people who came home late.',
    categories: ['Food'],
    followers: 74_300,
    likes: 5_150,
    tags: ['Awaiting response'],
    note: '',
    optIn: { status: 'withdrawn', pitch: 'Dinner in twelve minutes.', posts: 0 },
  },
  {
    handle: 'nora.at.home',
    name: 'Nora Feld',
    platform: 'instagram',
    country: 'DE',
    language: 'de',
    bio: 'Old flat, new shelves.',
    categories: ['Home', 'Interior'],
    followers: 19_800,
    likes: 960,
    tags: ['To be approved'],
    note: 'Met at the spring fair.',
  },
  {
    handle: 'sami.lifts',
    name: 'Sami Haddad',
    platform: 'tiktok',
    country: 'FR',
    language: 'fr',
    bio: 'Strength for beginners. No shouting.',
    categories: ['Fitness'],
    followers: 58_900,
    likes: 3_020,
    tags: [],
    note: '',
  },
  {
    handle: 'lena.rows',
    name: 'Lena Vogt',
    platform: 'instagram',
    country: 'AT',
    language: 'de',
    bio: 'Lakes before work.',
    categories: ['Outdoor', 'Fitness'],
    followers: 12_400,
    likes: 810,
    tags: ['Interested'],
    note: 'Sent her rates: 180 a reel.',
  },
  {
    handle: 'rui.reviews',
    name: 'Rui Tavares',
    platform: 'youtube',
    country: 'BR',
    language: 'pt',
    bio: 'Kitchen gear, tested until it breaks.',
    categories: ['Home', 'Technology'],
    followers: 405_000,
    likes: 11_300,
    verified: true,
    tags: ['Not interested'],
    note: 'Only paid reviews.',
  },
  {
    handle: 'ayla.plates',
    name: 'Ayla Demir',
    platform: 'instagram',
    country: 'TR',
    language: 'tr',
    bio: 'Breakfast is the whole point.',
    categories: ['Food', 'Travel'],
    followers: 87_600,
    likes: 4_480,
    tags: [],
    note: '',
  },
];

/** Titles of invented posts; the first ones are used for the campaign's. */
export const SAMPLE_POSTS = [
  'Morning routine with the new pour-over',
  'What I pack for a slow weekend',
  'Three ways to use up stale bread',
  'A tour of the smallest kitchen',
  'I tried it for a week',
  'Questions you asked me',
] as const;
