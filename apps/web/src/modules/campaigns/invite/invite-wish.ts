import type { Creator } from '@troupe/domain/discovery/creator';

/** Whom somebody wants to invite. */
export type Invitee = Pick<
  Creator,
  'id' | 'socialId' | 'username' | 'fullname' | 'platform' | 'profilePicUrl'
>;

/** One creator, several of them, or everybody on a list. */
export type InviteWish =
  | { creator: Invitee; creatorListId?: string | undefined }
  | {
      creators: readonly Invitee[];
      /** Whoever was chosen need not be any more. */
      onSent?: (() => void) | undefined;
    }
  | { list: { id: string; title: string; itemCount: number } };
