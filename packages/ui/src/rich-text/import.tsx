import { useState } from 'react';
import { Button } from '../action/button.tsx';
import { t } from '../dashboard/messages/messages.gen.ts';
import { TextArea } from '../field/field.tsx';
import { Dialog } from '../overlay/dialog.tsx';
import { MAX_PASTED, unsupportedParts } from './pasted-html.ts';

interface HtmlImportProps {
  /** Whether the HTML replaces existing text. */
  replaces: boolean;
  onImport: (html: string, leftOut: string[]) => void;
  onClose: () => void;
}

/** Imports HTML, such as the source of an email. */
export function HtmlImport({ replaces, onImport, onClose }: HtmlImportProps) {
  const [html, setHtml] = useState('');
  const [error, setError] = useState<string>();
  const submit = () => {
    if (html.trim() === '') setError(t('editor.html.missing'));
    else if (html.length > MAX_PASTED) setError(t('editor.html.tooLarge'));
    else onImport(html, unsupportedParts(html));
  };
  return (
    <Dialog
      open
      title={t('editor.html.paste')}
      width={560}
      onClose={onClose}
      onSubmit={submit}
      foot={replaces ? t('editor.html.replaces') : undefined}
      actions={
        <>
          <Button onClick={onClose}>{t('editor.cancel')}</Button>
          <Button kind="main" type="submit">
            {t('editor.html.import')}
          </Button>
        </>
      }
    >
      <TextArea
        label="HTML"
        rows={10}
        spellCheck={false}
        className="t-rich-source"
        data-autofocus
        value={html}
        error={error}
        onChange={(event) => {
          setHtml(event.target.value);
          setError(undefined);
        }}
      />
    </Dialog>
  );
}
