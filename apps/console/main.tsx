import { startApp } from './start-app.tsx';
import { catalogues } from './translations/catalogues.ts';

void startApp(() => import('./Console.tsx'), catalogues);
