import { IconPlus, IconTrash } from '@tabler/icons-react';
import { ContentKind } from '@troupe/domain/campaigns/campaign-brief';
import { contentKindTitle, deliverablesLabel } from '@troupe/domain/campaigns/content-kind-name';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { DateField } from '@troupe/ui/field/date-field';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { useState } from 'react';
import { t } from '../../messages/messages.gen.ts';
import { useBriefField, useEditor } from '../brief/brief-field.tsx';
import { dateOf, endOf, readLines, readTags, writeTags } from '../brief/brief-reading.ts';
import { RightsFields } from '../brief/rights-fields.tsx';
import { TypedArea, TypedField } from '../brief/typed-field.tsx';

const kinds = ContentKind.options;
const joinLines = (lines: readonly string[]) => lines.join('\n');

/** Deliverables, dates, rules, tags, disclosure and usage rights. */
export function StepDeliverables() {
  const { brief, change } = useEditor();
  const disclosure = useBriefField('disclosure', t('field.disclosure'));
  const draftDue = useBriefField('draftDue', t('field.draftDue'));
  const liveDue = useBriefField('liveDue', t('field.liveDue'));
  const closes = useBriefField('closes', t('field.closes'));
  return (
    <>
      <Deliverables />
      <div className="builder-pair" data-three>
        {(
          [
            ['draftDue', draftDue],
            ['liveDue', liveDue],
            ['closes', closes],
          ] as const
        ).map(([field, words]) => (
          <DateField
            key={field}
            {...words}
            size="form"
            value={dateOf(brief[field])}
            onChange={(day) => change({ [field]: endOf(day) })}
          />
        ))}
      </div>
      <div className="builder-pair">
        <Lines field="dos" label={t('field.dos')} />
        <Lines field="donts" label={t('field.donts')} />
      </div>
      <div className="builder-pair">
        <Tags
          field="hashtags"
          label={t('field.hashtags')}
          mark="#"
          placeholder={t('deliverables.hashtagExample')}
        />
        <Tags
          field="mentions"
          label={t('field.mentions')}
          mark="@"
          placeholder={t('deliverables.mentionExample')}
        />
      </div>
      <TextField
        {...disclosure}
        size="form"
        maxLength={500}
        help={t('deliverables.disclosureHelp')}
        placeholder={t('deliverables.disclosureExample')}
        value={brief.disclosure}
        onChange={(event) => change({ disclosure: event.target.value })}
      />
      <RightsFields />
    </>
  );
}

/** Do's or don'ts, one per line. */
function Lines({ field, label }: { field: 'dos' | 'donts'; label: string }) {
  const { brief, change } = useEditor();
  return (
    <TypedArea
      field={field}
      {...useBriefField(field, label)}
      size="form"
      rows={3}
      help={t('deliverables.onePerLine')}
      value={brief[field]}
      write={joinLines}
      read={readLines}
      onValue={(next) => change({ [field]: next })}
    />
  );
}

interface TagsProps {
  field: 'hashtags' | 'mentions';
  label: string;
  /** The sign in front of each. */
  mark: '#' | '@';
  placeholder: string;
}

/** Required caption text. */
function Tags({ field, label, mark, placeholder }: TagsProps) {
  const { brief, change } = useEditor();
  return (
    <TypedField
      field={field}
      {...useBriefField(field, label)}
      size="form"
      placeholder={placeholder}
      value={brief[field]}
      write={writeTags(mark)}
      read={readTags(mark)}
      onValue={(next) => change({ [field]: next })}
    />
  );
}

function Deliverables() {
  const { brief, change, unread } = useEditor();
  const [removed, setRemoved] = useState(0);
  const words = useBriefField('deliverables', t('deliverables.whatCreatorsMake'));
  const { deliverables } = brief;
  const put = (index: number, part: Partial<(typeof deliverables)[number]>) =>
    change({ deliverables: deliverables.map((one, at) => (at === index ? { ...one, ...part } : one)) });
  const remove = (index: number) => {
    change({ deliverables: deliverables.filter((_, at) => at !== index) });
    // Later rows move up, so draft keys must follow their row.
    unread.forget('deliverables');
    setRemoved(removed + 1);
  };
  const free = kinds.find((kind) => !deliverables.some((one) => one.kind === kind)) ?? 'post';
  return (
    <fieldset className="builder-group">
      <legend className="builder-label">{words.label}</legend>
      {words.labelAside}
      {deliverables.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by index and keep no state
        <div key={index} className="builder-row">
          <TypedField
            key={removed}
            field="deliverables"
            row={index}
            label={t('deliverables.quantity')}
            hideLabel
            size="form"
            inputMode="numeric"
            value={one.count}
            write={String}
            read={(text) => {
              const count = Number(text);
              return Number.isInteger(count) && count >= 1 && count <= 50
                ? count
                : new Error(t('deliverables.range'));
            }}
            onValue={(count) => put(index, { count })}
            onBlur={words.onBlur}
          />
          <SelectField
            label={t('deliverables.type')}
            hideLabel
            size="form"
            value={one.kind}
            options={kinds.map((kind) => ({ value: kind, label: contentKindTitle(kind) }))}
            onChange={(event) => put(index, { kind: ContentKind.parse(event.target.value) })}
          />
          <IconButton
            label={t('deliverables.removeOf', { deliverables: deliverablesLabel([one]) })}
            icon={<IconTrash size={16} />}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      {words.error && (
        <div className="t-field-note" data-error>
          <span>{words.error}</span>
        </div>
      )}
      {deliverables.length < 20 && (
        <div>
          <Button
            icon={<IconPlus size={16} />}
            onClick={() => change({ deliverables: [...deliverables, { kind: free, count: 1 }] })}
          >
            {t('deliverables.add')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
