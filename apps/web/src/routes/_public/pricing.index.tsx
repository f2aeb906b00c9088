import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/_public/pricing/')({ component: () => <p>Pricing</p> });
