import { type ReactNode, useRef } from 'react';

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
          // The same file may be chosen again after it was mended.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      {children(() => input.current?.click())}
    </>
  );
}
