import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'examples/**/*.test.ts', 'scripts/**/*.test.ts'],
    setupFiles: ['scripts/properties.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two packages behind the MCP SDK have a `source` of their own, which Node alone cannot load.
    server: { deps: { inline: [/@modelcontextprotocol/, /eventsource/] } },
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/testing/**'],
    },
  },
})
