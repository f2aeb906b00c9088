import { createClient } from '@troupe/contract/client';
import { config } from './page-config.ts';
import { accessToken } from './session.ts';

/** Makes the calls of the contract: `client.call(getMe, {})`. */
export const client = createClient({ baseUrl: config.apiUrl, token: accessToken });
