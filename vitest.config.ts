import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@antiphon/source'] },
  ssr: { resolve: { conditions: ['@antiphon/source'] } },
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'examples/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['scripts/bundle.mjs'],
    setupFiles: ['scripts/properties.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/testing/**'],
    },
  },
})
