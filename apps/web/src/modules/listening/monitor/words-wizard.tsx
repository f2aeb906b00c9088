import { Button } from '@troupe/ui/action/button';
import { TextArea, TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useDraftForm } from '../../../shared/form.ts';
import { t } from './messages/messages.gen.ts';
import { queryFromKeywords } from './query-words.ts';

interface WordsWizardProps {
  /** The monitor's name, as a first word. */
  name: string;
  onWrite: (query: string) => void;
  onClose: () => void;
}

/** Writes a query from plain words. */
export default function WordsWizard({ name, onWrite, onClose }: WordsWizardProps) {
  const form = useDraftForm({
    draft: 'monitor.words',
    saved: { names: name, products: '', excludes: '', distance: '5' },
    validate: (values) => (queryOf(values) === '' ? { names: t('wizard.namesMissing') } : {}),
  });
  const { values, errors, change } = form;
  const query = queryOf(values);
  return (
    <Dialog
      open
      width={560}
      title={t('wizard.title')}
      onClose={onClose}
      onSubmit={form.submit(() => {
        form.discard();
        onWrite(query);
      })}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit">
            {t('wizard.write')}
          </Button>
        </>
      }
    >
      <div className="listening-stack">
        <TextArea
          label={t('wizard.names')}
          help={t('wizard.namesHelp')}
          size="form"
          rows={2}
          value={values.names}
          error={errors.names}
          onChange={(event) => change({ names: event.target.value })}
        />
        <TextArea
          label={t('wizard.products')}
          help={t('wizard.productsHelp')}
          size="form"
          rows={2}
          value={values.products}
          onChange={(event) => change({ products: event.target.value })}
        />
        {values.products.trim() !== '' && (
          <TextField
            label={t('wizard.distance')}
            size="form"
            inputMode="numeric"
            value={values.distance}
            onChange={(event) => change({ distance: event.target.value.replace(/\D/g, '').slice(0, 2) })}
          />
        )}
        <TextArea
          label={t('wizard.excludes')}
          help={t('wizard.excludesHelp')}
          size="form"
          rows={2}
          value={values.excludes}
          onChange={(event) => change({ excludes: event.target.value })}
        />
        {query !== '' && (
          <p>
            <span className="t-12 t-ink2">{t('query')}</span>
            <br />
            <code dir="ltr" className="monitor-clause">
              {query}
            </code>
          </p>
        )}
      </div>
    </Dialog>
  );
}

const MAX_DISTANCE = 50;
const queryOf = (values: { names: string; products: string; excludes: string; distance: string }) =>
  queryFromKeywords(
    Object.assign({}, values, {
      distance: Math.min(MAX_DISTANCE, Math.max(1, Number(values.distance) || 1)),
    }),
  );
