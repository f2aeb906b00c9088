import { IconPhotoUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { uploadPicture } from '@troupe/contract/user';
import type { User } from '@troupe/domain/user';
import { Avatar } from '@troupe/ui/avatar';
import { Button } from '@troupe/ui/button';
import { ProgressBar } from '@troupe/ui/progress-bar';
import { useRef, useState } from 'react';
import { errorText } from '../../shared/error-text.ts';
import { uploadClient } from '../../shared/upload-client.ts';
import { useSaveProfile, useShowMe } from './profile-queries.ts';

const MOST_BYTES = 5 * 1024 * 1024;

/** The picture of the person: chosen, sent at once, removed; initials while there is none. */
export function PictureField({ me, name }: { me: User; name: string }) {
  const showMe = useShowMe();
  const save = useSaveProfile();
  const input = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState(0);
  const [refused, setRefused] = useState<string | null>(null);
  const upload = useMutation({
    mutationFn: (file: File) =>
      uploadClient((bytes, total) => setSent(total > 0 ? bytes / total : 0)).upload(
        uploadPicture,
        {},
        file,
        file.name,
      ),
    onSuccess: (saved) => showMe(saved, ['pictureUrl']),
  });
  const removal = useMutation({ mutationFn: () => save({ pictureUrl: null }) });
  const take = (file: File | undefined) => {
    if (!file || upload.isPending) return;
    setSent(0);
    upload.reset();
    removal.reset();
    if (file.size > MOST_BYTES) return setRefused('The picture is larger than 5 MB. Choose a smaller one.');
    setRefused(null);
    upload.mutate(file);
  };
  const failure = upload.error ?? removal.error;
  const wrong = refused ?? (failure ? errorText(failure) : null);
  return (
    <fieldset className="profile-picture">
      <legend>Picture</legend>
      <div className="t-row t-wrap">
        <Avatar name={name} src={me.pictureUrl} size={64} />
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          className="t-hidden"
          aria-label="Picture"
          tabIndex={-1}
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button
          icon={<IconPhotoUp size={16} />}
          busy={upload.isPending}
          onClick={() => input.current?.click()}
        >
          {me.pictureUrl ? 'Change picture' : 'Choose a picture'}
        </Button>
        {me.pictureUrl && (
          <Button kind="quiet" busy={removal.isPending} onClick={() => removal.mutate()}>
            Remove
          </Button>
        )}
        <span className="t-12 t-ink3">JPEG, PNG or WebP, up to 5 MB. It is cut to a square.</span>
      </div>
      {upload.isPending && (
        <ProgressBar label="Sending the picture" value={Math.round(sent * 100)} max={100} />
      )}
      {wrong && (
        <div className="t-field-note" role="alert" data-error>
          <span>{wrong}</span>
        </div>
      )}
    </fieldset>
  );
}
