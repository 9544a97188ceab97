import { randomUUID } from 'node:crypto'
import { join, relative, resolve } from 'node:path'
import { copyBackups, toBackupFolder } from '@antiphon/engine'
import {
  createFileStore,
  findSessionFiles,
  type SessionKey,
  toProjectKey,
  toSessionKey,
} from '@antiphon/transcript'
import { findStoreUrl } from '../fleet/person-store.ts'
import { findSession } from '../input/find-session.ts'
import { homeOf, type Io } from '../io.ts'
import { findPersonRoots } from '../person/find-person-roots.ts'
import { refuseToGoOn } from '../person/refuse-copy.ts'
import { ProgramError } from '../program-error.ts'
import type { AgentFlags } from './agent-flags.ts'
import { chooseStoredSession } from './choose-stored-session.ts'
import { type ChosenSession, isFork, resumeAt } from './chosen-session.ts'

/** Finds or begins the session that the flags mean; one that goes on is continued in its own place. */
export async function chooseSession(choice: AgentFlags, cwd: string, io: Io): Promise<ChosenSession> {
  checkChoice(choice)
  if (findStoreUrl(io) !== null) return chooseStoredSession(choice, cwd, io)
  const { roots, writeRoot } = await findPersonRoots(io)
  if (choice.resume !== undefined) return open(await findPlace(choice.resume, io), choice)
  const last = choice.continue ? await findLastSession(roots, cwd) : null
  if (last) return open(last, choice)
  if (choice.continue)
    throw new ProgramError(
      'unreadable',
      `There is no session of ${cwd} to continue. Start one without --continue.`,
    )
  if (writeRoot === null)
    throw new ProgramError(
      'wrong-use',
      'There is no home to keep sessions in. Set HOME or CLAUDE_CONFIG_DIR.',
    )
  const root = isDrivenBySdk(io) && !io.env.CLAUDE_CONFIG_DIR ? toClaudeRoot(io, writeRoot) : writeRoot
  const store = createFileStore({ root })
  const key = { project: toProjectKey(cwd), session: choice.sessionId ?? randomUUID() }
  if (choice.sessionId !== undefined && (await isTaken(roots, choice.sessionId)))
    throw new ProgramError(
      'wrong-use',
      `Session ${key.session} exists. Continue it with --resume ${key.session}.`,
    )
  return { store, root, key, resumed: null, isFork: false }
}

/** An id is found under all roots; two sessions with one id could not be told apart. */
async function isTaken(roots: readonly string[], session: string): Promise<boolean> {
  const { files } = await findSessionFiles(roots, session)
  return files.length > 0
}

function checkChoice(flags: AgentFlags): void {
  const { resume, continue: isContinued, sessionId } = flags
  if (sessionId === undefined || isFork(flags) || (resume === undefined && !isContinued)) return
  throw new ProgramError(
    'wrong-use',
    'A session that goes on keeps its id: leave out --session-id, or add --fork-session.',
  )
}

/** The official SDK lists, mirrors and resumes sessions where Claude Code keeps them. */
export function isDrivenBySdk({ env }: Io): boolean {
  return env.CLAUDE_CODE_ENTRYPOINT?.startsWith('sdk-') === true
}

function toClaudeRoot(io: Io, otherwise: string): string {
  const home = homeOf(io)
  return home === undefined ? otherwise : join(home, '.claude')
}

/** Where a session lies, by its name. */
export type SessionPlaceName = { readonly root: string; readonly key: SessionKey }

type Place = SessionPlaceName

async function findPlace(argument: string, io: Io): Promise<Place> {
  const { path, root } = await findSession(argument, io)
  const refusal = refuseToGoOn({ root }, argument, 'antiphon')
  if (refusal !== null) throw new ProgramError('wrong-use', refusal)
  const key = root === null ? null : toSessionKey(relative(resolve(root, 'projects'), resolve(path)))
  if (root === null || !key)
    throw new ProgramError(
      'wrong-use',
      `${path} lies outside the folders of sessions. Copy it into one, or name a session id (see \`antiphon ls\`).`,
    )
  return { root, key }
}

/** The session of a folder that was written last. */
export async function findLastSession(roots: readonly string[], cwd: string): Promise<Place | null> {
  let best: (Place & { readonly modifiedAt: string }) | null = null
  for (const root of roots)
    for await (const { key, modifiedAt } of createFileStore({ root }).list({ project: toProjectKey(cwd) }))
      if (key.subpath === undefined && (!best || modifiedAt > best.modifiedAt))
        best = { root, key, modifiedAt }
  return best
}

async function open({ root, key }: Place, flags: AgentFlags): Promise<ChosenSession> {
  const { sessionId, resumeSessionAt: at } = flags
  const store = createFileStore({ root })
  if (!isFork(flags)) return { store, root, key, resumed: await resumeAt(store, key, at), isFork: false }
  const forked = await store.fork(key, {
    session: sessionId ?? randomUUID(),
    ...(at !== undefined && { at }),
  })
  await copyBackups(toBackupFolder(root, key.session), toBackupFolder(root, forked.key.session))
  return { store, root, key: forked.key, resumed: await resumeAt(store, forked.key, at), isFork: true }
}
