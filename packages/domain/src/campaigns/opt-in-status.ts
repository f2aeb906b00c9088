// No schemas here, so URLs can be parsed without loading the schema library.

/** Statuses of a creator's participation in a campaign, in the order in which they are offered. */
export const OPT_IN_STATUSES = ['pending', 'approved', 'rejected', 'completed', 'withdrawn'] as const;
