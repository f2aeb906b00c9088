import { DEMO_BUDGETS, DEMO_LIMITS } from '@troupe/domain/site/demo-request-form';
import { Button } from '@troupe/ui/action/button';
import { SelectField, TextArea, TextField } from '@troupe/ui/field/field';
import { useEffect, useRef } from 'react';
import { config } from '../../../shared/config.ts';
import './demo-form.css';
import { runDemoForm } from './run-demo-form.ts';

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
      action={`${apiUrl}/demo-requests/form`}
      data-call={`${apiUrl}/demo-requests`}
      aria-label="Book a demo"
    >
      <p className="demo-form-failure" role="alert" hidden />
      <div className="demo-form-pair">
        <TextField
          size="form"
          label="Name"
          name="name"
          maxLength={DEMO_LIMITS.name}
          autoComplete="name"
          required
        />
        <TextField
          size="form"
          label="Work email"
          name="email"
          type="email"
          maxLength={DEMO_LIMITS.email}
          autoComplete="email"
          required
        />
        <TextField
          size="form"
          label="Company"
          name="company"
          maxLength={DEMO_LIMITS.company}
          autoComplete="organization"
          required
        />
        <TextField
          size="form"
          label="Website"
          labelAside={<Optional />}
          name="website"
          inputMode="url"
          maxLength={DEMO_LIMITS.website}
          autoComplete="url"
        />
      </div>
      <SelectField
        size="form"
        label="Monthly budget"
        labelAside={<Optional />}
        name="budget"
        placeholder="Choose a range"
        options={DEMO_BUDGETS}
      />
      <TextArea
        label="Message"
        labelAside={<Optional />}
        name="message"
        rows={4}
        maxLength={DEMO_LIMITS.message}
        size="form"
      />
      <div className="demo-form-extra" aria-hidden="true">
        <label>
          Subject
          <input type="text" name="subject" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <Button kind="main" size="form" type="submit" full>
        Request Demo
      </Button>
      <p className="t-12 t-ink3">
        We only use this to reply to you. It's deleted after two years at the latest.
      </p>
    </form>
  );
}

const Optional = () => <span className="t-12 t-ink3 demo-form-optional">Optional</span>;
