import {
  IconAlignCenter,
  IconAlignJustified,
  IconAlignLeft,
  IconAlignRight,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconBraces,
  IconChevronDown,
  IconCode,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPalette,
  IconStrikethrough,
  IconUnderline,
  IconVideo,
} from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../action/button.tsx';
import { IconButton } from '../action/icon-button.tsx';
import { t } from '../dashboard/messages/messages.gen.ts';
import { Menu } from '../overlay/menu.tsx';
import { Popover } from '../overlay/popover.tsx';
import { AddressForm, ColorChoice } from './forms.tsx';
import { HtmlImport } from './import.tsx';
import { writePlaceholder } from './offers.tsx';
import { youtubeId } from './pasted-html.ts';

interface RichTextToolbarProps {
  editor: Editor;
  placeholders: readonly string[];
  placeholderWord: string;
  /** Describes unsupported parts of imported HTML. */
  onImported: (leftOut: string[]) => void;
}

const LEVELS = [1, 2, 3, 4, 5, 6] as const;
const ALIGNMENTS = [
  { value: 'left', icon: <IconAlignLeft size={18} /> },
  { value: 'center', icon: <IconAlignCenter size={18} /> },
  { value: 'right', icon: <IconAlignRight size={18} /> },
  { value: 'justify', icon: <IconAlignJustified size={18} /> },
] as const;

function stateOf(editor: Editor) {
  return {
    level: LEVELS.find((level) => editor.isActive('heading', { level })) ?? 0,
    align: ALIGNMENTS.find(({ value }) => editor.isActive({ textAlign: value }))?.value ?? 'left',
    bold: editor.isActive('bold'),
    italic: editor.isActive('italic'),
    underline: editor.isActive('underline'),
    strike: editor.isActive('strike'),
    bulletList: editor.isActive('bulletList'),
    orderedList: editor.isActive('orderedList'),
    link: (editor.getAttributes('link').href as string | undefined) ?? '',
    color: (editor.getAttributes('textStyle').color as string | undefined) ?? null,
    undo: editor.can().undo(),
    redo: editor.can().redo(),
  };
}

interface ToolProps {
  label: string;
  icon: ReactNode;
  pressed?: boolean;
  off?: boolean;
  onClick?: () => void;
}

/** Clicking keeps the selection in the text. */
function Tool({ label, icon, pressed, off, onClick, ...rest }: ToolProps) {
  return (
    <IconButton
      {...rest}
      label={label}
      icon={icon}
      size="row"
      aria-pressed={pressed}
      aria-disabled={off || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={off ? undefined : onClick}
    />
  );
}

/** Excludes buttons in panels that open from it. */
const toolsIn = (bar: HTMLElement) =>
  [...bar.querySelectorAll('button')].filter((tool) => !tool.closest('[popover]'));

/** One tab stop; arrow keys move inside. */
function useArrowStops() {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  useLayoutEffect(() => {
    for (const [at, tool] of toolsIn(bar.current as HTMLElement).entries())
      tool.tabIndex = at === current ? 0 : -1;
  });
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const tools = toolsIn(event.currentTarget);
    const now = tools.indexOf(event.target as HTMLButtonElement);
    const steps: Record<string, number> = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: -1 };
    const next = steps[event.key];
    if (now < 0 || next === undefined) return;
    event.preventDefault();
    tools.at(next % tools.length)?.focus();
  };
  const onFocus = (event: { currentTarget: HTMLDivElement; target: EventTarget }) => {
    const at = toolsIn(event.currentTarget).indexOf(event.target as HTMLButtonElement);
    if (at >= 0) setCurrent(at);
  };
  return { ref: bar, onKeyDown, onFocus };
}

/** The editor's toolbar. */
export function RichTextToolbar(props: RichTextToolbarProps) {
  const { editor, placeholders, placeholderWord, onImported } = props;
  const now = useEditorState({ editor, selector: ({ editor: changed }) => stateOf(changed) });
  const [importing, setImporting] = useState(false);
  const stops = useArrowStops();
  const run = () => editor.chain().focus();
  return (
    <div {...stops} className="t-rich-bar" role="toolbar" aria-label={t('editor.format')}>
      <Menu
        label={t('editor.header')}
        trigger={
          <Button kind="quiet" size="row" className="t-rich-level" iconRight={<IconChevronDown size={15} />}>
            {now.level ? t('editor.headerLevel', { level: now.level }) : t('editor.text')}
          </Button>
        }
        width={160}
        items={[
          { label: t('editor.text'), checked: !now.level, onClick: () => run().setParagraph().run() },
          ...LEVELS.map((level) => ({
            label: t('editor.headerLevel', { level }),
            checked: now.level === level,
            onClick: () => run().setHeading({ level }).run(),
          })),
        ]}
      />
      <Tool
        label={t('editor.bold')}
        icon={<IconBold size={18} />}
        pressed={now.bold}
        onClick={() => run().toggleBold().run()}
      />
      <Tool
        label={t('editor.italic')}
        icon={<IconItalic size={18} />}
        pressed={now.italic}
        onClick={() => run().toggleItalic().run()}
      />
      <Tool
        label={t('editor.underline')}
        icon={<IconUnderline size={18} />}
        pressed={now.underline}
        onClick={() => run().toggleUnderline().run()}
      />
      <Tool
        label={t('editor.strike')}
        icon={<IconStrikethrough size={18} />}
        pressed={now.strike}
        onClick={() => run().toggleStrike().run()}
      />
      <Popover
        label={t('editor.color')}
        trigger={<Tool label={t('editor.color')} icon={<IconPalette size={18} />} />}
        width={196}
      >
        {(close) => (
          <ColorChoice
            value={now.color}
            onChoose={(color) => {
              close();
              if (color) run().setColor(color).run();
              else run().unsetColor().run();
            }}
          />
        )}
      </Popover>
      <span className="t-rich-gap" />
      <Popover
        label={t('editor.link')}
        trigger={<Tool label={t('editor.link')} icon={<IconLink size={18} />} pressed={now.link !== ''} />}
        width={320}
      >
        {(close) => (
          <AddressForm
            label={t('editor.linkUrl')}
            value={now.link}
            confirm={t('editor.setLink')}
            check={linkAddress}
            refusal={t('editor.badLink')}
            onConfirm={(href) => {
              close();
              setLink(editor, href);
            }}
            onRemove={
              now.link
                ? () => {
                    close();
                    run().extendMarkRange('link').unsetLink().run();
                  }
                : undefined
            }
          />
        )}
      </Popover>
      <Popover
        label={t('editor.video')}
        trigger={<Tool label={t('editor.video')} icon={<IconVideo size={18} />} />}
        width={320}
      >
        {(close) => (
          <AddressForm
            label={t('editor.videoUrl')}
            help={t('editor.videoHelp')}
            value=""
            confirm={t('editor.addVideo')}
            check={youtubeId}
            refusal={t('editor.badVideo')}
            onConfirm={(video) => {
              close();
              run()
                .insertContent([{ type: 'video', attrs: { video } }, { type: 'paragraph' }])
                .run();
            }}
          />
        )}
      </Popover>
      <span className="t-rich-gap" />
      <Menu
        label={t('editor.align')}
        trigger={
          <Tool label={t('editor.align')} icon={ALIGNMENTS.find(({ value }) => value === now.align)?.icon} />
        }
        width={160}
        items={ALIGNMENTS.map(({ value, icon }) => ({
          label: t(`editor.align.${value}`),
          icon,
          checked: value === now.align,
          onClick: () => (value === 'left' ? run().unsetTextAlign().run() : run().setTextAlign(value).run()),
        }))}
      />
      <Tool
        label={t('editor.bullets')}
        icon={<IconList size={18} />}
        pressed={now.bulletList}
        onClick={() => run().toggleBulletList().run()}
      />
      <Tool
        label={t('editor.numbers')}
        icon={<IconListNumbers size={18} />}
        pressed={now.orderedList}
        onClick={() => run().toggleOrderedList().run()}
      />
      <span className="t-rich-gap" />
      {placeholders.length > 0 && (
        <Menu
          label={`${placeholderWord}s`}
          trigger={<Tool label={placeholderWord} icon={<IconBraces size={18} />} />}
          width={180}
          items={placeholders.map((name) => ({ label: name, onClick: () => writePlaceholder(editor, name) }))}
        />
      )}
      <Tool label={t('editor.html.paste')} icon={<IconCode size={18} />} onClick={() => setImporting(true)} />
      <Tool
        label={t('editor.undo')}
        icon={<IconArrowBackUp size={18} />}
        off={!now.undo}
        onClick={() => run().undo().run()}
      />
      <Tool
        label={t('editor.redo')}
        icon={<IconArrowForwardUp size={18} />}
        off={!now.redo}
        onClick={() => run().redo().run()}
      />
      {importing && (
        <HtmlImport
          replaces={!editor.isEmpty}
          onClose={() => setImporting(false)}
          onImport={(html, leftOut) => {
            setImporting(false);
            editor.chain().setContent(html, { emitUpdate: true }).focus().run();
            onImported(leftOut);
          }}
        />
      )}
    </div>
  );
}

/** Returns a URL or email address as a link target; null if it is neither. */
function linkAddress(typed: string): string | null {
  const text = typed.trim();
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  if (/^(mailto|tel):\S+$/i.test(text)) return text;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  const parsed = URL.parse(address);
  const named = parsed && (parsed.hostname.includes('.') || parsed.hostname === 'localhost');
  return named && /^https?:$/.test(parsed.protocol) ? address : null;
}

/** Links the selection; without one, changes the link at the caret or inserts the URL. */
function setLink(editor: Editor, href: string): void {
  const chain = editor.chain().focus();
  if (editor.state.selection.empty && !editor.isActive('link')) {
    const text = href.replace(/^mailto:/, '');
    chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }).run();
  } else chain.extendMarkRange('link').setLink({ href }).run();
}
