import { stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { formatAge, oneLine, stripControl } from '@antiphon/core/ui'
import {
  findLastTime,
  findSessionFiles,
  type Roots,
  readSessionSummary,
  type SessionFile,
  sessionIdOf,
  toLogPath,
} from '@antiphon/transcript'
import { findReadingRoots } from '../agents/find-reading-roots.ts'
import { findStoreUrl, withPersonStore } from '../fleet/person-store.ts'
import { findStoredSession, refreshFrom } from '../fleet/replica.ts'
import type { Io } from '../io.ts'
import { ProgramError } from '../program-error.ts'
import { inputName, STDIN } from './open-input.ts'

const MAX_SHOWN = 10

const MAX_TITLE = 50

const MAX_PATH = 500

/** What commands say of the argument that `findSession` takes. */
export const SESSION_ARGUMENT =
  'a session id or its beginning (see `antiphon ls`), a .jsonl or .jsonl.gz file, or - for standard input'

/** Where a session lies. */
export type FoundSession = {
  readonly path: string
  /** The folder that holds its `projects`; null for standard input and for a file elsewhere. */
  readonly root: string | null
}

/**
 * The file that a person means: a path, a session id, or the beginning of one that only one session of the roots has.
 * Throws a `ProgramError` that says what was looked for and where.
 */
export async function findSession(argument: string, io: Io): Promise<FoundSession> {
  if (argument === STDIN) return { path: argument, root: null }
  const atPath = await stat(argument).catch(() => null)
  if (findStoreUrl(io) !== null && !atPath && looksLikeId(argument)) return findInStore(argument, io)
  const place = await findReadingRoots(io)
  // A session's folder has the same name as the session: where both are here, the session is meant.
  if (atPath && !atPath.isDirectory()) return { path: argument, root: rootOf(argument, place.roots) }
  const found = looksLikeId(argument) ? await findSessionFiles(place.roots, argument) : null
  if (io.signal.aborted) throw new ProgramError('interrupted', 'Interrupted.')
  const [file, ...others] = preferAsked(found?.files ?? [], io)
  if (file && others.length === 0) return { path: file.path, root: file.root }
  if (file)
    throw new ProgramError('wrong-use', await formatCandidates(argument, [file, ...others], Date.now()))
  // What is no session is still a folder: the reader says so.
  if (atPath) return { path: argument, root: rootOf(argument, place.roots) }
  throw new ProgramError('unreadable', explainNothing(argument, place))
}

/** A session of the store, as a file of its copy. */
async function findInStore(beginning: string, io: Io): Promise<FoundSession> {
  return withPersonStore(io, async store => {
    const key = await findStoredSession(store, beginning)
    const { root } = await refreshFrom(store, io, { filter: { project: key.project, session: key.session } })
    return { path: toLogPath(root, key), root }
  })
}

const MIN_PREFIX = 4
const FILE_NAME = /[/\\]|\.jsonl(?:\.gz)?$/

function looksLikeId(argument: string): boolean {
  return argument.length >= MIN_PREFIX && !FILE_NAME.test(argument)
}

function rootOf(path: string, roots: readonly string[]): string | null {
  const whole = resolve(path)
  return roots.find(root => whole.startsWith(`${root}${sep}projects${sep}`)) ?? null
}

function explainNothing(argument: string, { searched }: Roots): string {
  const name = inputName(argument)
  if (FILE_NAME.test(argument))
    return `${name} does not exist. Check the path; \`antiphon ls\` lists the sessions.`
  if (argument.length < MIN_PREFIX)
    return `${name} does not exist, and is too short for a session id: give at least ${MIN_PREFIX} characters. \`antiphon ls\` lists the sessions.`
  const places = searched.map(path => stripControl(path)).join(', ') || 'no place, since HOME is not set'
  return `${name} is neither a file nor the beginning of a session id. Looked in ${places}. \`antiphon ls\` lists the sessions.`
}

/** Whoever names a folder by `CLAUDE_CONFIG_DIR` means the session there, also where another root has one of that name. */
function preferAsked<T extends { readonly root: string }>(files: readonly T[], { env }: Io): readonly T[] {
  const asked = env.CLAUDE_CONFIG_DIR ? resolve(env.CLAUDE_CONFIG_DIR) : null
  const inside = files.filter(({ root }) => root === asked)
  return inside.length === 1 ? inside : files
}

/** Says which sessions a name could mean, with title and age, so that a person can choose. */
async function formatCandidates(name: string, files: readonly SessionFile[], now: number): Promise<string> {
  const isSameId = new Set(files.map(sessionIdOf)).size < files.length
  const lines: string[] = []
  for (const file of files.slice(0, MAX_SHOWN)) {
    const summary = await readSessionSummary(file)
    const id = isSameId ? file.path : sessionIdOf(file)
    const rest =
      summary.kind === 'problem'
        ? summary.reason
        : `${formatAge(Date.parse(findLastTime(summary)), now)}  ${oneLine(summary.title?.text ?? '', MAX_TITLE)}`
    lines.push(`  ${oneLine(id, MAX_PATH)}  ${rest}`.trimEnd())
  }
  if (files.length > MAX_SHOWN) lines.push(`  … and ${files.length - MAX_SHOWN} more`)
  const advice = isSameId ? 'Give the path of one' : 'Give more of the id'
  return `${oneLine(name)} could be ${files.length} sessions. ${advice}:\n${lines.join('\n')}`
}
