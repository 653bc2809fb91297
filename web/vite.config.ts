import { svelte } from '@sveltejs/vite-plugin-svelte';
import { loadEnv, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Everything is there packed as well, as it travels. */
const packed: Plugin = {
  name: 'packed',
  generateBundle: {
    order: 'post', // when nothing is changed any more
    async handler(_, bundle) {
      for (const [name, part] of Object.entries(bundle)) {
        const content = new Blob([part.type === 'chunk' ? part.code : (part.source as BlobPart)]);
        const stream = content.stream().pipeThrough(new CompressionStream('gzip'));
        const source = new Uint8Array(await new Response(stream).arrayBuffer());
        this.emitFile({ type: 'asset', fileName: `${name}.gz`, source });
      }
    },
  },
};

export default defineConfig(({ mode }) => {
  const server = loadEnv(mode, '.', 'WILDTABLE_')['WILDTABLE_SERVER'] ?? 'http://127.0.0.1:8123';
  return {
    plugins: [svelte(), packed],
    // Tests run what a browser runs, not Svelte's server rendering.
    resolve: mode === 'test' ? { conditions: ['browser'] } : {},
    build: {
      outDir: '../src/wildtable/server/static',
      emptyOutDir: true,
      target: 'es2022',
      // The server forbids inline scripts and data: addresses, so everything is a file of its own.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // How long the compiler of Svelte takes is no news.
      rolldownOptions: { checks: { pluginTimings: false } },
    },
    server: {
      proxy: {
        // The host stays as the browser says it, for the server refuses what comes from another site.
        '/api': { target: server },
        '/ws': { target: server, ws: true },
      },
    },
    test: { include: ['tests/**/*.test.ts'], environment: 'node' },
  };
});
