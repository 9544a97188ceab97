import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/test/longest-first.mjs'

/**
 * Tests beside pure code, and those that start programs and servers as strangers do, share their modules: importing them
 * anew for every file took longer than the tests.
 */
const UNITS = [
  ...[
    'contract',
    'core',
    'converters',
    'engine',
    'simulator',
    'transcript',
    'readers',
    'store-nats',
    'store-postgres',
    'search',
    'recall',
    'host',
    'server',
    'web',
    'cli',
  ],
].map(name => `packages/${name}/src/**/*.test.{ts,tsx}`)
const PRODUCT = ['engine', 'simulator', 'search', 'host', 'cli'].map(
  name => `packages/${name}/test/**/*.test.ts`,
)

/** A real browser and a real terminal are drawn in their own time: what fails is tried once more, and `npm test` names it. */
const SCREENS = ['packages/cli/test/{window,terminal}/**/*.test.ts', 'packages/cli/test/seeds/window.test.ts']
const SECOND_TRIES = 1

/** Who sets variables of the process, listens to its signals or measures it. */
const ALONE = [
  'packages/transcript/src/{file/lease,record/flush-on-exit}.test.ts',
  'packages/engine/test/{faults,kill,path-effects,profile-attempts,sandbox-attempts}.test.ts',
  'packages/cli/test/{claude-code,long-line}.test.ts',
  'packages/cli/test/window/live-soak.test.ts',
]

export default defineConfig({
  resolve: { conditions: ['@antiphon/source'] },
  ssr: { resolve: { conditions: ['@antiphon/source'] } },
  test: {
    globalSetup: ['scripts/bundle.mjs', 'scripts/build-page.mjs'],
    setupFiles: ['scripts/properties.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One more than there are cores: tests of processes, servers and pages wait for a third of their time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'units', include: UNITS, exclude: ALONE, isolate: false } },
      {
        extends: true,
        test: { name: 'product', include: PRODUCT, exclude: [...ALONE, ...SCREENS], isolate: false },
      },
      {
        extends: true,
        test: {
          ...{ name: 'screens', include: SCREENS, exclude: ALONE, isolate: false },
          retry: SECOND_TRIES,
        },
      },
      {
        extends: true,
        test: { name: 'page', include: ['packages/web/test/**/*.test.ts'], retry: SECOND_TRIES },
      },
      {
        extends: true,
        // Whoever starts processes, changes disks or listens to signals has a process of its own.
        test: {
          name: 'parts',
          include: [
            'packages/{core,store-nats,store-postgres,transcript}/test/**/*.test.ts',
            ...ALONE,
            'examples/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.{ts,tsx}'],
      exclude: ['**/*.test.{ts,tsx}', '**/testing/**'],
    },
  },
})
