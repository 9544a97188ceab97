import { type DiscoveryProblem, toDiscoveryProblem } from './discovery-problem.ts'
import { type OpenFile, openFile } from './open-file.ts'
import { DEFAULT_SUMMARY_LIMITS, type FileEnds, readEnds, type SummaryLimits } from './read-ends.ts'
import type { SessionFile } from './session-file.ts'
import type { SessionSummary, SessionTitle } from './session-summary.ts'

export type ReadSummaryOptions = {
  /** Logs of subagents that belong to the session. */
  readonly subagents?: number
  readonly limits?: SummaryLimits
}

/** Reads what a list shows of a session; what cannot be read is told, and not thrown. */
export async function readSessionSummary(
  file: SessionFile,
  { subagents = 0, limits = DEFAULT_SUMMARY_LIMITS }: ReadSummaryOptions = {},
): Promise<SessionSummary | DiscoveryProblem> {
  let opened: OpenFile | undefined
  try {
    opened = await openFile(file.path)
    const { size, modifiedAt } = opened
    const ends = await readEnds(opened, { file, size, limits })
    return { ...toSummary(file, ends), size, modifiedAt: modifiedAt.toISOString(), subagents }
  } catch (error) {
    return toDiscoveryProblem(error, file.path)
  } finally {
    opened?.close()
  }
}

function toSummary(
  { kind, key, path, root }: SessionFile,
  { isWhole, head, tail, messages, damage, ...records }: FileEnds,
): Omit<SessionSummary, 'size' | 'modifiedAt' | 'subagents'> {
  const isSidechain = !head.hasMain && !tail.hasMain && (head.hasSide || tail.hasSide)
  // In the middle of a file that was not read there may still be a person.
  const isTask = isSidechain && isWhole
  const firstPrompt = head.prompt ?? (isTask ? head.task : undefined)
  const facts = {
    title: records.title ?? nameless(firstPrompt ?? (isSidechain ? head.task : undefined), head.command),
    firstPrompt,
    lastPrompt: tail.prompt ?? (isTask ? tail.task : undefined),
    startedAt: head.startedAt,
    endedAt: tail.endedAt,
    cwd: records.relocatedCwd ?? head.cwd,
    gitBranch: tail.gitBranch,
    version: tail.version,
    model: tail.model ?? (isTask ? tail.sideModel : undefined),
  }
  const session = kind === 'subagent' && key.subpath === undefined ? head.sessionId : undefined
  return {
    kind,
    key,
    path,
    root,
    isWhole,
    session: session ?? key.session,
    ...withoutUndefined(facts),
    messages,
    isSidechain,
    damage,
  }
}

function nameless(prompt: string | undefined, command: string | undefined): SessionTitle | undefined {
  if (prompt !== undefined) return { text: prompt, source: 'prompt' }
  return command === undefined ? undefined : { text: command, source: 'command' }
}

function withoutUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // What is left holds no undefined; the type of `fromEntries` does not say so.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
