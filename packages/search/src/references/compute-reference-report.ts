import { assertNever } from '@antiphon/contract'
import type { ContextReference } from '@antiphon/core'
import { CONTEXT_NAMES } from '@antiphon/core/message'

/** A prompt to which something was attached. */
export type AttachedPrompt = {
  /** A prompt that several logs hold, as forks do, counts once. */
  readonly uuid?: string
  readonly session: string
  readonly project: string
  /** Milliseconds of the epoch; 0 where nothing tells it. */
  readonly time: number
  readonly references: readonly ContextReference[]
}

/** What was attached, and how often. */
export type ReferenceReport = {
  readonly total: ReferenceCount & { readonly references: number }
  /** By kind, the most frequent first. */
  readonly kinds: readonly (ReferenceCount & { readonly kind: string; readonly references: number })[]
  /** By what was attached, the most frequent first. */
  readonly rows: readonly ReferenceRow[]
}

export type ReferenceCount = {
  readonly times: number
  readonly prompts: number
  readonly sessions: number
  /** Milliseconds of the epoch; 0 where nothing tells it. */
  readonly last: number
}

export type ReferenceRow = ReferenceCount & {
  readonly type: ContextReference['type']
  readonly kind: string
  readonly label: string
}

/** Counts what people attached to prompts: in all, by kind, and by what it was. */
export function computeReferenceReport(prompts: Iterable<AttachedPrompt>): ReferenceReport {
  const total = createTally()
  const kinds = new Map<ContextReference['type'], Tally & { readonly keys: Set<string> }>()
  const things = new Map<
    string,
    Tally & { readonly type: ContextReference['type']; readonly label: string }
  >()
  const seen = new Set<string>()
  let number = 0
  for (const prompt of prompts) {
    const { uuid, project } = prompt
    if (uuid !== undefined && seen.has(uuid)) continue
    if (uuid !== undefined) seen.add(uuid)
    number++
    for (const reference of prompt.references) {
      const { type } = reference
      const { key, label } = identifyReference(reference, project)
      const kind = kinds.get(type) ?? { ...createTally(), keys: new Set() }
      const thing = things.get(key) ?? { ...createTally(), type, label }
      kinds.set(type, kind)
      things.set(key, thing)
      kind.keys.add(key)
      for (const tally of [total, kind, thing]) count(tally, prompt, number)
    }
  }
  return {
    total: { ...toCount(total), references: things.size },
    kinds: Array.from(kinds, ([type, tally]) => ({
      kind: CONTEXT_NAMES[type],
      ...toCount(tally),
      references: tally.keys.size,
    })).sort(mostFirst),
    rows: Array.from(things.values(), tally => ({
      ...{ type: tally.type, kind: CONTEXT_NAMES[tally.type], label: tally.label },
      ...toCount(tally),
    })).sort(mostFirst),
  }
}

type Tally = {
  times: number
  prompts: number
  lastPrompt: number
  last: number
  readonly sessions: Set<string>
}

function createTally(): Tally {
  return { times: 0, prompts: 0, lastPrompt: 0, last: 0, sessions: new Set() }
}

function count(tally: Tally, { session, time }: AttachedPrompt, prompt: number): void {
  tally.times++
  if (tally.lastPrompt !== prompt) tally.prompts++
  tally.lastPrompt = prompt
  tally.last = Math.max(tally.last, time)
  tally.sessions.add(session)
}

function toCount({ times, prompts, sessions, last }: Tally): ReferenceCount {
  return { times, prompts, sessions: sessions.size, last }
}

function mostFirst(one: ReferenceCount, other: ReferenceCount): number {
  return other.times - one.times || other.last - one.last
}

/** What a reference means, so that the same thing counts as the same however it was named. */
type ReferenceIdentity = {
  readonly key: string
  /** What a person would call it; empty where its kind says all. */
  readonly label: string
}

/** `project` is the directory that was worked in: paths that say no more are below it. */
function identifyReference(reference: ContextReference, project: string): ReferenceIdentity {
  switch (reference.type) {
    case 'FileReference':
      return name(reference, reference.fullPath ?? below(project, reference.path), reference.path)
    case 'FolderReference':
      return name(reference, below(project, reference.path), reference.path)
    case 'SymbolReference': {
      const place = `${below(project, reference.file)}#${reference.name}`
      return name(reference, place, `${reference.name} (${reference.file})`)
    }
    case 'WebReference':
      return name(reference, reference.url, reference.url)
    case 'GitReference':
      return name(reference, reference.gitType, reference.gitType)
    // What was printed, reported or selected differs each time: only how often counts.
    case 'TerminalReference':
    case 'ProblemsReference':
    case 'SelectionReference':
      return name(reference, '', '')
    case 'WorkspaceReference':
      return name(reference, project, project)
    default:
      return assertNever(reference)
  }
}

function name({ type }: ContextReference, what: string, label: string): ReferenceIdentity {
  return { key: `${type}\n${what}`, label }
}

function below(project: string, path: string): string {
  return project === '' || ABSOLUTE.test(path) ? path : `${project.replace(/[/\\]$/, '')}/${path}`
}

const ABSOLUTE = /^(?:[/\\]|[a-z]:[/\\])/i
