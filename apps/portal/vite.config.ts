import { browserApp } from '@troupe/ui/vite/browser-app';

export default browserApp(import.meta.dirname, 3001);
