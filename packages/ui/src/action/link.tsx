import { type AnchorHTMLAttributes, createContext, type ElementType, type Ref, useContext } from 'react';

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string;
  ref?: Ref<HTMLAnchorElement>;
};

/** The element for links inside the app; the router supplies it through TroupeProvider. */
export const LinkContext = createContext<ElementType<LinkProps>>('a');

const leavesTheProduct = ({ href, target, download }: LinkProps) =>
  target === '_blank' || download !== undefined || /^(https?:|mailto:|#)/.test(href);

/** A link: through the app's router inside the app, a plain anchor otherwise. */
export function Link(props: LinkProps) {
  const Anchor = useContext(LinkContext);
  if (leavesTheProduct(props)) {
    const rel = props.target === '_blank' ? (props.rel ?? 'noopener noreferrer') : props.rel;
    return <a {...props} rel={rel} />;
  }
  return <Anchor {...props} />;
}

/** Matches URLs without a trailing period or bracket. */
const ADDRESS = /(https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?)\]}'’])/g;

/** Browsers take long to wrap a word this long. */
const LONG_WORD = /\S{300}/;

/** Whether to turn off kerning (`font-kerning: none`): browsers reshape each line of a very long word. */
export const hasLongWord = (text: string): boolean => LONG_WORD.test(text);

/** User text with its URLs as links; truncated URLs are not linked. */
export function LinkedText({ text }: { text: string }) {
  const parts = text.split(ADDRESS);
  const isLink = (place: number) => place % 2 === 1 && !parts[place + 1]?.startsWith('...');
  return parts.map((part, place) =>
    isLink(place) ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stay in their order
        key={place}
        className="t-link t-link-inline"
        href={part}
        target="_blank"
        rel="noopener noreferrer nofollow"
      >
        {part}
      </a>
    ) : (
      part
    ),
  );
}
