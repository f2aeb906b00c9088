import { IconPhotoUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { Client } from '@troupe/contract/client';
import { Button } from '@troupe/ui/action/button';
import { ProgressBar } from '@troupe/ui/feedback/progress-bar';
import { FileChoice } from '@troupe/ui/field/file-choice';
import { type ReactNode, useState } from 'react';
import { errorText } from './call/error-text.ts';
import { t } from './messages/messages.gen.ts';
import './picture-choice.css';
import { uploadClient } from './call/upload-client.ts';

interface PictureChoiceProps {
  /** What the picture is, above it. */
  label: string;
  /** Accessible name: `Cover picture`. */
  inputLabel: string;
  className: string;
  labelClassName?: string;
  /** MIME types, with commas between. */
  accept: string;
  mostMegabytes: number;
  /** What may be chosen, in words. */
  hint: string;
  /** Whether there is a picture that can be removed. */
  chosen: boolean;
  /** Sends a picture and takes in what came of it. */
  send: (client: Client, file: File) => Promise<unknown>;
  onRemove: () => unknown;
  /** The picture, or what stands for it. */
  children: ReactNode;
}

/** A picture that is chosen or dropped, sent at once, and removed again. */
export function PictureChoice(props: PictureChoiceProps) {
  const { label, inputLabel, className, labelClassName, accept, mostMegabytes, hint, chosen, children } =
    props;
  const [sent, setSent] = useState(0);
  const [refused, setRefused] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const upload = useMutation({
    mutationFn: (file: File) =>
      props.send(
        uploadClient((bytes, total) => setSent(total > 0 ? bytes / total : 0)),
        file,
      ),
  });
  const removal = useMutation({ mutationFn: async () => props.onRemove() });
  const take = (file: File | undefined) => {
    if (!file || upload.isPending) return;
    setSent(0);
    setRefused(null);
    upload.reset();
    removal.reset();
    if (file.size > mostMegabytes * 1024 * 1024)
      setRefused(t('picture.tooLarge', { megabytes: mostMegabytes }));
    else upload.mutate(file);
  };
  const failure = upload.error ?? removal.error;
  const wrong = refused ?? (failure ? errorText(failure) : null);
  return (
    <fieldset
      className={`picture-choice ${className}`}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <legend className={labelClassName}>{label}</legend>
      <div className="t-row t-wrap">
        {children}
        <FileChoice label={inputLabel} accept={accept} onFiles={([file]) => take(file)}>
          {(choose) => (
            <Button icon={<IconPhotoUp size={16} />} busy={upload.isPending} onClick={choose}>
              {chosen ? t('picture.change') : t('picture.choose')}
            </Button>
          )}
        </FileChoice>
        {chosen && (
          <Button kind="quiet" busy={removal.isPending} onClick={() => removal.mutate()}>
            {t('action.remove')}
          </Button>
        )}
        <span className="t-12 t-ink3">{hint}</span>
      </div>
      {upload.isPending && (
        <ProgressBar label={t('picture.uploading')} value={Math.round(sent * 100)} max={100} />
      )}
      {wrong && (
        <div className="t-field-note" role="alert" data-error>
          <span>{wrong}</span>
        </div>
      )}
    </fieldset>
  );
}
