import type { PdfFonts } from '../../../platform/pdf/pdf-fonts.ts';
import { isRightToLeft, PdfText, type TextStyle } from '../../../platform/pdf/pdf-text.ts';

export const INK = '#1d1b23';
export const SOFT = '#54515b';
export const QUIET = '#6b6871';
const LINE = '#e7e5e0';
export const IRIS = '#4f46e5';
export const PANEL = '#f8f7f4';
const MARGIN = 48;
const FOOT = 56;

/** What screen readers know of a part of a document. */
interface TagOptions {
  /** Describes a picture in words. */
  alt?: string;
  /** What a heading of a table is about. */
  scope?: 'Column' | 'Row';
}

/**
 * Pages that are written from top to bottom, tagged for screen readers: content is in a tree of headings, paragraphs,
 * lists, tables and figures; everything else is marked as decoration.
 */
export class PdfPages {
  readonly document: PDFKit.PDFDocument;
  readonly text: PdfText;
  readonly x = MARGIN;
  readonly width: number;
  y = MARGIN;
  #parent: PDFKit.PDFStructureElement;
  readonly #root: PDFKit.PDFStructureElement;

  constructor(document: PDFKit.PDFDocument, fonts: PdfFonts) {
    this.document = document;
    this.text = new PdfText(document, fonts);
    this.width = document.page.width - 2 * MARGIN;
    this.#root = document.struct('Document');
    this.#parent = this.#root;
    document.addStructure(this.#root);
  }

  /** Makes room: on the next page if this one is too full. Returns whether a page began. */
  need(height: number): boolean {
    if (this.y + height <= this.document.page.height - FOOT) return false;
    this.newPage();
    return true;
  }

  newPage(): void {
    this.document.addPage();
    this.y = MARGIN;
  }

  /** Draws content under a tag. Content may continue on the next page. */
  tag(type: string, draw: () => void, { alt, scope }: TagOptions = {}): void {
    const element = this.#add(type, alt);
    if (scope)
      (element as unknown as { dictionary: { data: Record<string, unknown> } }).dictionary.data.A = {
        O: 'Table',
        Scope: scope,
      };
    element.add(draw);
    element.end();
  }

  /** Draws tagged content within a tag, such as the rows of a table. */
  group(type: string, draw: () => void): void {
    const element = this.#add(type);
    const outer = this.#parent;
    this.#parent = element;
    draw();
    this.#parent = outer;
    element.end();
  }

  #add(type: string, alt?: string): PDFKit.PDFStructureElement {
    const element = this.document.struct(type, alt ? { alt } : {});
    this.#parent.add(element);
    return element;
  }

  /** Draws decoration: lines, backgrounds, and content repeated on each page. */
  decorate(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.document.markContent('Artifact', { type });
    draw();
    this.document.endMarkedContent();
  }

  rule(color = LINE): void {
    this.decorate(() =>
      this.document
        .moveTo(this.x, this.y)
        .lineTo(this.x + this.width, this.y)
        .lineWidth(0.75)
        .strokeColor(color)
        .stroke(),
    );
  }

  /** Writes lines of a text under a tag. Paragraphs that begin from the right are on the right. */
  write(
    text: string,
    style: TextStyle,
    { tag = 'P', height = style.size * 1.45, most = Number.POSITIVE_INFINITY } = {},
  ): void {
    const lines = text
      .split(/\r?\n/)
      .flatMap((paragraph) => {
        const own = Object.assign({}, style);
        if (isRightToLeft(paragraph)) Object.assign(own, { direction: 'rtl', align: 'right' });
        return this.text.wrap(paragraph, this.width, own).map((line) => ({ line, own }));
      })
      .slice(0, most);
    this.need(height);
    this.tag(tag, () => {
      for (const { line, own } of lines) {
        this.need(height);
        this.text.line(line, this.x, this.y, this.width, own);
        this.y += height;
      }
    });
  }

  /** Draws something at the foot of each page, and ends the document. */
  end(drawFoot: (y: number, page: number, pages: number) => void): void {
    this.#root.end();
    const { start, count } = this.document.bufferedPageRange();
    for (let at = 0; at < count; at += 1) {
      this.document.switchToPage(start + at);
      const y = this.document.page.height - 34;
      this.decorate(() => {
        this.document
          .moveTo(this.x, y - 8)
          .lineTo(this.x + this.width, y - 8)
          .lineWidth(0.5)
          .strokeColor(LINE)
          .stroke();
        drawFoot(y, at + 1, count);
      }, 'Pagination');
    }
    this.document.end();
  }
}
