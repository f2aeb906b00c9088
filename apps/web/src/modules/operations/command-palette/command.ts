import type { ReactNode } from 'react';

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether every typed word begins a word of the text; case and accents do not count. */
export function matches(text: string, typed: string): boolean {
  const words = plain(text).split(/[^\p{L}\p{N}]+/u);
  return plain(typed)
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)));
}

/** Whether the text equals the query, ignoring case and accents. */
export function isTyped(text: string, typed: string): boolean {
  return typed.trim() !== '' && plain(text).trim() === plain(typed).trim();
}

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
