/** What a look at one record of a domain gave. */
export interface Finding {
  outcome: 'right' | 'absent' | 'wrong' | 'unanswered';
  /** What stands there. */
  found: string[];
  /** What is wrong and what to do; with outcome `right`, what to keep in mind. With `absent` without its end. */
  problem: string | null;
}

export const right = (found: string[], problem: string | null = null): Finding => ({
  outcome: 'right',
  found,
  problem,
});

export const wrong = (found: string[], problem: string): Finding => ({ outcome: 'wrong', found, problem });

/** Nobody knows: whatever stood there before still counts. */
export const unanswered = (name: string, reason: string): Finding => ({
  outcome: 'unanswered',
  found: [],
  problem: `The look-up of ${name} failed: ${reason}. We look again by ourselves.`,
});
