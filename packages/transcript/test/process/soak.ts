/** True in `npm run soak`: the same tests, many more rounds. */
export const isSoak: boolean = process.env.SOAK === '1'

/** True in `npm run check`, which takes seconds. */
export const isQuick: boolean = process.env.QUICK !== undefined && process.env.QUICK !== ''

/** Why tests that start many processes are left out, or null where they are not. */
export const quickReason: string | null = isQuick ? 'npm test runs it, npm run check does not' : null

/** How often to do something: in the tests, and in the soak, where SOAK_ROUNDS says how often at most. */
export function rounds(inTest: number, inSoak: number): number {
  return isSoak ? Math.min(inSoak, MOST_ROUNDS) : inTest
}

const MOST_ROUNDS = Number(process.env.SOAK_ROUNDS || Number.POSITIVE_INFINITY)

/** For a property whose one case takes longer than the moment that `npm run check` gives to all of them. */
export const fewIfQuick: { numRuns?: number; interruptAfterTimeLimit?: number } = isQuick
  ? { numRuns: 2, interruptAfterTimeLimit: 60_000 }
  : {}

/** Time for a test that starts processes, on a machine that does other things as well. */
export const LONG = isSoak ? 3 * 60 * 60_000 : 240_000
