import type { ReactNode } from 'react';

/** One line of the command palette. */
export interface Command {
  id: string;
  label: string;
  /** Behind the label, in plain ink. */
  hint?: string;
  icon: ReactNode;
  run: () => void;
}

export interface CommandGroup {
  name: string;
  commands: Command[];
}
