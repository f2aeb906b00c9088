import { CallError } from '@troupe/contract/client';
import { NewTeamInvite, TEAM_INVITE_DAYS } from '@troupe/domain/account/team';
import type { BrandRole } from '@troupe/domain/account/user';
import { Button } from '@troupe/ui/action/button';
import { Radio } from '@troupe/ui/field/choice';
import { TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { errorText } from '../../../shared/call/error-text.ts';
import { checkFields, useFieldErrors } from '../../../shared/call/field-errors.ts';
import { useDraft } from '../../../shared/draft.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../messages/messages.gen.ts';
import type { TeamWrites } from './team-queries.ts';

interface InviteDialogProps {
  invite: TeamWrites['invite'];
  onClose: () => void;
}

const roles: readonly BrandRole[] = ['member', 'owner'];

/** Asks for a new member's email and role. */
export default function InviteDialog({ invite, onClose }: InviteDialogProps) {
  const draft = useDraft('team-invite', '');
  const [role, setRole] = useState<BrandRole>('member');
  const [errors, setErrors] = useFieldErrors();
  const submit = () => {
    if (invite.isPending) return;
    const checked = checkFields(NewTeamInvite, { email: draft.text, role });
    setErrors(checked.errors ?? {});
    if (checked.errors) return;
    invite.mutate(checked.data, {
      onSuccess: () => {
        draft.discard();
        onClose();
      },
      onError: (problem) =>
        setErrors({
          email: (problem instanceof CallError && problem.body.fields?.email) || errorText(problem),
        }),
    });
  };
  return (
    <Dialog
      open
      title={t('team.inviteMember')}
      onClose={onClose}
      onSubmit={submit}
      foot={t('team.sendsEmail')}
      actions={
        <>
          <Button onClick={onClose}>{shared('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={invite.isPending}>
            {t('team.invite')}
          </Button>
        </>
      }
    >
      <div className="team-form">
        <TextField
          label={shared('email')}
          type="email"
          size="form"
          autoComplete="off"
          maxLength={254}
          value={draft.text}
          error={errors.email}
          help={t('team.inviteHelp', { days: TEAM_INVITE_DAYS })}
          onChange={(event) => draft.change(event.target.value)}
        />
        <fieldset className="team-roles">
          <legend>{t('team.role')}</legend>
          {roles.map((option) => (
            <Radio
              key={option}
              name="team-role"
              label={t(`role.${option}`)}
              help={t(`role.${option}Help`)}
              checked={role === option}
              onChange={() => setRole(option)}
            />
          ))}
        </fieldset>
      </div>
    </Dialog>
  );
}
