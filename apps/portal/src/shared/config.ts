import { type HostConfig, pageConfig, readHosts } from '@troupe/browser/host-config';

/** This instance's hosts, read once from the page. */
export const config = readHosts(pageConfig<HostConfig>(), 'portal', location);
