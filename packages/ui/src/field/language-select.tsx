import { LANGUAGES, type Language } from '@troupe/i18n/language';
import type { ReactNode } from 'react';
import { t } from '../messages/messages.gen.ts';
import { SelectField } from './field.tsx';

interface LanguageSelectProps {
  /** What is chosen; null follows the browser. */
  value: Language | null;
  languages: readonly Language[];
  onChange: (language: Language | null) => void;
  /** Offers to follow the browser. */
  withBrowser?: boolean;
  size?: 'form';
  /** Beside the label, such as whether the choice is saved. */
  labelAside?: ReactNode;
  error?: string | undefined;
  hideLabel?: boolean;
}

/** Chooses the language of the product; each language is named in itself. */
export function LanguageSelect({ value, languages, onChange, withBrowser, ...field }: LanguageSelectProps) {
  return (
    <SelectField
      {...field}
      label={t('language.label')}
      value={value ?? ''}
      options={[
        ...(withBrowser ? [{ value: '', label: t('language.browser') }] : []),
        ...languages.map((tag) => ({ value: tag, label: LANGUAGES[tag].name })),
      ]}
      onChange={(event) => onChange((event.target.value || null) as Language | null)}
    />
  );
}
