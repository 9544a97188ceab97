import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** The page as files with hashes in their names; nothing inline, since the server's policy forbids it. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { conditions: ['@antiphon/source', 'module', 'browser', 'import', 'default'] },
  css: { modules: { generateScopedName: nameInPage } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    reportCompressedSize: false,
  },
})

/** A class of a part as the page has it: `.mark` of timeline.module.css is `timeline-mark`, `.timeline` is itself. */
function nameInPage(name: string, file: string): string {
  const part = basename(file).replace(/\.module\.css.*$/, '')
  return name === part ? name : `${part}-${name}`
}
