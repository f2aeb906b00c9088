import { z } from 'zod';
import { readHostNames } from './own-host.ts';

/** A comma list of host names as the environment holds it. Apart, so that what reads none needs no zod. */
export const HostNames = z.string().transform((value, context) => {
  try {
    return readHostNames(value);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});
