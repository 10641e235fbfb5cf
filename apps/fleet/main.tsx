import { startApp } from '../console/start-app.tsx';
import { catalogues } from './translations/catalogues.ts';

void startApp(() => import('./Fleet.tsx'), catalogues);
