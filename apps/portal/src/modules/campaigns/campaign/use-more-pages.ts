import { listOpenCampaigns } from '@troupe/contract/campaigns/creator-app';
import { useState } from 'react';
import { client } from '../../../shared/client.ts';
import type { OpenCampaign } from '../../../shared/creator-nouns.ts';
import { errorText, type Loaded } from '../../../shared/use-call.ts';

/** The campaigns of the first page and of those asked for after it, each once. */
export function useMorePages(first: Loaded<{ campaigns: OpenCampaign[]; pages: number }>) {
  const [later, setLater] = useState<OpenCampaign[]>([]);
  const [page, setPage] = useState(1);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const known = first.state === 'known' ? first.value : { campaigns: [], pages: 0 };

  const load = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const answer = await client.call(listOpenCampaigns, { query: { page: page + 1 } });
      setLater((now) => [...now, ...answer.campaigns]);
      setPage(page + 1);
    } catch (error) {
      setFailure(errorText(error));
    }
    setBusy(false);
  };

  const campaigns = [...new Map([...later, ...known.campaigns].map((one) => [one.id, one])).values()];
  return { campaigns, hasMore: page < known.pages, busy, failure, load };
}
