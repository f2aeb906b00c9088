import { CurtainDrawing } from '@troupe/ui/content/drawings';
import { TroupeDrawing } from '@troupe/ui/content/troupe-drawing';
import type { ReactNode } from 'react';
import { DocumentTitle } from './screen.tsx';
import './standalone-screen.css';

interface StandaloneScreenProps {
  title: string;
  drawing?: 'troupe' | 'curtain';
  children: ReactNode;
}

/** A screen without the shell, opened by a link: one message and an action. */
export function StandaloneScreen({ title, drawing = 'curtain', children }: StandaloneScreenProps) {
  return (
    <main className="standalone-screen">
      <DocumentTitle>{title}</DocumentTitle>
      {drawing === 'troupe' ? <TroupeDrawing /> : <CurtainDrawing />}
      <h1 className="t-20" dir="auto">
        {title}
      </h1>
      {children}
    </main>
  );
}
