import { IconAlertCircle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../action/button.tsx';
import './error-state.css';
import { t } from '../messages/messages.gen.ts';

interface ErrorStateProps {
  /** What failed, as a sentence ending with a period. */
  title: string;
  /** What was kept, and what is shown instead. */
  text?: ReactNode;
  onRetry?: () => void;
  busy?: boolean;
  actions?: ReactNode;
}

/** An error in place of data. */
export function ErrorState({ title, text, onRetry, busy, actions }: ErrorStateProps) {
  return (
    <div className="t-error" role="alert">
      <IconAlertCircle size={18} className="t-error-mark" />
      <div className="t-grow">
        <p className="t-name">{title}</p>
        {text && <p className="t-ink2">{text}</p>}
      </div>
      {actions}
      {onRetry && (
        <Button icon={<IconRefresh />} busy={busy} onClick={onRetry}>
          {t('action.retry')}
        </Button>
      )}
    </div>
  );
}
