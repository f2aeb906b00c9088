import type { Json } from '../../../platform/outgoing/search-cluster.ts';

/** Increase it when documents or fields change: a new index is then built beside the old one. */
export const MAPPING_VERSION = 1;

const keyword: Json = { type: 'keyword', ignore_above: 8000 };
/** Fields that are only filtered by need no values by document. */
const filterOnly: Json = { type: 'keyword', ignore_above: 8000, doc_values: false };

/** The fields of a creator. Documents aren't stored: the database returns what a page shows. */
export const FIELDS: Record<string, Json> = {
  id: keyword,
  /** Compared with the database by the reconciler. */
  hash: { type: 'keyword', index: false },
  brand: filterOnly,
  platform: filterOnly,
  country: filterOnly,
  language: filterOnly,
  categories: filterOnly,
  words: filterOnly,
  handle: filterOnly,
  /** Handle and name, searched for parts of words. */
  name: { type: 'wildcard', ignore_above: 8000 },
  followers: { type: 'long' },
  engagement: { type: 'double' },
  views: { type: 'long' },
  updated: { type: 'long' },
  fit: { type: 'double' },
  growth30: { type: 'double', doc_values: false },
  growth90: { type: 'double', doc_values: false },
  verified: { type: 'boolean' },
  registered: { type: 'boolean' },
  email: { type: 'boolean' },
};

/** How an index is spread over nodes. */
export interface IndexLayout {
  shards: number;
  replicas: number;
}

/** An index isn't searched while it's being filled, so it's refreshed only at the end. */
export const settingsWhileBuilding = ({ shards, replicas }: IndexLayout): Json => ({
  index: {
    number_of_shards: shards,
    // None on a single node.
    auto_expand_replicas: `0-${replicas}`,
    refresh_interval: '-1',
    // A write that arrives late mustn't bring a deleted creator back.
    gc_deletes: '1h',
  },
});

/** How soon changes are found. */
export const settingsWhileServing = (): Json => ({ index: { refresh_interval: '1s' } });
