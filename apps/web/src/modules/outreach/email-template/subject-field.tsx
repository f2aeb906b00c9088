import { IconBraces } from '@tabler/icons-react';
import { Button } from '@troupe/ui/action/button';
import { TextField } from '@troupe/ui/field/field';
import { Menu } from '@troupe/ui/overlay/menu';
import { useRef } from 'react';
import { t } from '../messages/messages.gen.ts';

interface SubjectFieldProps {
  value: string;
  error: string | undefined;
  /** The names of variables to insert. */
  variables: readonly string[];
  onChange: (subject: string) => void;
}

/** The subject of an email; variables are inserted at the caret. */
export function SubjectField({ value, error, variables, onChange }: SubjectFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const insert = (name: string) => {
    const field = input.current;
    const from = field?.selectionStart ?? value.length;
    const to = field?.selectionEnd ?? value.length;
    const written = `{{${name}}}`;
    onChange(value.slice(0, from) + written + value.slice(to));
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(from + written.length, from + written.length);
    });
  };
  return (
    <TextField
      ref={input}
      label={t('template.subject')}
      size="form"
      dir="auto"
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
      trail={
        <Menu
          label={t('template.subjectVariables')}
          align="end"
          width={180}
          trigger={
            <Button kind="quiet" size="row" icon={<IconBraces size={16} />}>
              {t('template.variable')}
            </Button>
          }
          items={variables.map((name) => ({ label: name, onClick: () => insert(name) }))}
        />
      }
    />
  );
}
