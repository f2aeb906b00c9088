// Apart from the screen, so that routes, which load with the first screen, don't bring the account along.

/** The open template: its id, or `NEW`. */
export const readAccountAddress = ({
  template,
}: Record<string, unknown>): { template?: string | undefined } => ({
  template: typeof template === 'string' && /^(NEW|[\da-f-]{36})$/.test(template) ? template : undefined,
});
