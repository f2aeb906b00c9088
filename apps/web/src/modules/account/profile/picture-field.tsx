import { uploadPicture } from '@troupe/contract/account/user';
import type { User } from '@troupe/domain/account/user';
import { acceptList } from '@troupe/domain/file-type';
import { Avatar } from '@troupe/ui/content/avatar';
import { PictureChoice } from '../../../shared/picture-choice.tsx';
import { useSaveProfile, useShowMe } from './profile-queries.ts';

/** The picture of the person; initials while there is none. */
export function PictureField({ me, name }: { me: User; name: string }) {
  const showMe = useShowMe();
  const save = useSaveProfile();
  return (
    <PictureChoice
      label="Picture"
      inputLabel="Picture"
      className="profile-picture"
      accept={acceptList('picture')}
      mostMegabytes={5}
      hint="JPEG, PNG or WebP, up to 5 MB. Cropped to a square."
      chosen={Boolean(me.pictureUrl)}
      send={async (client, file) =>
        showMe(await client.upload(uploadPicture, {}, file, file.name), ['pictureUrl'])
      }
      onRemove={() => save({ pictureUrl: null })}
    >
      <Avatar name={name} src={me.pictureUrl} size={64} />
    </PictureChoice>
  );
}
