// Kept free of schemas: every page of the browser apps loads this module.

/** Carries the acting session id when an administrator acts as a brand member. */
export const ACTING_HEADER = 'x-acting';

/** Lists the feature flags enabled in the browser. */
export const FLAG_HEADER = 'X-Feature-Flags';

/** Carries what the password of a shared report was exchanged for. */
export const SHARE_ACCESS_HEADER = 'X-Share-Access';

/** Carries who reviews a creator list with a link, as they got it for their name. */
export const REVIEWER_HEADER = 'X-Reviewer';

/** Carries an ID that a tab chooses: opening a shared report again with it within an hour is the same view. */
export const SHARE_VIEW_HEADER = 'X-Share-View';
