export { EmailSettings as default } from '../../../modules/outreach/email-domain/email-settings.tsx';
