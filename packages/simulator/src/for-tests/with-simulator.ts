import { startTestSimulator, type TestSimulator, type TestSimulatorOptions } from './start-test-simulator.ts'

/** Runs a function with a simulator of its own, which is gone afterwards, whatever happens. */
export async function withSimulator<T>(
  options: TestSimulatorOptions,
  run: (simulator: TestSimulator) => T | Promise<T>,
): Promise<T> {
  const simulator = await startTestSimulator(options)
  try {
    return await run(simulator)
  } finally {
    await simulator.close()
  }
}
