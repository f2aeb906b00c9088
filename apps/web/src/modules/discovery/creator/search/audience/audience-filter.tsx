import { useQuery } from '@tanstack/react-query';
import { getAudienceCoverage } from '@troupe/contract/discovery/creator';
import {
  AUDIENCE_AGES,
  AUDIENCE_GENDERS,
  AUDIENCE_KINDS,
  AUDIENCE_LEAST,
  type AudienceKind,
  audienceConditionText,
  readAudienceCondition,
} from '@troupe/domain/discovery/audience/audience-condition';
import type { AudienceCode } from '@troupe/domain/discovery/creator-search';
import { Button } from '@troupe/ui/action/button';
import { Chip } from '@troupe/ui/action/chip';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { Popover } from '@troupe/ui/overlay/popover';
import { type FormEvent, useState } from 'react';
import { useBrandId } from '../../../../../shared/brand/current-brand.ts';
import { callOptions } from '../../../../../shared/call/query.ts';
import { type CreatorAddress, queryOf } from '../../creator-address.ts';
import { audienceCodeText, audienceText } from './audience-labels.ts';
import './audience-filter.css';
import { t } from './messages/messages.gen.ts';

interface AudienceFilterProps {
  address: CreatorAddress;
  onChange: (change: Partial<CreatorAddress>) => void;
  /** Removes a filter, and moves the focus. */
  onRemove: (change: Partial<CreatorAddress>) => void;
  adding: boolean;
  onAdding: (adding: boolean) => void;
}

/** Conditions on followers in bought reports: a chip each, the editor, and for how many creators they are known. */
export default function AudienceFilter(props: AudienceFilterProps) {
  const { address, onChange, onRemove, adding, onAdding } = props;
  const conditions = address.audience ?? [];
  const { data, error } = useQuery(
    callOptions(getAudienceCoverage, { params: { brandId: useBrandId() }, query: queryOf(address) }),
  );
  const without = (text: string) => {
    const rest = conditions.filter((one) => one !== text);
    return { audience: rest.length > 0 ? rest : undefined };
  };
  return (
    <>
      {conditions.map((text) => (
        <Chip key={text} value={audienceText(text)} onRemove={() => onRemove(without(text))} />
      ))}
      <Popover
        label={t('title')}
        width={280}
        open={adding}
        onOpenChange={onAdding}
        trigger={<Chip name={t('title')} value={t('any')} onClick={() => {}} />}
      >
        {(close) => (
          <AudienceEditor
            codes={data?.codes ?? []}
            onAdd={(text) => {
              onChange({ audience: [...new Set([...conditions, text])] });
              close();
            }}
          />
        )}
      </Popover>
      {conditions.length > 0 && (
        <p className="audience-known t-12 t-ink2" role="status">
          {error && t('failed')}
          {data && t(data.totalIsExact ? 'known' : 'knownAbout', { known: data.known, total: data.total })}
        </p>
      )}
    </>
  );
}

/** Values of a kind: fixed ones, or those that occur in the brand's reports. */
function codesOf(kind: AudienceKind, codes: readonly AudienceCode[]): { code: string; count: number }[] {
  const found = codes
    .filter((one) => one.kind === kind)
    .map(({ code, creators }) => ({ code, count: creators }));
  const fixed: readonly string[] = kind === 'age' ? AUDIENCE_AGES : kind === 'gender' ? AUDIENCE_GENDERS : [];
  if (fixed.length === 0) return found;
  return fixed.flatMap((code) => found.filter((one) => one.code === code));
}

function AudienceEditor(props: { codes: readonly AudienceCode[]; onAdd: (text: string) => void }) {
  const [kind, setKind] = useState<AudienceKind>('country');
  const [code, setCode] = useState('');
  const [percent, setPercent] = useState(String(AUDIENCE_LEAST));
  const [wrong, setWrong] = useState<{ code?: string; percent?: string }>({});
  const options = codesOf(kind, props.codes);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = audienceConditionText({ kind, code, percent: Number(percent.replace(',', '.')) });
    if (!code) return setWrong({ code: t('choose') });
    if (!readAudienceCondition(text)) return setWrong({ percent: t('wrong') });
    props.onAdd(text);
  };
  return (
    <form className="range-editor" onSubmit={submit} noValidate>
      <SelectField
        label={t('kind')}
        value={kind}
        onChange={(event) => {
          setKind(event.target.value as AudienceKind);
          setCode('');
          setWrong({});
        }}
        options={AUDIENCE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      {options.length === 0 ? (
        <p className="t-12 t-ink2">{t('none')}</p>
      ) : (
        <>
          <SelectField
            label={t('value')}
            value={code}
            placeholder={t('choose')}
            error={wrong.code}
            onChange={(event) => setCode(event.target.value)}
            options={options.map((one) => ({
              value: one.code,
              label: t('option', { name: audienceCodeText(kind, one.code), count: one.count }),
            }))}
          />
          <TextField
            label={t('percent')}
            inputMode="decimal"
            maxLength={5}
            error={wrong.percent}
            value={percent}
            onChange={(event) => setPercent(event.target.value)}
          />
          <p className="t-12 t-ink2">{t('source')}</p>
          <Button kind="main" type="submit">
            {t('add')}
          </Button>
        </>
      )}
    </form>
  );
}
