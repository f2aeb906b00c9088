// Apart from the screen, so that routes, which load with the first screen, don't bring the account along.

interface AccountAddress {
  /** The open template: its id, or `NEW`. */
  template?: string | undefined;
  /** What a vendor's page for connecting a mailbox adds when it leads back. */
  code?: string | undefined;
  state?: string | undefined;
  error?: string | undefined;
}

const text = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? String(value).slice(0, 4000)
    : undefined;

export const readAccountAddress = ({
  template,
  code,
  state,
  error,
}: Record<string, unknown>): AccountAddress => ({
  template: typeof template === 'string' && /^(NEW|[\da-f-]{36})$/.test(template) ? template : undefined,
  code: text(code),
  state: text(state),
  error: text(error),
});
