import { chooseLanguage, useLanguage } from '@troupe/browser/language';
import { getMe, updateMe } from '@troupe/contract/account/user';
import { LANGUAGE_TAGS, type Language } from '@troupe/i18n/language';
import { notify } from '@troupe/ui/feedback/notify';
import { LanguageSelect } from '@troupe/ui/field/language-select';
import { callOptions, client, queryClient } from './api.ts';
import { t } from './messages/messages.gen.ts';
import { sessionState } from './session.ts';

/** Saves the language to the signed-in person's profile and applies it. Null follows the browser. */
async function choose(next: Language | null): Promise<void> {
  if (sessionState().status === 'open') {
    try {
      const me = await client.call(updateMe, { body: { language: next } });
      queryClient.setQueryData(callOptions(getMe, {}).queryKey, me);
    } catch {
      notify.failure(t('language.failed'));
      return;
    }
  }
  await chooseLanguage(next);
}

/** The choice of language in the foot of every screen. */
export function LanguagePicker() {
  return (
    <LanguageSelect
      hideLabel
      value={useLanguage()}
      languages={LANGUAGE_TAGS}
      onChange={(next) => void choose(next)}
    />
  );
}

/** The choice of language in the profile, which can follow the browser. */
export function ProfileLanguage({ language }: { language: Language | null }) {
  return (
    <LanguageSelect
      withBrowser
      size="form"
      value={language}
      languages={LANGUAGE_TAGS}
      onChange={(next) => void choose(next)}
    />
  );
}
