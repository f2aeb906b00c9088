import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Floating } from '../overlay/floating.tsx';
import '../field/pick-list.css';
import { offeredPlaceholders, openedPlaceholder, textOfBlock } from './parts.ts';

interface PlaceholderOffersProps {
  editor: Editor;
  label: string;
  names: readonly string[];
  /** Registers a key handler that runs before the editor's; it returns whether it handled the key. */
  onKeys: (onKey: (event: KeyboardEvent) => boolean) => void;
}

/** Where an open `{{` before the caret starts, and the text typed after it. */
function openedIn(editor: Editor): { from: number; to: number; query: string } | null {
  if (editor.isDestroyed) return null;
  const { $from, empty } = editor.state.selection;
  if (!empty || !$from.parent.isTextblock || !editor.isFocused) return null;
  const opened = openedPlaceholder(textOfBlock($from.parent, $from.parentOffset));
  return opened && { from: $from.start() + opened.from, to: $from.pos, query: opened.query };
}

/** Replaces a range with `{{name}}`. */
function writePlaceholder(editor: Editor, name: string, range?: { from: number; to: number }): void {
  const chain = editor.chain().focus();
  // Braces after the caret belong to the name too.
  const after = range
    ? editor.state.doc.textBetween(range.to, Math.min(range.to + 2, editor.state.doc.content.size))
    : '';
  const closed = /^\}{0,2}/.exec(after)?.[0].length ?? 0;
  if (range) chain.deleteRange({ from: range.from, to: range.to + closed });
  chain
    .command(({ tr, state }) => {
      tr.insert(
        tr.selection.from,
        state.schema.text(`{{${name}}}`, state.storedMarks ?? tr.selection.$from.marks()),
      );
      return true;
    })
    .run();
}

/** Suggestions while a name is typed: arrows move, Enter or Tab inserts, Escape closes. */
export function PlaceholderOffers({ editor, label, names, onKeys }: PlaceholderOffersProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [active, setActive] = useState({ query: '', index: 0 });
  const opened = useEditorState({ editor, selector: ({ editor: now }) => openedIn(now) });
  const offers = opened && opened.from !== dismissed ? offeredPlaceholders(opened.query, names) : [];
  const index = opened?.query === active.query ? Math.min(active.index, offers.length - 1) : 0;
  const shown = offers.length > 0;
  const from = opened?.from ?? null;
  const take = (name: string) => opened && writePlaceholder(editor, name, opened);

  useEffect(() => {
    if (from === null) setDismissed(null);
  }, [from]);

  useEffect(() => {
    onKeys((event) => {
      if (!shown || event.isComposing) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const name = offers[index];
      if (step)
        setActive({ query: opened?.query ?? '', index: (index + step + offers.length) % offers.length });
      else if ((event.key === 'Enter' || event.key === 'Tab') && name) take(name);
      else return false;
      return true;
    });
  });

  useLayoutEffect(() => {
    if (editor.isDestroyed) return;
    const sheet = editor.view.dom;
    if (!shown) {
      sheet.removeAttribute('aria-controls');
      sheet.removeAttribute('aria-activedescendant');
      return;
    }
    sheet.setAttribute('aria-controls', id);
    sheet.setAttribute('aria-activedescendant', `${id}-${index}`);
  }, [editor, id, index, shown]);

  useLayoutEffect(() => {
    const spot = anchor.current;
    const place = spot?.parentElement?.getBoundingClientRect();
    if (!spot || !place || from === null) return;
    const caret = editor.view.coordsAtPos(from);
    spot.style.left = `${caret.left - place.left}px`;
    spot.style.top = `${caret.top - place.top}px`;
    spot.style.height = `${caret.bottom - caret.top}px`;
  }, [editor, from]);

  return (
    <>
      <span ref={anchor} className="t-rich-caret" aria-hidden="true" />
      {shown && (
        <Floating
          anchor={anchor}
          gap={4}
          onClose={() => setDismissed(from)}
          id={id}
          role="listbox"
          aria-label={label}
          className="t-rich-offers"
        >
          {offers.map((name, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the editor takes the keys
            <div
              key={name}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === index}
              className="t-pick-option"
              data-active={at === index || undefined}
              onPointerMove={() => setActive({ query: opened?.query ?? '', index: at })}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(name)}
            >
              {name}
            </div>
          ))}
        </Floating>
      )}
    </>
  );
}

export { writePlaceholder };
