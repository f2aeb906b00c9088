import { IconAlertCircle } from '@tabler/icons-react';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { t } from '../dashboard/messages/messages.gen.ts';
import '../field/field.css';
import './rich-text.css';
import { IconX } from '@tabler/icons-react';
import { IconButton } from '../action/icon-button.tsx';
import { useDebouncedLast } from '../hooks.tsx';
import { PlaceholderOffers } from './offers.tsx';
import { htmlOf, richTextParts } from './parts.ts';
import { unsupportedParts } from './pasted-html.ts';
import { RichTextToolbar } from './toolbar.tsx';

interface RichTextProps {
  label: string;
  /** Initial HTML; remount (React `key`) to show another text. */
  value: string;
  /** Called with the HTML on a pause, on blur and on unload. */
  onChange: (html: string) => void;
  /** Names suggested after `{{` and highlighted. */
  placeholders?: readonly string[];
  /** What a name is called on its button: 'Variable'. */
  placeholderWord?: string;
  help?: ReactNode;
  error?: ReactNode;
}

/** Current props for callbacks of the editor, which is created once. */
interface Latest {
  call: (editor: Editor) => void;
  flush: () => void;
  onKey: (event: KeyboardEvent) => boolean;
}

/** What happened to imported or initial HTML. */
function importText({ from, leftOut }: { from: 'paste' | 'start'; leftOut: string[] }): string {
  if (leftOut.length === 0) return t('editor.html.imported');
  const start = from === 'paste' ? t('editor.html.imported') : t('editor.notAll');
  return `${start} ${leftOut.join(' ')}`;
}

/**
 * A rich-text editor with headings, lists, links and colors, for HTML that email clients support. The canvas
 * is white in both color schemes, because recipients read on white. Large: load it with `React.lazy`.
 */
export default function RichText(props: RichTextProps) {
  const {
    label,
    value,
    onChange,
    placeholders = [],
    placeholderWord = t('editor.variable'),
    help,
    error,
  } = props;
  const id = useId();
  const [imported, setImported] = useState<{ from: 'paste' | 'start'; leftOut: string[] } | null>(() => {
    const leftOut = unsupportedParts(value);
    return leftOut.length > 0 ? { from: 'start', leftOut } : null;
  });
  // Converting a long text to HTML is slow, so wait for a pause in typing.
  const emitChange = useDebouncedLast((changed: Editor) => onChange(htmlOf(changed)), 200);
  const latest = useRef<Latest>({ ...emitChange, onKey: () => false });
  useEffect(() => {
    Object.assign(latest.current, emitChange);
  });
  useEffect(() => {
    const tell = () => latest.current.flush();
    window.addEventListener('pagehide', tell);
    return () => window.removeEventListener('pagehide', tell);
  }, []);
  const editor = useEditor({
    extensions: richTextParts(placeholders),
    content: value,
    // Its style element would violate the content security policy.
    injectCSS: false,
    editorProps: {
      attributes: {
        class: 't-rich-sheet',
        role: 'textbox',
        tabindex: '0',
        'aria-multiline': 'true',
        'aria-label': label,
      },
      handleKeyDown: (_view, event) => latest.current.onKey(event),
    },
    onUpdate: ({ editor: changed }) => latest.current.call(changed),
    onBlur: () => latest.current.flush(),
  });
  const note = error ?? help;
  useEffect(() => {
    // Recreate an editor that was made before its component was visible.
    if (editor.isDestroyed) return;
    const sheet = editor.view.dom;
    if (note) sheet.setAttribute('aria-describedby', `${id}-note`);
    else sheet.removeAttribute('aria-describedby');
    if (error) sheet.setAttribute('aria-invalid', 'true');
    else sheet.removeAttribute('aria-invalid');
  }, [editor, id, note, error]);
  return (
    <div className="t-field">
      <div className="t-rich" data-invalid={error ? true : undefined}>
        <RichTextToolbar
          editor={editor}
          placeholders={placeholders}
          placeholderWord={placeholderWord}
          onImported={(leftOut) => setImported({ from: 'paste', leftOut })}
        />
        <EditorContent editor={editor} className="t-rich-place" />
        <PlaceholderOffers
          editor={editor}
          label={`${placeholderWord}s`}
          names={placeholders}
          onKeys={(onKey) => {
            latest.current.onKey = onKey;
          }}
        />
      </div>
      <div role="status">
        {imported && (
          <div className="t-rich-imported">
            <span className="t-grow">{importText(imported)}</span>
            <IconButton
              label={t('editor.close')}
              icon={<IconX size={16} />}
              size="row"
              noTooltip
              onClick={() => setImported(null)}
            />
          </div>
        )}
      </div>
      {note && (
        <div id={`${id}-note`} className="t-field-note" data-error={error ? true : undefined}>
          {error && <IconAlertCircle size={14} />}
          <span>{note}</span>
        </div>
      )}
    </div>
  );
}
