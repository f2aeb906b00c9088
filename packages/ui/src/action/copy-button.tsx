import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { notify } from '../feedback/notify.tsx';
import { t } from '../messages/messages.gen.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

interface CopyButtonProps {
  text: string;
  /** Accessible name: 'Copy SPF value'. */
  label: string;
  /** Shows the label instead of only the icon. */
  wide?: boolean;
}

/** Copies a text to the clipboard and confirms it for two seconds. */
export function CopyButton({ text, label, wide = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      notify.failure(t('browser.noCopy'));
    }
  };
  const icon = copied ? <IconCheck size={16} /> : <IconCopy size={16} />;
  return (
    <>
      {wide ? (
        <Button icon={icon} onClick={() => void copy()}>
          {copied ? t('action.copied') : label}
        </Button>
      ) : (
        <IconButton
          label={copied ? t('action.copied') : label}
          icon={icon}
          size="row"
          onClick={() => void copy()}
        />
      )}
      <span role="status" className="t-hidden">
        {copied ? t('action.copied') : ''}
      </span>
    </>
  );
}
