import { IconCloudOff, IconHourglass, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import './connection-line.css';
import { CloseButton } from '../action/icon-button.tsx';
import { useNewVersion } from '../lib/app-version.ts';
import { useConnection } from '../lib/connection.ts';
import { t } from '../messages/messages.gen.ts';

/** A line above the screen: no connection, a slow one, or a new version of the app. */
export function ConnectionLine() {
  const connection = useConnection();
  const isNew = useNewVersion();
  const [closed, setClosed] = useState(false);
  return (
    <div className="t-connection" role="status">
      {connection !== 'good' ? (
        <Line
          icon={connection === 'slow' ? <IconHourglass size={16} /> : <IconCloudOff size={16} />}
          away={connection !== 'slow'}
        >
          {t(`connection.${connection}`)}
        </Line>
      ) : (
        isNew &&
        !closed && (
          <Line icon={<IconRefresh size={16} />}>
            {t('missing.newTitle')}{' '}
            <button type="button" className="t-link t-connection-action" onClick={() => location.reload()}>
              {t('action.reload')}
            </button>
            <span className="t-connection-close">
              <CloseButton label={t('action.notNow')} onClick={() => setClosed(true)} />
            </span>
          </Line>
        )
      )}
    </div>
  );
}

function Line({ icon, away, children }: { icon: ReactNode; away?: boolean; children: ReactNode }) {
  return (
    <p className="t-connection-line" data-away={away || undefined}>
      {icon}
      <span className="t-grow">{children}</span>
    </p>
  );
}
