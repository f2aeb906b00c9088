import { DEMO_BUDGETS, DEMO_LIMITS } from '@troupe/domain/site/demo-request-form';
import { language } from '@troupe/i18n/language';
import { Button } from '@troupe/ui/action/button';
import { SelectField, TextArea, TextField } from '@troupe/ui/field/field';
import { useEffect, useRef } from 'react';
import { config } from '../../../shared/config.ts';
import { dollars } from '../../../shared/dollars.ts';
import './demo-form.css';
import { t } from './messages/messages.gen.ts';
import { type DemoFormTexts, runDemoForm } from './run-demo-form.ts';

/**
 * The demo request form. It is plain HTML that works without scripts; `runDemoForm` keeps typed values, validates
 * fields and sends the form without leaving the page, here and on the visitor page.
 */
export function DemoForm() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => (form.current ? runDemoForm(form.current) : undefined), []);
  const { apiUrl } = config;
  return (
    <form
      ref={form}
      className="demo-form"
      method="post"
      action={`${apiUrl}/demo-requests/form${language() === 'en' ? '' : `?language=${language()}`}`}
      data-call={`${apiUrl}/demo-requests`}
      data-texts={JSON.stringify(formTexts())}
      aria-label={t('form.label')}
    >
      <p className="demo-form-failure" role="alert" hidden />
      <div className="demo-form-pair">
        <TextField
          size="form"
          label={t('form.name')}
          name="name"
          maxLength={DEMO_LIMITS.name}
          autoComplete="name"
          required
        />
        <TextField
          size="form"
          label={t('form.email')}
          name="email"
          type="email"
          maxLength={DEMO_LIMITS.email}
          autoComplete="email"
          required
        />
        <TextField
          size="form"
          label={t('form.company')}
          name="company"
          maxLength={DEMO_LIMITS.company}
          autoComplete="organization"
          required
        />
        <TextField
          size="form"
          label={t('form.website')}
          labelAside={<Optional />}
          name="website"
          inputMode="url"
          maxLength={DEMO_LIMITS.website}
          autoComplete="url"
        />
      </div>
      <SelectField
        size="form"
        label={t('form.budget')}
        labelAside={<Optional />}
        name="budget"
        placeholder={t('form.budgetChoose')}
        options={DEMO_BUDGETS.map(({ value }) => ({ value, label: budgetLabel(value) }))}
      />
      <TextArea
        label={t('form.message')}
        labelAside={<Optional />}
        name="message"
        rows={4}
        maxLength={DEMO_LIMITS.message}
        size="form"
      />
      <div className="demo-form-extra" aria-hidden="true">
        <label>
          {t('form.subject')}
          <input type="text" name="subject" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <Button kind="main" size="form" type="submit" full>
        {t('form.submit')}
      </Button>
      <p className="t-12 t-ink3">{t('form.privacy')}</p>
    </form>
  );
}

const Optional = () => <span className="t-12 t-ink3 demo-form-optional">{t('form.optional')}</span>;

function budgetLabel(value: (typeof DEMO_BUDGETS)[number]['value']): string {
  switch (value) {
    case 'under-1000':
      return t('budget.under-1000', { low: dollars(1_000_00) });
    case '1000-5000':
      return t('budget.1000-5000', { low: dollars(1_000_00), high: dollars(5_000_00) });
    case '5000-20000':
      return t('budget.5000-20000', { low: dollars(5_000_00), high: dollars(20_000_00) });
    case 'over-20000':
      return t('budget.over-20000', { high: dollars(20_000_00) });
    case 'unknown':
      return t('budget.unknown');
  }
}

/** Texts of the form's script, which can't read messages. */
const formTexts = (): DemoFormTexts => ({
  submit: t('form.submit'),
  sending: t('form.sending'),
  check: t('error.check'),
  notSent: t('error.notSent'),
  tooMany: t('error.tooMany'),
  fields: {
    name: t('error.name'),
    email: t('error.email'),
    company: t('error.company'),
    website: t('error.website'),
    budget: t('error.budget'),
  },
});
