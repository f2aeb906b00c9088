import { IconPaperclip, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import './file-choice.css';
import { IconButton } from '../action/icon-button.tsx';
import { t } from '../messages/messages.gen.ts';

interface FileChoiceProps {
  /** Accessible name. */
  label?: string;
  /** MIME types and extensions, separated by commas. */
  accept?: string | undefined;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  /** Renders the control that opens the file dialog. */
  children: (choose: () => void) => ReactNode;
}

/** The browser's file dialog behind our own control. */
export function FileChoice({ label, accept, multiple, onFiles, children }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Allow choosing the same file again after editing it.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      {children(() => input.current?.click())}
    </>
  );
}

interface FileTakingOptions {
  mostMegabytes: number;
  /** Uploads the file; throw an error to reject it. */
  take: (file: File) => Promise<unknown>;
  errorText: (error: unknown) => string;
}

/**
 * Uploads attachments. `refusal` names the last rejected file and why; null if there is none, and after
 * `forget`.
 */
export function useFileTaking({ mostMegabytes, take, errorText }: FileTakingOptions) {
  const [taking, setTaking] = useState(false);
  const [refusal, setRefusal] = useState<{ title: string; text: string } | null>(null);
  const offer = async (file: File) => {
    const refuse = (text: string) => setRefusal({ title: t('attach.failed', { name: file.name }), text });
    if (file.size > mostMegabytes * 1024 * 1024)
      return refuse(t('attach.maxSize', { megabytes: mostMegabytes }));
    setTaking(true);
    setRefusal(null);
    try {
      await take(file);
    } catch (error) {
      refuse(errorText(error));
    }
    setTaking(false);
  };
  return { taking, refusal, offer, forget: () => setRefusal(null) };
}

interface AttachButtonProps {
  /** An upload is in progress. */
  taking: boolean;
  /** Attached files, and the maximum. */
  count: number;
  most: number;
  iconSize?: number;
  /** MIME types and extensions of attachments, separated by commas. */
  accept?: string | undefined;
  onFile: (file: File) => void;
}

/** The paper clip that opens the file dialog. */
export function AttachButton({ taking, count, most, iconSize, accept, onFile }: AttachButtonProps) {
  return (
    <FileChoice accept={accept} onFiles={([file]) => file && onFile(file)}>
      {(choose) => (
        <IconButton
          label={taking ? t('attach.busy') : t('attach.add')}
          icon={<IconPaperclip size={iconSize} />}
          disabledReason={count >= most ? t('attach.maxCount', { count: most }) : undefined}
          onClick={choose}
        />
      )}
    </FileChoice>
  );
}

interface FilesAlongProps {
  files: readonly { id: string; name: string }[];
  className?: string;
  onLeaveOut: (id: string) => void;
}

/** The attached files with remove buttons; nothing if there are none. */
export function FilesAlong({ files, className, onLeaveOut }: FilesAlongProps) {
  if (files.length === 0) return null;
  return (
    <ul className={`t-files-along ${className ?? ''}`} aria-label={t('attach.list')}>
      {files.map(({ id, name }) => (
        <li key={id} className="t-row">
          <span className="t-ellipsis">{name}</span>
          <IconButton
            size="row"
            label={t('attach.remove', { name })}
            icon={<IconX size={16} />}
            onClick={() => onLeaveOut(id)}
          />
        </li>
      ))}
    </ul>
  );
}
