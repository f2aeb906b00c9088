import { MAX_IMPORT_BYTES } from '@troupe/domain/discovery/creator-import/creator-import';

/** Why a file cannot even be sent, or null. What is inside is for the server to judge. */
export function refusalOf(file: { size: number }): string | null {
  if (file.size === 0) return 'This file is empty. Choose one with at least one row of creators.';
  if (file.size > MAX_IMPORT_BYTES) return 'This file is larger than 200 MB. Split it into smaller ones.';
  return null;
}
