import { z } from 'zod';
import { readHostNames } from './own-host.ts';

/** A comma-separated list of host names from the environment. In its own file, so that other code doesn't need zod. */
export const HostNames = z.string().transform((value, context) => {
  try {
    return readHostNames(value);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});
