import { join, relative, resolve } from 'node:path'
import {
  findConfigFolder,
  findSession,
  homeOf,
  type Io,
  inputName,
  ProgramError,
  type Refused,
  type SessionPlace,
} from '@antiphon/host'
import { toSessionKey } from '@antiphon/transcript'

/** A session that a person does something with as a whole. */
export type OrganisedSession = SessionPlace & {
  /** Where the person's marks are kept. */
  readonly configFolder: string | null
}

/** The session that an argument names; only one that lies where sessions are kept can be organised. */
export async function findOrganised(argument: string, io: Io): Promise<OrganisedSession> {
  const { path, root } = await findSession(argument, io)
  const key = root === null ? null : toSessionKey(relative(join(root, 'projects'), resolve(path)))
  if (root === null || !key || key.subpath !== undefined)
    throw new ProgramError('wrong-use', `${inputName(path)} is no session of the list. See \`antiphon ls\`.`)
  return { root, key, configFolder: findConfigFolder(io.env, homeOf(io)) }
}

/** What was done, or an end of the program that says why not. */
export function orRefuse<T extends object>(outcome: T | Refused): T {
  if ('refusal' in outcome) throw new ProgramError('unwritable', outcome.refusal)
  return outcome
}
