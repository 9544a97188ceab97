import { realpath, stat } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import {
  createReadFilter,
  decidePermission,
  listProjectFiles,
  openRegularFile,
  readFully,
} from '@antiphon/engine'
import type { HeadlessSession } from '../headless-session.ts'
import { type Control, readText } from './control.ts'
import { scorePath } from './score-path.ts'

/** The beginning of a file, as far as the agent's own Read could see it without asking. */
export const readFileControl: Control = async (session, request) => {
  const path = resolve(session.agent.cwd, readText(request, 'path'))
  checkMayRead(session, path)
  const opened = await openRegularFile(path)
  if ('refusal' in opened) throw new Error(opened.refusal)
  try {
    const limit = toLimit(request.max_bytes)
    // A byte more tells whether there is more, also of a file that says it has none.
    const bytes = await readFully(opened.handle, Buffer.alloc(limit + 1), 0)
    const shown = bytes.subarray(0, limit)
    return {
      ...(request.encoding === 'base64' ? { ...inBase64(shown) } : inText(shown)),
      absPath: path,
      ...(bytes.length > limit && { truncated: true }),
    }
  } finally {
    await opened.handle.close()
  }
}

/** Throws where the agent itself would have to ask, or must not look. */
function checkMayRead({ agent }: HeadlessSession, path: string): void {
  const request = {
    toolName: 'Read',
    input: { file_path: path },
    access: { kind: 'read', paths: [path] },
    isReadOnly: true,
  } as const
  const decision = decidePermission(request, agent.engine.permissions())
  if (decision.behavior !== 'allow') throw new Error(`${path} may not be read here: ${decision.reason}`)
}

const MAX_BYTES = 1024 * 1024
const LARGEST_BYTES = 16 * 1024 * 1024

function toLimit(wished: unknown): number {
  if (wished === undefined || wished === null) return MAX_BYTES
  if (typeof wished === 'number' && Number.isInteger(wished) && wished > 0)
    return Math.min(wished, LARGEST_BYTES)
  throw new Error('read_file needs max_bytes, a positive whole number')
}

function inBase64(bytes: Buffer): JsonObject {
  return { contents: bytes.toString('base64'), encoding: 'base64' }
}

function inText(bytes: Buffer): JsonObject {
  const contents = bytes.toString('utf8')
  return { contents, lossy: !Buffer.from(contents, 'utf8').equals(bytes) }
}

/** Lets the agent change a file that its host has seen it read, if the file is still the same. */
export const seedReadState: Control = async (session, request) => {
  const { agent } = session
  const path = resolve(agent.cwd, readText(request, 'path'))
  const { mtime } = request
  if (typeof mtime !== 'number') throw new Error('seed_read_state needs mtime, milliseconds since 1970')
  checkMayRead(session, path)
  const reason = await agent.engine.noteRead({ path, modifiedAt: mtime })
  return reason === null ? { seeded: true } : { seeded: false, reason }
}

/** Gives the files the state back that they had at a prompt; what cannot be is told in the answer. */
export const rewindFiles: Control = async ({ agent }, request) => {
  const result = await agent.engine.rewindFiles(readText(request, 'user_message_id'), {
    dryRun: request.dry_run === true,
  })
  // A result is JSON.
  return result as unknown as JsonObject
}

/** Another folder to work in; it must lie below one that the session was started with. */
export const registerRepoRoot: Control = async (session, request) => {
  const { agent } = session
  const directory = await findFolder(resolve(agent.cwd, readText(request, 'directory')))
  await checkPlace(session, directory)
  agent.engine.updatePermissions([
    { type: 'addDirectories', directories: [directory], destination: 'session' },
  ])
  if (request.reload_skills === true) await agent.skills.refresh()
  const ignored = {
    ...(request.reload_claude_md === true && {
      reload_claude_md: 'instructions of a folder are told when the agent first works in it',
    }),
    ...(request.reload_plugins === true && { reload_plugins: 'there are no plugins here' }),
  }
  return { directory, ignored }
}

async function findFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  if (!found?.isDirectory()) throw new Error(`${path} is no folder`)
  return realpath(path)
}

async function checkPlace({ agent }: HeadlessSession, directory: string): Promise<void> {
  const { cwd, additionalDirectories } = agent
  const known = await Promise.all([cwd, ...agent.engine.permissions().additionalDirectories].map(toReal))
  if (known.includes(directory)) throw new Error(`${directory} is registered already`)
  const roots = await Promise.all([cwd, ...additionalDirectories].map(toReal))
  if (!roots.some(root => isBelow(directory, root)))
    throw new Error(`${directory} lies neither below ${cwd} nor below a folder of --add-dir`)
}

function toReal(path: string): Promise<string> {
  return realpath(path).catch(() => path)
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(root, way) === path
}

/** Files of the project that a person may mean by what they have typed so far, the best first; never what is ignored or forbidden. */
export const fileSuggestions: Control = async ({ agent }, { query }, signal) => {
  if (typeof query !== 'string') throw new Error('file_suggestions needs query, a text')
  const typed = query.slice(0, MAX_QUERY_UNITS).replace(/^\.\//, '')
  const files = await listProjectFiles({
    root: agent.cwd,
    mayRead: createReadFilter('Read', agent.engine.permissions()),
    maxFiles: MAX_FILES,
    signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_MILLISECONDS)]),
  })
  const found = withFolders(files).flatMap(path => {
    const score = scorePath(path, typed)
    return score === null ? [] : [{ path, score }]
  })
  found.sort((one, other) => other.score - one.score || (one.path < other.path ? -1 : 1))
  return { suggestions: found.slice(0, MAX_SUGGESTIONS).map(({ path }) => ({ path })) }
}

const MAX_FILES = 50_000
const MAX_MILLISECONDS = 5_000
const MAX_SUGGESTIONS = 15
const MAX_QUERY_UNITS = 500

/** Folders can be meant as well; they end in a slash. */
function withFolders(files: readonly string[]): readonly string[] {
  const folders = new Set<string>()
  for (const file of files)
    for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
      const folder = file.slice(0, at + 1)
      if (folders.has(folder)) break
      folders.add(folder)
    }
  return [...folders, ...files]
}
