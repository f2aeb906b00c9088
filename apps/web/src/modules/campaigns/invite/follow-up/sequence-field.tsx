import type { Sequence } from '@troupe/domain/outreach/sequence';
import { Link } from '@troupe/ui/action/link';
import { SelectField } from '@troupe/ui/field/field';
import { t } from './messages/messages.gen.ts';

interface SequenceFieldProps {
  /** Empty for none. */
  value: string;
  /** Undefined while they load. */
  sequences: readonly Sequence[] | undefined;
  onChange: (sequenceId: string) => void;
  /** Whether one must be chosen. */
  required?: boolean;
}

/** Chooses the follow-ups of an invite. */
export function SequenceField({ value, sequences, onChange, required = false }: SequenceFieldProps) {
  const none = sequences?.length === 0;
  return (
    <SelectField
      label={t('field.label')}
      size="form"
      placeholder={required ? t('chooseSequence') : t('field.none')}
      loading={!sequences}
      disabled={none}
      options={(sequences ?? []).map(({ id, name, steps }) => ({
        value: id,
        label: t('field.option', { name, count: steps.length }),
      }))}
      value={value}
      help={
        none ? (
          <>
            {t('field.empty')}{' '}
            <Link href="/account#sequences" className="t-link">
              {t('field.write')}
            </Link>
          </>
        ) : undefined
      }
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
