// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'domain.emailInvalid': Record<never, never>;
  'domain.invalid': Record<never, never>;
  'domain.nameMissing': Record<never, never>;
  'domain.nameSingleLine': Record<never, never>;
  'domain.otherDomain': Record<never, never>;
  'sequence.bodyMissing': Record<never, never>;
  'sequence.nameMissing': Record<never, never>;
  'sequence.sameStep': Record<never, never>;
  'sequence.stepsMissing': Record<never, never>;
  'sequence.tooManySteps': { count: Value };
  'sequence.unknownVariable': { name: Value; line: Value; column: Value };
  'subject.missing': Record<never, never>;
  'subject.singleLine': Record<never, never>;
  'subject.unfinished': Record<never, never>;
  'template.formatting': Record<never, never>;
  'template.labelMissing': Record<never, never>;
  'template.missing': Record<never, never>;
  'template.tooShort': Record<never, never>;
  'template.unknownVariable': { names: Value };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('domain/outreach', english);
