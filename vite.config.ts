import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { consoleChunks } from './scripts/console-chunks.mjs';
import { lateFields } from './scripts/late-fields.mjs';
import { lateKeywords } from './scripts/late-keywords.mjs';
import { lateWords } from './scripts/late-words.mjs';
import { leanReact } from './scripts/lean-react.mjs';
import { textGroups } from './scripts/text-groups.mjs';
import { withoutMib } from './scripts/without-mib.mjs';

/** Where a running agent is found while the console is developed (`vite`). */
const agent = process.env.FACEPLATE_AGENT ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), leanReact(), withoutMib(), lateKeywords(), lateWords(), lateFields(), textGroups()],
  build: {
    outDir: 'dist/console',
    target: 'es2022',
    // Everything is a file of its own: the device's content security policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What a page brings over the wire is held by bench/bytes.
    chunkSizeWarningLimit: 600,
    manifest: true,
    rolldownOptions: {
      // How long plugins took says more of the machine than of the build.
      checks: { pluginTimings: false },
      output: {
        // Every start fetches the list of all files: their names only identify them; the manifest knows the rest.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: consoleChunks(), debugName: 'by who needs it' }],
        },
      },
    },
  },
  server: { proxy: { '/iss': { target: agent } } },
});
