import { z } from 'zod';

/** A part of an email's text. Screens fold the parts that quote an earlier email. */
export const EmailPart = z.object({ text: z.string(), quoted: z.boolean() });
export type EmailPart = z.infer<typeof EmailPart>;
