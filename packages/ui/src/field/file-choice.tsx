import { IconPaperclip, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import './file-choice.css';
import { IconButton } from '../action/icon-button.tsx';
import { t } from '../messages/messages.gen.ts';

interface FileChoiceProps {
  /** Name of the choice for screen readers and tests. */
  label?: string;
  /** MIME types and endings, with commas between. */
  accept?: string | undefined;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  /** The control that opens the choice. */
  children: (choose: () => void) => ReactNode;
}

/** The browser's own choice of files behind a control of ours. */
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
          // Lets people choose the same file again after they edited it.
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
  /** Sends the file away and takes in the answer; what it throws is the refusal. */
  take: (file: File) => Promise<unknown>;
  errorText: (error: unknown) => string;
}

/** Takes files that are to go along. `refusal` names the last one that was not taken and says why; null while none was, and after `forget`. */
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
  /** One is on its way. */
  taking: boolean;
  /** How many go along already, and how many may. */
  count: number;
  most: number;
  iconSize?: number;
  /** MIME types and endings of what can be attached, with commas between. */
  accept?: string | undefined;
  onFile: (file: File) => void;
}

/** The paper clip that asks for a file. */
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

/** The files that go along, each of which can be left out; nothing where there are none. */
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
