import { randomUUID } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { isObject } from '@antiphon/contract'
import type { Entry } from '@antiphon/core'
import { AGENT_SOURCE, isForeignAgent, isTranscriptEntry } from '@antiphon/core/log'
import {
  type ConversionTarget,
  convertSession,
  createFileStore,
  findAgent,
  type SessionAgent,
  type SessionKey,
  type SessionLoss,
  storeConversion,
  toPathBelow,
  toProjectKey,
} from '@antiphon/transcript'
import type { FoundSession } from '../input/find-session.ts'
import { findSubagentFiles } from '../input/find-subagent-files.ts'
import { STDIN } from '../input/open-input.ts'
import { readSession } from '../input/read-session.ts'
import { homeOf, type Io } from '../io.ts'
import { findPersonRoots } from '../person/find-person-roots.ts'
import { ProgramError } from '../program-error.ts'
import { COMPATIBLE_VERSION, readVersion } from '../version.ts'

export type ConvertStoredOptions = {
  readonly target: ConversionTarget
  /** The folder in which it is gone on with; the session's own unless told. */
  readonly project?: string
  /** A file of its own instead of where the target looks for sessions. */
  readonly out?: string
  /** The new session's id; a new one unless told. */
  readonly sessionId?: string
  /** Only tells what would become of it. */
  readonly isDry?: boolean
  readonly onProgress?: (words: string) => void
}

/** What came of a conversion. */
export type StoredConversion = {
  readonly target: ConversionTarget
  readonly sessionId: string
  /** The new log; null where nothing was written. */
  readonly path: string | null
  /** Where it has to be gone on with. */
  readonly cwd: string
  /** Whether that folder is there. */
  readonly isCwdThere: boolean
  readonly from: { readonly agent: SessionAgent; readonly sessionId: string; readonly path: string }
  readonly messages: number
  readonly subagents: number
  /** The words that go on with it; null for a file that no program looks for. */
  readonly command: readonly string[] | null
  readonly losses: readonly SessionLoss[]
}

/** Makes a session that the target goes on with of any stored one; the original is only read, and nothing is written over. */
export async function convertStoredSession(
  { path, root }: FoundSession,
  options: ConvertStoredOptions,
  io: Io,
): Promise<StoredConversion> {
  const { target, onProgress } = options
  onProgress?.('reading')
  const file = await readSession(path, io)
  const from = readOrigin(file.entries, { path, root })
  const { cwd, isThere } = await findFolder(options.project, file.entries)
  const place = await findPlace(options, cwd, io)
  const sessionId = place.key.session
  const shared = {
    target,
    from: from.sessionId,
    sessionId: options.out === undefined ? sessionId : (options.sessionId ?? randomUUID()),
    cwd,
    version: COMPATIBLE_VERSION,
    origin: { ...from, convertedBy: `antiphon ${readVersion()}` },
  }
  onProgress?.('converting')
  const session = convertSession(file.entries, shared)
  const losses: SessionLoss[] = [
    ...file.damage.map(({ reason, offset }) => toDamageLoss(reason, offset)),
    ...session.losses,
  ]
  const subagents: { readonly agentId: string; readonly entries: readonly Entry[] }[] = []
  for (const below of path === STDIN ? [] : await findSubagentFiles(path)) {
    const { entries, damage } = await readSession(below, io)
    const said = convertSession(entries, shared)
    subagents.push({ agentId: readAgentId(below), entries: said.entries })
    losses.push(...damage.map(({ reason, offset }) => toDamageLoss(reason, offset)), ...said.losses)
  }
  if (io.signal.aborted) throw new ProgramError('interrupted', 'Interrupted.')
  onProgress?.('writing')
  if (options.isDry !== true) await place.store({ entries: session.entries, subagents })
  return {
    target,
    sessionId: shared.sessionId,
    path: options.isDry === true ? null : place.path,
    cwd,
    isCwdThere: isThere,
    from,
    messages: session.entries.filter(isTranscriptEntry).length,
    subagents: subagents.length,
    command: options.out === undefined ? toCommand(target, shared.sessionId) : null,
    losses,
  }
}

/** The words by which the target goes on with a session. */
function toCommand(target: ConversionTarget, sessionId: string): readonly string[] {
  return target === 'claude' ? ['claude', '--resume', sessionId] : ['antiphon', 'chat', '-r', sessionId]
}

function toDamageLoss(reason: string, offset: number): SessionLoss {
  return { rule: 'damaged-line', action: 'dropped', uuid: null, detail: `${reason} at byte ${offset}` }
}

function readAgentId(path: string): string {
  return basename(path)
    .replace(/^agent-/, '')
    .replace(/\.jsonl(?:\.gz)?$/, '')
}

function readOrigin(entries: readonly Entry[], { path, root }: FoundSession): StoredConversion['from'] {
  const source = entries.find(entry => entry.type === AGENT_SOURCE) as
    | Readonly<Record<string, unknown>>
    | undefined
  const first = entries.find(isTranscriptEntry)
  const entrypoint = source?.agent ?? first?.entrypoint
  const known = isForeignAgent(entrypoint) || typeof entrypoint === 'string' ? { entrypoint } : {}
  const sessionId = source?.sessionId ?? first?.sessionId
  return {
    agent: findAgent({ root: root ?? '', ...known }),
    sessionId: typeof sessionId === 'string' ? sessionId : basename(path).replace(/\.jsonl(?:\.gz)?$/, ''),
    path: typeof source?.path === 'string' ? source.path : resolve(path),
  }
}

/** The folder that a person names, or in which the session began. */
async function findFolder(
  named: string | undefined,
  entries: readonly Entry[],
): Promise<{ readonly cwd: string; readonly isThere: boolean }> {
  const asked = named ?? entries.map(readFolder).find(cwd => cwd !== '')
  if (asked === undefined)
    throw new ProgramError(
      'wrong-use',
      'The session does not say in which folder it worked. Name the one to go on in with --project DIR.',
    )
  const real = await realpath(asked).catch(() => null)
  if (real === null && named !== undefined)
    throw new ProgramError('wrong-use', `There is no folder ${named}. Name one that is there with --project.`)
  return { cwd: real ?? asked, isThere: real !== null }
}

function readFolder(entry: Entry): string {
  const cwd: unknown = isObject(entry) ? (entry as Readonly<Record<string, unknown>>).cwd : undefined
  return typeof cwd === 'string' ? cwd : ''
}

type Logs = Parameters<typeof storeConversion>[2]

type Place = {
  readonly key: SessionKey
  readonly path: string
  readonly store: (logs: Logs) => Promise<void>
}

async function findPlace(
  { target, out, sessionId = randomUUID() }: ConvertStoredOptions,
  cwd: string,
  io: Io,
): Promise<Place> {
  if (out !== undefined) return toFilePlace(out)
  const key = { project: toProjectKey(cwd), session: sessionId }
  const root = target === 'claude' ? findClaudeRoot(io) : (await findPersonRoots(io)).writeRoot
  if (root === null)
    throw new ProgramError(
      'wrong-use',
      'There is no home to keep sessions in. Set HOME or CLAUDE_CONFIG_DIR.',
    )
  return toStorePlace(join(root, 'projects'), key)
}

/** Where Claude Code keeps sessions. */
function findClaudeRoot(io: Io): string | null {
  if (io.env.CLAUDE_CONFIG_DIR) return resolve(io.env.CLAUDE_CONFIG_DIR)
  const home = homeOf(io)
  return home === undefined ? null : join(resolve(home), '.claude')
}

function toFilePlace(out: string): Place {
  const path = resolve(out)
  if (!path.endsWith('.jsonl'))
    throw new ProgramError('wrong-use', `${out} is no name of a session: it has to end in .jsonl.`)
  const folder = dirname(path)
  return toStorePlace(dirname(folder), { project: basename(folder), session: basename(path, '.jsonl') })
}

function toStorePlace(projects: string, key: SessionKey): Place {
  return {
    key,
    path: toPathBelow(projects, key),
    async store(logs) {
      const store = createFileStore({ root: projects, projects })
      try {
        await storeConversion(store, key, logs)
      } finally {
        await store.close()
      }
    },
  }
}
