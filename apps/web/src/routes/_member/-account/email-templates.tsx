import { useNavigate } from '@tanstack/react-router';
import { TemplateList } from '../../../modules/outreach/email-template/template-list.tsx';

/** The email templates; one opens over the screen, named in the address. */
export default function EmailTemplates() {
  const navigate = useNavigate();
  const open = (template: string) =>
    void navigate({
      to: '/account',
      search: { template },
      hash: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  return <TemplateList onOpen={open} />;
}
