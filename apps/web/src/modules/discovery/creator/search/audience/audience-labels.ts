import {
  type AudienceKind,
  readAudienceCondition,
} from '@troupe/domain/discovery/audience/audience-condition';
import { percentText } from '@troupe/i18n/number-text';
import { countryName, languageName } from '../../../../../shared/creator/creator-labels.ts';
import { t } from './messages/messages.gen.ts';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the label of a value, such as Germany, 18–24 or Female. */
export function audienceCodeText(kind: AudienceKind, code: string): string {
  if (kind === 'country') return countryName(code);
  if (kind === 'language') return languageName(code);
  if (kind === 'gender') return t(code === 'MALE' ? 'male' : 'female');
  if (kind === 'age') return code.endsWith('-') ? `${code.slice(0, -1)}+` : code.replace('-', '–');
  return capital(code);
}

/** Returns a condition as a sentence: "At least 30% of followers in Germany". */
export function audienceText(text: string): string {
  const condition = readAudienceCondition(text);
  if (!condition) return text;
  const { kind, code } = condition;
  const percent = percentText(condition.percent, 1);
  if (kind === 'gender') return t(code === 'MALE' ? 'gender.MALE' : 'gender.FEMALE', { percent });
  return t(`of.${kind}`, { percent, name: audienceCodeText(kind, code) });
}
