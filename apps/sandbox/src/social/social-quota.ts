import { dayIn } from '@troupe/domain/discovery/provider';
import { type SocialPlatform, socialPlatforms } from './social-account.ts';

/** What is used up of a platform's quota in its present window. */
export interface QuotaState {
  platform: SocialPlatform;
  /** What is counted. */
  unit: string;
  used: number;
  limit: number;
  resets: string;
}

const HOUR = 3_600_000;
const MINUTE = 60_000;
const UNITS: Record<SocialPlatform, { unit: string; limit: number }> = {
  youtube: { unit: 'units a day (Pacific time)', limit: 10_000 },
  instagram: { unit: 'calls an hour', limit: 4800 },
  tiktok: { unit: 'calls a minute and endpoint', limit: 600 },
};

/** Counts calls as the platforms do. */
export class SocialQuota {
  readonly #now: () => Date;
  readonly #used = new Map<string, { resets: number; used: number }>();
  readonly #limits = new Map<SocialPlatform, number>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  limit(platform: SocialPlatform): number {
    return this.#limits.get(platform) ?? UNITS[platform].limit;
  }

  /** Sets the limit of a platform; null gives back the usual one. */
  setLimit(platform: SocialPlatform, limit: number | null): void {
    if (limit === null) this.#limits.delete(platform);
    else this.#limits.set(platform, limit);
  }

  #window(platform: SocialPlatform, endpoint: string) {
    const now = this.#now();
    const found = this.#used.get(`${platform} ${endpoint}`);
    if (found && found.resets > now.getTime()) return found;
    const resets = {
      youtube: () => dayIn('America/Los_Angeles', now).to.getTime(),
      instagram: () => (Math.floor(now.getTime() / HOUR) + 1) * HOUR,
      tiktok: () => (Math.floor(now.getTime() / MINUTE) + 1) * MINUTE,
    }[platform]();
    const made = { resets, used: 0 };
    this.#used.set(`${platform} ${endpoint}`, made);
    return made;
  }

  /** Counts a call; false when the quota is used up. */
  count(platform: SocialPlatform, endpoint = ''): boolean {
    const window = this.#window(platform, endpoint);
    if (window.used >= this.limit(platform)) return false;
    window.used += 1;
    return true;
  }

  /** What is used, in percent, as Instagram tells it with each answer. */
  percent(platform: SocialPlatform): number {
    return Math.min(100, Math.ceil((this.#window(platform, '').used / this.limit(platform)) * 100));
  }

  /** Begins to count anew. */
  reset(): void {
    this.#used.clear();
    this.#limits.clear();
  }

  states(): QuotaState[] {
    return socialPlatforms.map((platform) => {
      const window = this.#window(platform, '');
      const busiest = [...this.#used]
        .filter(([name, { resets }]) => name.startsWith(`${platform} `) && resets > this.#now().getTime())
        .reduce((most, [, { used }]) => Math.max(most, used), 0);
      return {
        platform,
        unit: UNITS[platform].unit,
        used: busiest,
        limit: this.limit(platform),
        resets: new Date(window.resets).toISOString(),
      };
    });
  }
}
