import type { BrandRole, Role } from '@troupe/domain/account/user';
import type { CampaignStatus } from '@troupe/domain/campaigns/campaign';
import type { Platform } from '@troupe/domain/discovery/creator';

interface DemoPerson {
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  /** Role by brand name. */
  brands: Record<string, BrandRole>;
}

/** Demo users; the login host creates accounts for the same email addresses. */
export const DEMO_PEOPLE: DemoPerson[] = [
  { email: 'admin@troupe.test', firstName: 'Ada', lastName: 'Brandt', role: 'administrator', brands: {} },
  {
    email: 'owner@troupe.test',
    firstName: 'Alva',
    lastName: 'Berg',
    role: 'brand',
    brands: { Larkmoor: 'owner' },
  },
  {
    email: 'member@troupe.test',
    firstName: 'Milo',
    lastName: 'Hart',
    role: 'brand',
    brands: { Larkmoor: 'member' },
  },
  {
    email: 'multi@troupe.test',
    firstName: 'Mira',
    lastName: 'Vance',
    role: 'brand',
    brands: { Larkmoor: 'member', 'Copper & Bean': 'owner', Solvane: 'member' },
  },
  { email: 'nobody@troupe.test', firstName: 'Noel', lastName: 'Bodin', role: 'brand', brands: {} },
  { email: 'creator@troupe.test', firstName: 'Cleo', lastName: 'Arden', role: 'creator', brands: {} },
];

interface DemoBrand {
  name: string;
  website: string;
  description: string;
  plan: { planId: string; period: 'monthly' | 'yearly' } | null;
  affiliate: boolean;
  categories: string[];
  campaigns: {
    title: string;
    status: CampaignStatus;
    channels: Platform[];
    paid: number | null;
    unread: number;
  }[];
  lists: { title: string; description: string; size: number }[];
  savedSearches: { name: string; query: string }[];
}

/** Demo brands. Money is in minor units. */
export const DEMO_BRANDS: DemoBrand[] = [
  {
    name: 'Larkmoor',
    website: 'https://larkmoor.example',
    description: 'Outdoor clothing and packs, made to be repaired.',
    plan: { planId: 'trailblazer', period: 'yearly' },
    affiliate: true,
    categories: ['Running', 'Outdoor', 'Cycling', 'Travel'],
    campaigns: [
      {
        title: 'Autumn Trail Kit',
        status: 'publish',
        channels: ['instagram', 'tiktok'],
        paid: 64_000,
        unread: 9,
      },
      { title: 'First Light Runs', status: 'publish', channels: ['instagram'], paid: null, unread: 5 },
      { title: 'Pack Light', status: 'paused', channels: ['youtube'], paid: 120_000, unread: 0 },
      { title: 'Winter Layers', status: 'draft', channels: ['instagram', 'youtube'], paid: null, unread: 0 },
      { title: 'Summer Ridge', status: 'completed', channels: ['tiktok'], paid: 40_000, unread: 0 },
      { title: 'Spring Sample Sale', status: 'archived', channels: ['tiktok-shop'], paid: null, unread: 0 },
    ],
    lists: [
      { title: 'Autumn Trail Kit shortlist', description: 'First wave, seeded by 1 December.', size: 42 },
      { title: 'Iberia, always on', description: 'Spain and Portugal, for small product drops.', size: 31 },
      { title: 'Long-form reviewers', description: '', size: 18 },
      { title: 'Repair ambassadors', description: 'Creators who repair gear on camera.', size: 12 },
      { title: 'Shop sellers to try', description: '', size: 9 },
      { title: 'Winter athletes', description: 'Skis, snow and cold mornings.', size: 27 },
      { title: 'Met at the fair', description: '', size: 6 },
      { title: 'Ideas for spring', description: 'On hold until January.', size: 0 },
    ],
    savedSearches: [
      {
        name: 'Trail runners, Iberia',
        query: 'q=trail+running&country=ES&country=PT&followersMin=10000&followersMax=250000',
      },
      {
        name: 'Verified outdoor on YouTube',
        query: 'platform=youtube&category=Outdoor&verified=true&sort=followers',
      },
    ],
  },
  {
    name: 'Copper & Bean',
    website: 'https://copperandbean.example',
    description: 'A small roastery with a subscription.',
    plan: { planId: 'starter', period: 'monthly' },
    affiliate: true,
    categories: ['Coffee', 'Food', 'Home'],
    campaigns: [
      {
        title: 'Cold Brew Season',
        status: 'publish',
        channels: ['tiktok', 'instagram'],
        paid: 25_000,
        unread: 2,
      },
      { title: 'Home Barista Week', status: 'draft', channels: ['youtube'], paid: null, unread: 0 },
    ],
    lists: [
      { title: 'Home baristas', description: '', size: 22 },
      { title: 'Local food, small towns', description: 'Under 50k followers.', size: 15 },
    ],
    savedSearches: [{ name: 'Coffee under 50k', query: 'category=Coffee&followersMax=50000' }],
  },
  {
    name: 'Solvane',
    website: 'https://solvane.example',
    description: 'Skincare with short ingredient lists.',
    plan: null,
    affiliate: false,
    categories: ['Beauty', 'Fashion', 'Family'],
    campaigns: [{ title: 'Short Labels', status: 'draft', channels: ['instagram'], paid: null, unread: 0 }],
    lists: [{ title: 'Honest skin reviews', description: '', size: 14 }],
    savedSearches: [],
  },
];

/** Team notes on creators. */
export const DEMO_NOTES = [
  'Wants the 12 L pack in moss. Agreed on $640 for 2 reels.',
  'Asked to cap usage rights at 6 months.',
  'Coaches a Sunday group of 60. Great fit for the launch.',
  'Available from December 1. Prefers carousels to reels.',
  'Booked with another brand until March.',
  'Replied within an hour. Very clear about rates.',
  'Follow up after the holidays.',
  'Sent two samples, waiting on sizing feedback.',
];
