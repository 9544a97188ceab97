import { resolve } from 'node:path'
import {
  type AccessPerson,
  type AccessRole,
  createAccessToken,
  findConfigFolder,
  hashAccessToken,
  homeOf,
  type Io,
  isPersonName,
  keepAccessPerson,
  noteAtTerminal,
  ProgramError,
  readAccessList,
  toAccessPath,
} from '@antiphon/host'

/** Whom a person lets in, as the flags of `antiphon access add` say it. */
export type AccessWish = {
  readonly name: string
  readonly role: AccessRole
  /** Milliseconds; null for never. */
  readonly lastsMs: number | null
  readonly projects: readonly string[] | null
  readonly hasToken: boolean
}

/** Somebody new, with the token that is shown this once; null where a proxy names them. */
export type AddedPerson = { readonly person: AccessPerson; readonly token: string | null }

/** Lets somebody in, under a name that nobody has who is let in. */
export async function addAccess(wish: AccessWish, io: Io): Promise<AddedPerson> {
  const { name, role, lastsMs, hasToken } = wish
  const folder = findAccessFolder(io)
  if (!isPersonName(name))
    throw new ProgramError('wrong-use', 'A name is one line of at most 40 characters that can be seen.')
  const known = (await listAccess(io)).find(person => person.name === name)
  if (known && known.revokedAt === null)
    throw new ProgramError(
      'wrong-use',
      `${name} has access already. \`antiphon access revoke ${name}\` takes it back; then it can be given anew.`,
    )
  const token = hasToken ? createAccessToken() : null
  const now = Date.now()
  const person: AccessPerson = {
    ...{ name, role, projects: wish.projects?.map(path => resolve(path)) ?? null },
    tokenHash: token === null ? null : hashAccessToken(token),
    createdAt: new Date(now).toISOString(),
    expiresAt: lastsMs === null ? null : new Date(now + lastsMs).toISOString(),
    revokedAt: null,
  }
  await note(folder, `add ${name} as ${role}${person.projects ? ` in ${person.projects.join(' ')}` : ''}`)
  await keep(folder, person)
  return { person, token }
}

/** Takes somebody's access back; a server that runs lets them in no more. */
export async function revokeAccess(name: string, io: Io): Promise<AccessPerson> {
  const folder = findAccessFolder(io)
  const known = (await listAccess(io)).find(person => person.name === name)
  if (!known)
    throw new ProgramError(
      'wrong-use',
      `Nobody is called ${name}. \`antiphon access list\` names those who are let in.`,
    )
  if (known.revokedAt !== null) return known
  const person = { ...known, revokedAt: new Date().toISOString() }
  await note(folder, `revoke ${name}`)
  await keep(folder, person)
  return person
}

/** Everybody who is or was let in, by name. */
export async function listAccess(io: Io): Promise<readonly AccessPerson[]> {
  const folder = findAccessFolder(io)
  const { people, problem } = await readAccessList(folder)
  if (problem !== null) throw new ProgramError('unreadable', `${toAccessPath(folder)} ${problem}.`)
  return people.toSorted((one, other) => one.name.localeCompare(other.name))
}

/** Where people and the audit log are kept. */
export function findAccessFolder(io: Io): string {
  const folder = findConfigFolder(io.env, homeOf(io))
  if (folder !== null) return folder
  throw new ProgramError('wrong-use', 'There is no home to keep access in. Set HOME or ANTIPHON_CONFIG_DIR.')
}

async function keep(folder: string, person: AccessPerson): Promise<void> {
  const problem = await keepAccessPerson(folder, person)
  if (problem !== null) throw new ProgramError('unwritable', `${toAccessPath(folder)} ${problem}.`)
}

async function note(folder: string, detail: string): Promise<void> {
  try {
    await noteAtTerminal(folder, { what: 'access', session: null, detail })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ProgramError(
      'unwritable',
      `The audit log could not be written, so nothing was done. ${reason}`,
      {
        cause,
      },
    )
  }
}
