import type { OptInStatus } from '@troupe/domain/campaigns/opt-in';
import { OPT_IN_STATUSES } from '@troupe/domain/campaigns/opt-in-status';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';

/** Search parameters of the opt-ins screen. */
export interface OptInsAddress {
  status?: OptInStatus[] | undefined;
  platform?: Platform | undefined;
  q?: string | undefined;
  /** Only unviewed opt-ins. */
  unseen?: 'yes' | undefined;
  /** The opt-in in the drawer. */
  optIn?: string | undefined;
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');

/** Parses the search parameters; drops invalid values. */
export function readOptInsAddress(raw: Record<string, unknown>): OptInsAddress {
  const asked = texts(raw.status);
  const status = OPT_IN_STATUSES.filter((one) => asked.includes(one));
  const [platform] = texts(raw.platform);
  const [q] = texts(raw.q);
  const [optIn] = texts(raw.optIn);
  return {
    status: status.length > 0 ? status : undefined,
    platform: platform && platform in PLATFORM_NAMES ? (platform as Platform) : undefined,
    q: q?.slice(0, 120) || undefined,
    unseen: raw.unseen === 'yes' || raw.unseen === 'true' ? 'yes' : undefined,
    optIn: optIn && /^[0-9a-f-]{36}$/i.test(optIn) ? optIn : undefined,
  };
}

/** Whether the opt-ins are filtered. */
export const isNarrowed = ({ status, platform, q, unseen }: OptInsAddress): boolean =>
  Boolean(status || platform || q || unseen);
