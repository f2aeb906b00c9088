import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Widths in px at which the layout changes; each is the last width of the smaller layout. */
export const breakpoints = { phone: 480, mobile: 767, tablet: 980, desktop: 1199 } as const;

const iris: MantineColorsTuple = [
  '#f4f3fe',
  '#eeedfd',
  '#dddbfb',
  '#c9c6f8',
  '#aaa6ff',
  '#5d55ea',
  '#4f46e5',
  '#4338ca',
  '#3b32a8',
  '#242243',
];

/**
 * Mantine's theme in the product's sizes. Colours and shadows come from `theme.css`, not from here, so Mantine
 * writes no style element of its own and a strict content security policy holds.
 */
export const theme = createTheme({
  colors: { iris },
  primaryColor: 'iris',
  primaryShade: 6,
  fontFamily: 'var(--t-font)',
  headings: { fontFamily: 'var(--t-font)', fontWeight: '600' },
  cursorType: 'pointer',
  defaultRadius: 'md',
  respectReducedMotion: true,
  breakpoints: { xs: '30em', sm: '48em', md: '61.3125em', lg: '75em', xl: '82.5em' },
  components: {
    Input: { defaultProps: { size: 'sm' } },
    InputWrapper: { defaultProps: { size: 'sm' } },
    Popover: { defaultProps: { radius: 'lg', shadow: 'md', transitionProps: { duration: 120 } } },
    Combobox: { defaultProps: { radius: 'lg', shadow: 'md', transitionProps: { duration: 120 } } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false } },
  },
});
