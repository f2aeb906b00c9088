// @ts-check

/**
 * Leaves the texts that people read alone: a string with a blank between words. Rules decide with codes, which are
 * mutated; the wording of messages and labels is checked where it is shown.
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
