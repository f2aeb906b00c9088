import { FORMULA_IDS, type FormulaId } from '../figure.ts';
import { FORMULAS } from '../figure-formula.ts';
import type { FormulaDescription } from './analytics.ts';
import english from './messages/en.json' with { type: 'json' };
import { t } from './messages/messages.gen.ts';

/** Returns a formula's name in the current language. */
export const formulaName = (id: FormulaId): string => t(`formula.${id}.name`);

/** Returns how a formula is calculated, in the current language. */
export const formulaText = (id: FormulaId): string => t(`formula.${id}.text`);

/** Returns what happens to items whose value is unknown, in the current language. */
export const unknownText = (): string => t('formula.unknown');

/** Describes all formulas in English, as the API does. */
export const describeFormulas = (): FormulaDescription[] =>
  FORMULA_IDS.map((id) => {
    const { version, unit, top, bottom } = FORMULAS[id];
    return {
      id,
      version,
      unit,
      name: english[`formula.${id}.name`],
      text: english[`formula.${id}.text`],
      unknown: english['formula.unknown'],
      inputs: [...top, ...bottom],
    };
  });
