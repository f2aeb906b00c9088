import { type AnchorHTMLAttributes, createContext, type ElementType, type Ref, useContext } from 'react';

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string;
  ref?: Ref<HTMLAnchorElement>;
};

/** The element used for addresses inside the product; the app's router supplies it through TroupeProvider. */
export const LinkContext = createContext<ElementType<LinkProps>>('a');

const leavesTheProduct = ({ href, target, download }: LinkProps) =>
  target === '_blank' || download !== undefined || /^(https?:|mailto:|#)/.test(href);

/** A link: through the app's router where it stays inside, a plain anchor where it leaves. */
export function Link(props: LinkProps) {
  const Anchor = useContext(LinkContext);
  if (leavesTheProduct(props)) {
    const rel = props.target === '_blank' ? (props.rel ?? 'noopener noreferrer') : props.rel;
    return <a {...props} rel={rel} />;
  }
  return <Anchor {...props} />;
}

/** Web addresses, without the full stop or bracket that may follow them. */
const ADDRESS = /(https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?)\]}'’])/g;

/** A word this long takes browsers long to break into lines. */
const LONG_WORD = /\S{300}/;

/** Whether to turn kerning off (`font-kerning: none`): browsers shape each line of an endless word again. */
export const hasLongWord = (text: string): boolean => LONG_WORD.test(text);

/** Text that people wrote, with its web addresses as links; those whose end was left out lead nowhere. */
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
