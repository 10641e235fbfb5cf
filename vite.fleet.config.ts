import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { leanReact } from './scripts/lean-react.mjs';
import { wholeTexts } from './scripts/text-groups.mjs';
import { withoutMib } from './scripts/without-mib.mjs';

/** Where a running cloud is found while its console is developed (`vite -c vite.fleet.config.ts`). */
const cloud = process.env.FACEPLATE_CLOUD ?? 'http://127.0.0.1:8090';

export default defineConfig({
  plugins: [react(), leanReact(), withoutMib(), wholeTexts()],
  build: {
    outDir: 'dist/fleet',
    target: 'es2022',
    // Everything is a file of its own: the cloud's content security policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'fleet.html',
      output: { chunkFileNames: 'assets/[hash:7].js', assetFileNames: 'assets/[hash:7][extname]' },
    },
  },
  server: { proxy: { '/iss': { target: cloud } } },
});
