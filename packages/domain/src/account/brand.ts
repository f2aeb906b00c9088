import { z } from 'zod';
import { Id, text, WebAddress } from '../shape.ts';
import { nameFault } from './account-name.ts';

/** What a person fills in to create a brand. */
export const NewBrand = z.object({
  name: text({ max: 120, required: 'Please enter a name' }).superRefine((value, context) => {
    const fault = nameFault(value, 'brand');
    if (fault) context.addIssue({ code: 'custom', message: fault });
  }),
  website: z
    .string()
    .refine((value) => value.trim() !== '', 'Please enter the website url')
    .pipe(WebAddress),
  description: text({ max: 4000, required: 'Please enter a description' }),
});
export type NewBrand = z.input<typeof NewBrand>;

/** A plan or add-on the brand holds. */
export const Subscription = z.object({
  id: Id,
  planId: z.string(),
  /** Spelled out: importing `Period` would put the plan catalog into the first load. */
  period: z.enum(['monthly', 'yearly']),
  status: z.enum(['active', 'cancelled']),
});
