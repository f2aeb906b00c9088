import { readConfig } from './config.ts';

/** This instance's configuration, read once from the page. */
export const config = readConfig(document.getElementById('troupe-config')?.textContent, location);
