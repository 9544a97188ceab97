import type { Io } from '../io.ts'

/** The person's home, as the environment names it. */
export function homeOf({ env }: Pick<Io, 'env'>): string | undefined {
  return env.HOME || env.USERPROFILE || undefined
}
