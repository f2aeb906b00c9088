import type { Readable } from 'node:stream';

/** Looks for viruses in files that strangers send. */
export interface VirusScan {
  /** False when none is configured: files then count as `off`, neither clean nor infected. */
  configured: boolean;
  /**
   * Looks through a file.
   * @throws when the scanner cannot be reached or gives no verdict; worth trying again later
   */
  look(file: Readable): Promise<'clean' | 'infected'>;
}
