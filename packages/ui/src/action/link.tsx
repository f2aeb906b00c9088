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
