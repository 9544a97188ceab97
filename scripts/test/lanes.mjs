// Two runs of vitest at once. What starts programs, servers, browsers and terminals waits for a good part of its time;
// the format, the types and the tests beside the code only compute: they take what the others leave of the processor.
import { availableParallelism } from 'node:os'

/** Every project of vitest.config.ts, in one lane. */
export const LANES = [
  {
    name: 'waiting',
    checks: [],
    projects: ['page', 'parts', 'product', 'screens'],
    workers: availableParallelism() + 2,
    niceness: 0,
  },
  {
    name: 'computing',
    checks: [
      ['biome', ['check', '--error-on-warnings']],
      ['tsc', ['-p', 'tsconfig.tests.json']],
    ],
    projects: ['units'],
    workers: availableParallelism(),
    niceness: 5,
  },
]

/** The same in one run, for a part of the tests. */
export const ONE_LANE = {
  name: 'all',
  checks: LANES.flatMap(lane => lane.checks),
  projects: [],
  workers: null,
  niceness: 0,
}
