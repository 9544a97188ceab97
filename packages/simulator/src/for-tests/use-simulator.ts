import { startTestSimulator, type TestSimulator, type TestSimulatorOptions } from './start-test-simulator.ts'

/** What is asked of a test runner; vitest, jest and node:test have both. */
export interface RunnerHooks {
  beforeEach(start: () => Promise<void>): unknown
  afterEach(stop: () => Promise<void>): unknown
}

/**
 * A fresh simulator for each test of the file or block: `const simulator = useSimulator({}, { beforeEach, afterEach })`.
 * Its address is another in each test, so read it there.
 */
export function useSimulator(options: TestSimulatorOptions, hooks: RunnerHooks): TestSimulator {
  let current: TestSimulator | undefined
  hooks.beforeEach(async () => {
    current = await startTestSimulator(options)
  })
  hooks.afterEach(async () => {
    await current?.close()
    current = undefined
  })
  const running = (): TestSimulator => {
    if (current) return current
    throw new Error('the simulator runs only inside a test: read its url there, not while tests are declared')
  }
  return {
    get url() {
      return running().url
    },
    get port() {
      return running().port
    },
    get clock() {
      return running().clock
    },
    get faults() {
      return running().faults
    },
    get log() {
      return running().log
    },
    get script() {
      return running().script
    },
    say: (...replies) => running().say(...replies),
    close: () => running().close(),
  }
}
