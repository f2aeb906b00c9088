import { type Editor, Extension, Node } from '@tiptap/core';
import { TextAlign } from '@tiptap/extension-text-align';
import { Color, TextStyle } from '@tiptap/extension-text-style';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import StarterKit from '@tiptap/starter-kit';
import { t } from '../dashboard/messages/messages.gen.ts';
import { youtubeId } from './pasted-html.ts';

/** A name between `{{` and `}}` in a text; `from` and `to` are offsets including the braces. */
export interface PlaceholderSpot {
  from: number;
  to: number;
  /** The matching name from the list; null if unknown. */
  name: string | null;
}

const SPOT = /\{\{([^{}]*)\}\}/g;
const OPENED = /\{\{([^{}\n\ufffc]{0,40})$/;

const folded = (name: string) => name.replace(/\s+/g, ' ').trim().toLowerCase();

/** The name in what is written between braces: `{{name|what to write without a value}}`. */
const nameIn = (written: string) => (written.split('|')[0] ?? '').replaceAll('_', ' ');

/** Returns every `{{name}}` of a text, ignoring spaces and case. */
export function placeholderSpots(text: string, names: readonly string[]): PlaceholderSpot[] {
  return [...text.matchAll(SPOT)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    name: names.find((name) => folded(nameIn(name)) === folded(nameIn(match[1] ?? ''))) ?? null,
  }));
}

/** Returns the unclosed `{{` before the caret and the text typed after it; null if there is none. */
export function openedPlaceholder(before: string): { from: number; query: string } | null {
  const match = OPENED.exec(before);
  return match ? { from: match.index, query: match[1] ?? '' } : null;
}

/** Returns suggestions for the typed text: prefix matches first, then substring matches. */
export function offeredPlaceholders(query: string, names: readonly string[]): string[] {
  const wanted = folded(query);
  const starts = names.filter((name) => folded(name).startsWith(wanted));
  return [...starts, ...names.filter((name) => !starts.includes(name) && folded(name).includes(wanted))];
}

const player = (video: string) => `https://www.youtube-nocookie.com/embed/${video}`;

/**
 * A YouTube video. In the editor it is a line of text, because a frame would load YouTube while editing.
 * {@link htmlOf} outputs its player, and the sender converts that to what email supports.
 */
const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes() {
    return { video: { default: null, rendered: false } };
  },
  parseHTML() {
    return [
      {
        tag: 'p[data-video]',
        priority: 60,
        getAttrs: (line) => ({ video: line.getAttribute('data-video') }),
      },
      {
        tag: 'iframe[src]',
        getAttrs: (frame) => {
          const video = youtubeId(frame.getAttribute('src') ?? '');
          return video ? { video } : false;
        },
      },
    ];
  },
  renderHTML({ node }) {
    const video = node.attrs.video as string;
    return ['p', { 'data-video': video, class: 't-rich-video' }, `▶ youtube.com/watch?v=${video}`];
  },
});

const VIDEO_LINE = /<p data-video="([\w-]{11})"[^>]*>[^<]*<\/p>/g;

/** Returns the text as HTML for email. */
export const htmlOf = (editor: Editor): string =>
  editor.getHTML().replace(VIDEO_LINE, (_line, video: string) => `<iframe src="${player(video)}"></iframe>`);

/** A web picture. The editor can't add one, but keeps those in pasted content. */
const Picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  addAttributes() {
    return {
      src: { default: null },
      alt: { default: '' },
      width: { default: null },
      height: { default: null },
    };
  },
  parseHTML() {
    return [
      { tag: 'img[src]', getAttrs: (img) => (/^https:/i.test(img.getAttribute('src') ?? '') ? {} : false) },
    ];
  },
  renderHTML({ HTMLAttributes }) {
    return ['img', HTMLAttributes];
  },
});

type Visit = (from: number, to: number, name: string | null, block: DocumentNode) => void;

/** Calls `visit` for every `{{name}}`. A leaf inside a paragraph counts as one character, as in positions. */
function visitPlaceholders(document: DocumentNode, names: readonly string[], visit: Visit): void {
  document.descendants((block, position) => {
    if (!block.isTextblock) return true;
    for (const spot of placeholderSpots(textOfBlock(block), names)) {
      visit(position + 1 + spot.from, position + 1 + spot.to, spot.name, block);
    }
    return false;
  });
}

/** The text of a paragraph up to an offset, with each leaf as one character. */
export const textOfBlock = (block: DocumentNode, to = block.content.size) =>
  block.textBetween(0, to, undefined, '\ufffc');

function marksOf(document: DocumentNode, names: readonly string[]): DecorationSet {
  const marks: Decoration[] = [];
  visitPlaceholders(document, names, (from, to, name) => {
    marks.push(
      Decoration.inline(
        from,
        to,
        name
          ? { class: 't-rich-spot' }
          : { class: 't-rich-spot-unknown', title: t('editor.unknownVariable') },
      ),
    );
  });
  return DecorationSet.create(document, marks);
}

/** A half-bold name would be split in HTML, so give all of it the style of its start. */
function evenOut(state: EditorState, names: readonly string[]): Transaction | null {
  const change = state.tr;
  visitPlaceholders(state.doc, names, (from, to) => {
    const marks = state.doc.nodeAt(from)?.marks ?? [];
    let even = true;
    state.doc.nodesBetween(from, to, (node) => {
      if (
        node.isText &&
        !(node.marks.length === marks.length && marks.every((mark) => mark.isInSet(node.marks)))
      )
        even = false;
    });
    if (even) return;
    change.removeMark(from, to);
    for (const mark of marks) change.addMark(from, to, mark);
  });
  return change.docChanged ? change : null;
}

/** Highlights `{{name}}` and deletes it as a unit; the content stays text. */
const Placeholders = Extension.create<{ names: readonly string[] }>({
  name: 'placeholders',
  addOptions: () => ({ names: [] }),
  addKeyboardShortcuts() {
    return {
      Backspace: ({ editor }) => {
        const { $from, empty } = editor.state.selection;
        if (!empty || !$from.parent.isTextblock) return false;
        const spot = placeholderSpots(textOfBlock($from.parent, $from.parentOffset), this.options.names).at(
          -1,
        );
        if (!spot?.name || spot.to !== $from.parentOffset) return false;
        const start = $from.start();
        return editor.commands.deleteRange({ from: start + spot.from, to: start + spot.to });
      },
    };
  },
  addProseMirrorPlugins() {
    const { names } = this.options;
    const key = new PluginKey<DecorationSet>('placeholders');
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: (_config, state) => marksOf(state.doc, names),
          apply: (change, before) => (change.docChanged ? marksOf(change.doc, names) : before),
        },
        props: { decorations: (state) => key.getState(state) },
        appendTransaction: (changes, _before, state) =>
          changes.some((change) => change.docChanged) ? evenOut(state, names) : null,
      }),
    ];
  },
});

/** The editor's schema, with the suggested names. */
export const richTextParts = (names: readonly string[]) => [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    // It would modify unedited text.
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  TextStyle,
  Color,
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  Video,
  Picture,
  Placeholders.configure({ names }),
];
