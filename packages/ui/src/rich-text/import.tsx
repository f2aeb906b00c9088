import { useState } from 'react';
import { Button } from '../action/button.tsx';
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
    if (html.trim() === '') setError('Please paste some HTML');
    else if (html.length > MAX_PASTED) setError('HTML can be up to 5 MB. Paste a smaller part.');
    else onImport(html, unsupportedParts(html));
  };
  return (
    <Dialog
      open
      title="Paste HTML"
      width={560}
      onClose={onClose}
      onSubmit={submit}
      foot={replaces ? 'Replaces the text. You can undo it.' : undefined}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit">
            Import
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
