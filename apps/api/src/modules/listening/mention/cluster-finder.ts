import {
  CLUSTER_MS,
  type Fingerprint,
  fingerprintOf,
  hammingDistance,
  MAX_BITS,
  simhashBlocks,
  simhashFromBigint,
  simhashToBigint,
} from '@troupe/domain/listening/near-duplicate';
import type { ClusterCandidate } from './store-mentions.queries.ts';

/** Set in blocks of short texts, which are found by a hash of their words. */
const SHORT = 0x40_00_00_00;

/** Minimum time between exact repetitions that can be found again. */
const REPEAT_MS = 3_600_000;

/** A post with what duplicates have in common. */
export interface Fingerprinted {
  fingerprint: Fingerprint;
  blocks: number[];
}

/** Returns the fingerprint of a text and the blocks by which duplicates are found; none for texts without words. */
export function fingerprinted(text: string): Fingerprinted {
  const fingerprint = fingerprintOf(text);
  const { simhash, canonical } = fingerprint;
  if (simhash) return { fingerprint, blocks: simhashBlocks(simhash) };
  return { fingerprint, blocks: canonical === '' ? [] : [SHORT | (hashOf(canonical) & (SHORT - 1))] };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

interface Member {
  clusterId: string;
  fingerprint: Fingerprint;
  at: number;
}

/** Finds the cluster of each post among stored ones and those before it. */
export class ClusterFinder {
  readonly #members: Member[];

  constructor(candidates: readonly ClusterCandidate[]) {
    this.#members = candidates.map(({ clusterId, simhash, text, publishedAt }) => ({
      clusterId,
      fingerprint:
        simhash === null ? fingerprintOf(text) : { canonical: '', simhash: simhashFromBigint(simhash) },
      at: Date.parse(publishedAt),
    }));
  }

  /**
   * Returns a post's cluster, named `id` if it is the first. Of exact repetitions, one an hour is found again, so a cluster
   * lasts while copies come; the blocks of others are dropped, so a flood of copies stays cheap.
   */
  add(id: string, { fingerprint, blocks }: Fingerprinted, at: number) {
    let best: { member: Member; distance: number } | null = null;
    let repeats = false;
    for (const member of this.#members) {
      const apart = Math.abs(member.at - at);
      if (apart > CLUSTER_MS) continue;
      const distance = distanceOf(member.fingerprint, fingerprint);
      if (distance <= MAX_BITS && (!best || distance < best.distance)) best = { member, distance };
      repeats = distance === 0 && apart < REPEAT_MS;
      if (repeats) break;
    }
    const clusterId = best?.member.clusterId ?? id;
    if (!repeats && blocks.length > 0) this.#members.push({ clusterId, fingerprint, at });
    return {
      clusterId,
      blocks: repeats ? [] : blocks,
      simhash: fingerprint.simhash ? simhashToBigint(fingerprint.simhash) : null,
    };
  }
}

function distanceOf(a: Fingerprint, b: Fingerprint): number {
  if (a.simhash && b.simhash) return hammingDistance(a.simhash, b.simhash);
  return !a.simhash && !b.simhash && a.canonical !== '' && a.canonical === b.canonical ? 0 : 64;
}
