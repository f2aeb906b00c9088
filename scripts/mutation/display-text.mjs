// @ts-check

/**
 * Excludes display texts: strings with a space between words. Rules decide by codes, which are
 * mutated; messages and labels are tested where they are shown.
 */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'display-text',
    value: {
      /** @param {{ node: { type: string; value?: string } }} path */
      shouldIgnore({ node: { type, value } }) {
        if (type === 'StringLiteral' && /\S\s+\S/.test(value ?? '')) return 'a text for people';
        return undefined;
      },
    },
  },
];
