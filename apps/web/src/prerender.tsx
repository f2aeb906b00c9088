import { renderToStaticMarkup } from 'react-dom/server';
import { VisitorFrame } from './routes/-visitor/visitor-frame.tsx';
import { VISITOR_PAGES, type VisitorPage } from './routes/-visitor/visitor-pages.tsx';

/** A page as the build writes it. */
export interface RenderedPage extends Omit<VisitorPage, 'content'> {
  html: string;
}

/** The pages that visitors get, as HTML. Runs at build time only (vite/visitor-pages.ts). */
export const renderedPages = (): RenderedPage[] =>
  VISITOR_PAGES.map(({ content, ...page }) => ({
    ...page,
    html: renderToStaticMarkup(<VisitorFrame path={page.path}>{content}</VisitorFrame>),
  }));
