export { EmailSettings as default } from '../../../features/email-domain/email-settings.tsx';
