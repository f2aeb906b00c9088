import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import {
  MAX_STEPS,
  type Sequence,
  type SequenceStep,
  type StepCondition,
} from '@troupe/domain/outreach/sequence';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Loading, Skeleton } from '@troupe/ui/feedback/skeleton';
import { Switch } from '@troupe/ui/field/choice';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { Drawer } from '@troupe/ui/overlay/drawer';
import { lazy, Suspense, useRef, useState } from 'react';
import { useVariables } from '../../../shared/email-variables.ts';
import { useLeaveGuard } from '../../../shared/screen/use-leave-guard.tsx';
import { t } from './messages/messages.gen.ts';
import { useSequenceForm } from './use-sequence-form.ts';
import './sequence.css';

const RichText = lazy(() => import('@troupe/ui/rich-text/rich-text'));

interface SequenceDrawerProps {
  /** The sequence to change; null makes a new one. */
  sequence: Sequence | null;
  onClose: () => void;
}

/** Creates or edits a follow-up sequence. Leaving with unsaved changes asks first, and keeps them. */
export default function SequenceDrawer({ sequence, onClose }: SequenceDrawerProps) {
  const [done, setDone] = useState(false);
  const form = useSequenceForm(sequence, () => {
    setDone(true);
    guard.close();
  });
  const { values, errors, change, unsaved } = form;
  const variables = useVariables();
  const guard = useLeaveGuard({ unsaved, text: t('leaveText'), onClose });
  const place = useRef<HTMLFormElement>(null);
  const submit = () => {
    if (form.submit()) return;
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  if (done) return null;
  const changeStep = (id: string, part: Partial<SequenceStep>) =>
    change({ steps: values.steps.map((each) => (each.id === id ? Object.assign({}, each, part) : each)) });
  const move = (from: number, to: number) => {
    const steps = [...values.steps];
    const [moved] = steps.splice(from, 1);
    if (moved) steps.splice(to, 0, moved);
    change({ steps });
  };
  return (
    <Drawer kind="breakdown" title={sequence?.name ?? t('newTitle')} onClose={guard.askOrClose}>
      <form
        ref={place}
        className="sequence-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          submit();
        }}
      >
        {form.theirs && (
          <div className="sequence-note" role="alert">
            <p className="t-grow">{t('conflict', { name: form.theirs })}</p>
            <Button size="row" onClick={form.discard}>
              {t('takeTheirs')}
            </Button>
            <Button size="row" onClick={form.keepMine}>
              {t('keepMine')}
            </Button>
          </div>
        )}
        {sequence !== null && sequence.running > 0 && (
          <p className="sequence-note" role="note">
            {t('runningNote', { count: sequence.running })}
          </p>
        )}
        <TextField
          label={t('name')}
          size="form"
          dir="auto"
          value={values.name}
          error={errors.name}
          data-autofocus
          onChange={(event) => change({ name: event.target.value })}
        />
        <p className="t-12 t-ink2">{t('stopsAt')}</p>
        <ol className="sequence-steps">
          {values.steps.map((step, at) => (
            <li key={step.id}>
              <fieldset className="sequence-step">
                <legend className="t-medium">{t('stepTitle', { number: at + 1 })}</legend>
                <div className="sequence-step-tools">
                  <IconButton
                    size="row"
                    label={t('moveUp', { number: at + 1 })}
                    icon={<IconArrowUp size={18} />}
                    disabledReason={at === 0 ? t('isFirst') : undefined}
                    onClick={() => move(at, at - 1)}
                  />
                  <IconButton
                    size="row"
                    label={t('moveDown', { number: at + 1 })}
                    icon={<IconArrowDown size={18} />}
                    disabledReason={at === values.steps.length - 1 ? t('isLast') : undefined}
                    onClick={() => move(at, at + 1)}
                  />
                  <IconButton
                    size="row"
                    label={t('removeStep', { number: at + 1 })}
                    icon={<IconTrash size={18} />}
                    disabledReason={values.steps.length === 1 ? t('onlyStep') : undefined}
                    onClick={() => change({ steps: values.steps.filter(({ id }) => id !== step.id) })}
                  />
                </div>
                <div className="sequence-when">
                  <TextField
                    label={t('wait')}
                    size="form"
                    type="number"
                    inputMode="numeric"
                    min={1}
                    max={step.delay.unit === 'days' ? 60 : 160}
                    value={Number.isNaN(step.delay.count) ? '' : String(step.delay.count)}
                    error={errors[`steps.${at}.delay.count`]}
                    onChange={(event) =>
                      changeStep(step.id, {
                        delay: { unit: step.delay.unit, count: event.target.valueAsNumber },
                      })
                    }
                  />
                  <SelectField
                    label={t('unit')}
                    size="form"
                    options={[
                      { value: 'days', label: t('unit.days') },
                      { value: 'business-hours', label: t('unit.hours') },
                    ]}
                    value={step.delay.unit}
                    onChange={(event) =>
                      changeStep(step.id, {
                        delay: {
                          unit: event.target.value === 'days' ? 'days' : 'business-hours',
                          count: step.delay.count,
                        },
                      })
                    }
                  />
                  <SelectField
                    label={t('condition')}
                    size="form"
                    options={(['no-reply', 'no-open', 'no-opt-in'] as const).map((value) => ({
                      value,
                      label: t(`condition.${value}`),
                    }))}
                    value={step.condition}
                    onChange={(event) =>
                      changeStep(step.id, { condition: event.target.value as StepCondition })
                    }
                  />
                </div>
                <Suspense
                  fallback={
                    <Loading label={t('editorLoading')}>
                      <Skeleton height={160} />
                    </Loading>
                  }
                >
                  <RichText
                    key={`${step.id} ${form.round} ${variables.length}`}
                    label={t('body', { number: at + 1 })}
                    value={step.body}
                    placeholders={variables}
                    help={at === 0 ? t('bodyHelp') : undefined}
                    error={errors[`steps.${at}.body`]}
                    onChange={(html) => changeStep(step.id, { body: html })}
                  />
                </Suspense>
              </fieldset>
            </li>
          ))}
        </ol>
        {errors.steps && <p className="sequence-error">{errors.steps}</p>}
        <div>
          <Button
            icon={<IconPlus size={16} />}
            disabledReason={values.steps.length >= MAX_STEPS ? t('most', { count: MAX_STEPS }) : undefined}
            onClick={() => change({ steps: [...values.steps, form.newStep()] })}
          >
            {t('addStep')}
          </Button>
        </div>
        <Switch
          label={t('weekdays')}
          help={t('weekdaysHelp')}
          checked={values.weekdaysOnly}
          onChange={(event) => change({ weekdaysOnly: event.target.checked })}
        />
        <div className="sequence-foot" data-action-bar>
          <span className="t-grow t-12 t-ink3" role="status">
            {unsaved ? t('unsaved') : ''}
          </span>
          <Button size="form" onClick={guard.askOrClose}>
            {t('cancel')}
          </Button>
          <Button kind="main" size="form" type="submit" busy={form.busy}>
            {sequence ? t('save') : t('create')}
          </Button>
        </div>
      </form>
      {guard.dialog}
    </Drawer>
  );
}
