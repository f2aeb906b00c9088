import { IconSelector } from '@tabler/icons-react';
import { Avatar } from '@troupe/ui/content/avatar';
import type { HTMLAttributes } from 'react';
import './brand-block.css';

/** The box with the brand's name as a button that opens a picker. */
export function BrandButton({ name, ...button }: { name: string } & HTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" className="brand-box" {...button}>
      <Avatar name={name} kind="brand" size={24} />
      <span className="brand-box-name">{name || 'Choose a brand'}</span>
      <span className="t-hidden">, switch brand</span>
      <IconSelector size={16} className="brand-box-caret" />
    </button>
  );
}
