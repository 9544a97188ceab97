import type { Io } from '../io.ts'

/** The person's home, as the environment names it. */
export function homeOf({ env }: Io): string | undefined {
  return env.HOME || env.USERPROFILE || undefined
}
