import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import type { CampaignQuestion } from '@troupe/domain/campaigns/campaign-brief';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Checkbox } from '@troupe/ui/field/choice';
import { TextField } from '@troupe/ui/field/field';
import { t } from '../../messages/messages.gen.ts';
import { useBriefField, useEditor } from '../brief/brief-field.tsx';
import { readLines } from '../brief/brief-reading.ts';
import { TypedArea } from '../brief/typed-field.tsx';

const MOST = 20;

/** Questions for creators who apply. */
export function StepQuestions() {
  const { brief, change } = useEditor();
  const words = useBriefField('questions', t('field.questions'));
  const { questions } = brief;
  const put = (id: string, part: Partial<CampaignQuestion>) =>
    change({ questions: questions.map((one) => (one.id === id ? { ...one, ...part } : one)) });
  const up = (index: number) => {
    const next = [...questions];
    next.splice(index - 1, 0, ...next.splice(index, 1));
    change({ questions: next });
  };
  return (
    <>
      <div className="t-row">
        <p className="t-ink2 t-grow">{t('questions.help')}</p>
        {words.labelAside}
      </div>
      {questions.map((question, index) => (
        <fieldset key={question.id} className="builder-group builder-question">
          <legend className="builder-label">{t('questions.number', { number: index + 1 })}</legend>
          <TextField
            label={t('questions.text')}
            size="form"
            maxLength={500}
            value={question.text}
            error={question.text.trim() === '' && words.error ? t('questions.missing') : undefined}
            onBlur={words.onBlur}
            onChange={(event) => put(question.id, { text: event.target.value })}
          />
          <TypedArea
            field="questions"
            label={t('questions.choices')}
            size="form"
            rows={1}
            help={t('questions.choicesHelp')}
            error={
              new Set(question.choices).size < question.choices.length ? t('questions.duplicate') : undefined
            }
            value={question.choices}
            write={(lines) => lines.join('\n')}
            read={(text) => readLines(text).slice(0, 20)}
            onValue={(choices) => put(question.id, { choices })}
          />
          <div className="t-row">
            <Checkbox
              label={t('questions.required')}
              checked={question.required}
              onChange={(event) => put(question.id, { required: event.target.checked })}
            />
            <span className="t-grow" />
            {index > 0 && (
              <IconButton
                label={t('questions.moveUp', { number: index + 1 })}
                icon={<IconArrowUp size={16} />}
                onClick={() => up(index)}
              />
            )}
            <IconButton
              label={t('questions.remove', { number: index + 1 })}
              icon={<IconTrash size={16} />}
              onClick={() => change({ questions: questions.filter(({ id }) => id !== question.id) })}
            />
          </div>
        </fieldset>
      ))}
      {questions.length < MOST && (
        <div>
          <Button
            icon={<IconPlus size={16} />}
            onClick={() =>
              change({
                questions: [...questions, { id: crypto.randomUUID(), text: '', required: true, choices: [] }],
              })
            }
          >
            {t('questions.add')}
          </Button>
        </div>
      )}
    </>
  );
}
