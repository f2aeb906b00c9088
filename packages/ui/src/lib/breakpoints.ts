/**
 * The widths at which layouts change, in px: up to 480 small phones, up to 767 mobile, up to 980 tablet,
 * above that desktop, from 1200 wide. Media queries can't use variables, so a test checks every stylesheet
 * against this list.
 */
export const BREAKPOINTS = { small: 480, mobile: 767, tablet: 980, wide: 1200 } as const;

export const UP_TO_MOBILE = `(max-width: ${BREAKPOINTS.mobile}px)`;
export const FROM_TABLET = `(min-width: ${BREAKPOINTS.mobile + 1}px)`;
export const UP_TO_TABLET = `(max-width: ${BREAKPOINTS.tablet}px)`;
export const FROM_WIDE = `(min-width: ${BREAKPOINTS.wide}px)`;
