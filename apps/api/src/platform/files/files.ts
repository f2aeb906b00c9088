import type { Readable } from 'node:stream';

/** Where files are kept. Keys are paths with `/`, made of ids and plain words only. */
export interface Files {
  /** A path on this machine for a file that is being made; `keep` moves it to its place. */
  draft(): Promise<string>;
  /** Keeps a finished draft under a key. */
  keep(draftPath: string, key: string): Promise<void>;
  /** Reads from a byte position on, up to and including another. */
  read(key: string, from?: number, to?: number): Readable;
  /** Removes a file; one that is gone already is no failure. */
  remove(key: string): Promise<void>;
  /** Removes everything whose key begins with `folder/`. */
  removeFolder(folder: string): Promise<void>;
  /** Removes drafts that a killed process left, more than a day ago. */
  sweep(): Promise<void>;
}
