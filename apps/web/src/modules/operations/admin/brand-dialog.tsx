import { useMutation, useQuery } from '@tanstack/react-query';
import { startActing } from '@troupe/contract/account/acting';
import type { AdminBrand, AdminMember } from '@troupe/domain/operations/admin';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { TextField } from '@troupe/ui/field/field';
import { counted } from '@troupe/ui/lib/format';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { beginActing } from '../../../shared/brand/acting.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { useDraft } from '../../../shared/draft.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { adminMembersOptions } from './admin-queries.ts';

interface BrandDialogProps {
  brand: AdminBrand;
  onAdjust: (brand: AdminBrand) => void;
  onClose: () => void;
}

/** A brand's team, with what an administrator may do for it. */
export default function BrandDialog({ brand, onAdjust, onClose }: BrandDialogProps) {
  const query = useQuery(adminMembersOptions(brand.id));
  const { data } = query;
  const [chosen, setChosen] = useState<AdminMember | null>(null);
  const draft = useDraft(`acting.${brand.id}`, '');
  const reason = draft.text;
  const [wrong, setWrong] = useState<string>();
  const acting = useMutation({
    mutationFn: (userId: string) =>
      client.call(startActing, { params: { brandId: brand.id, userId }, body: { reason } }),
    onSuccess: (answer) => {
      draft.discard();
      beginActing(answer);
    },
    onError: (failure) => notify.failure(errorText(failure)),
  });
  const act = () => {
    if (!chosen || acting.isPending || acting.isSuccess) return;
    if (reason.trim() === '') setWrong(t('acting.reasonMissing'));
    else acting.mutate(chosen.id);
  };
  if (chosen)
    return (
      <Dialog
        open
        title={t('acting.as', { name: chosen.name })}
        onClose={() => setChosen(null)}
        onSubmit={act}
        foot={t('acting.text', { brand: brand.name })}
        actions={
          <>
            <Button onClick={() => setChosen(null)}>{shared('action.cancel')}</Button>
            <Button kind="main" type="submit" busy={acting.isPending || acting.isSuccess}>
              {t('acting.action')}
            </Button>
          </>
        }
      >
        <TextField
          label={t('acting.reason')}
          help={t('acting.reasonHelp')}
          size="form"
          maxLength={500}
          data-autofocus
          value={reason}
          error={wrong}
          onChange={(event) => {
            draft.change(event.target.value);
            setWrong(undefined);
          }}
        />
      </Dialog>
    );
  return (
    <Dialog
      open
      title={brand.name}
      onClose={onClose}
      foot={counted(brand.credits, 'credit')}
      actions={
        <>
          <Button onClick={() => onAdjust(brand)}>{t('brands.adjustCredits')}</Button>
          <Button kind="main" onClick={onClose}>
            {shared('action.close')}
          </Button>
        </>
      }
    >
      <p className="t-ink2 admin-member">{brand.website}</p>
      <h3 className="t-14 t-name">{t('brands.team')}</h3>
      <LoadState what={t('brands.teamWhat')} query={query}>
        <SkeletonRows rows={3} />
      </LoadState>
      {data?.members.length === 0 && <p className="t-ink2">{t('brands.noMembers')}</p>}
      <ul className="admin-members">
        {data?.members.map((member) => (
          <li key={member.id}>
            <span className="admin-member" dir="auto">
              <span className="t-medium">{member.name}</span>
              <span className="t-12 t-ink2">{member.email}</span>
            </span>
            {member.role === 'owner' && <Pill>{t('brands.owner')}</Pill>}
            <Button
              size="row"
              aria-label={t('acting.as', { name: member.name })}
              disabledReason={member.administrator ? t('acting.notAdministrators') : undefined}
              onClick={() => setChosen(member)}
            >
              {t('acting.short')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
