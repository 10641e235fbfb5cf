import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where a running agent is found while the console is developed (`vite`). */
const agent = process.env.FACEPLATE_AGENT ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist/console',
    target: 'es2022',
    // Everything is a file of its own: the device's content security policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What nearly every page needs travels together: dozens of small files cost more than what is in them.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // The login page needs no objects: of the model it takes only the wire and the wording of texts.
            { name: 'model', test: /[\\/]model[\\/](?!wire|values[\\/](?:translate|message))/ },
            { name: 'elements', test: /[\\/]console[\\/]elements[\\/]/ },
            { name: 'icons', test: /[\\/]lucide-react[\\/]/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/iss': { target: agent } } },
});
