import { useState } from 'react';
import { Button } from '../action/button.tsx';
import { TextArea } from '../field/field.tsx';
import { Dialog } from '../overlay/dialog.tsx';
import { leftOutOf, MAX_PASTED } from './pasted-html.ts';

interface HtmlImportProps {
  /** Whether there is text that the HTML takes the place of. */
  replaces: boolean;
  onImport: (html: string, leftOut: string[]) => void;
  onClose: () => void;
}

/** Takes HTML written elsewhere, such as the source of a mail. */
export function HtmlImport({ replaces, onImport, onClose }: HtmlImportProps) {
  const [html, setHtml] = useState('');
  const [error, setError] = useState<string>();
  const submit = () => {
    if (html.trim() === '') setError('Please paste some HTML');
    else if (html.length > MAX_PASTED) setError('This is larger than 5 MB. Paste less at once.');
    else onImport(html, leftOutOf(html));
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
