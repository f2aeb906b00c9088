import { checkCreatorSafety } from '@troupe/contract/listening/safety-rule';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import CreatorSafety from '../../../shared/safety-flag/creator-safety.tsx';

/** A creator's flags, which can be checked now. */
export default function CheckedCreator({ creatorId }: { creatorId: string }) {
  const brandId = useBrandId();
  return (
    <CreatorSafety
      creatorId={creatorId}
      check={() => client.call(checkCreatorSafety, { params: { brandId, creatorId } })}
    />
  );
}
