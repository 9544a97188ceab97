import { basename } from 'node:path'
import type { PersonItem } from '@antiphon/core'
import { formatGitPatch, toRelativePath } from '@antiphon/core/changes'
import { computeSessionChanges, type SessionChanges, type SessionFile } from '@antiphon/core/turns'
import { createPersonView, type LogPlace, type PersonView } from '@antiphon/core/ui'
import { type Json, toJson } from '../json/json.ts'
import type { FoundLog } from '../logs/find-log.ts'
import { readLogEntries } from '../numbers/read-log-entries.ts'
import type { ChangedFile, ChangesReport, SessionPatch } from '../protocol/changes-protocol.ts'
import { slimEntry } from './slim-entry.ts'

/** What a session and its subagents made of files, as the page asks for it: the list, and each file by itself. */
export type SessionChangesAnswer = {
  readonly report: Json<ChangesReport>
  /** By their paths. */
  readonly files: readonly { readonly path: string; readonly json: Json<SessionFile> }[]
  readonly patch: Json<SessionPatch>
}

export type ReadChangesOptions = { readonly agents: readonly FoundLog[]; readonly signal: AbortSignal }

/** Reads a whole log and those of its subagents. */
export async function readSessionChanges(
  log: FoundLog,
  { agents, signal }: ReadChangesOptions,
): Promise<SessionChangesAnswer> {
  const { view, end } = await readView(log, signal)
  const below = new Map<string, readonly PersonItem[]>()
  for (const agent of agents) {
    const read = await readView(agent, signal)
    below.set(
      toAgentId(agent.path),
      read.view.items().map(({ item }) => item),
    )
  }
  const changes = computeSessionChanges(view.items(), below)
  return {
    report: toJson(toReport(changes, end)),
    files: changes.files.map(file => ({ path: file.path, json: toJson(file) })),
    patch: toJson(toPatch(changes)),
  }
}

type ReadView = { readonly view: PersonView<LogPlace>; readonly end: number }

async function readView({ path }: FoundLog, signal: AbortSignal): Promise<ReadView> {
  const view = createPersonView<LogPlace>()
  let end = 0
  const onBytes = (count: number): void => {
    end += count
  }
  const options = { signal, isWhole: () => true, onBytes }
  for await (const { entry, seq } of readLogEntries(path, options)) {
    const slim = slimEntry(entry)
    if (slim) view.append(slim, { seq })
  }
  return { view, end }
}

function toAgentId(path: string): string {
  return basename(path)
    .replace(/^agent-/, '')
    .replace(/\.jsonl$/, '')
}

function toReport({ files, ...changes }: SessionChanges, end: number): ChangesReport {
  return { end, ...changes, files: files.map(toChangedFile) }
}

function toChangedFile({ name, path, status, added, removed, hunks, calls }: SessionFile): ChangedFile {
  return { name, path, status, added, removed, hunks: hunks.length, calls }
}

function toPatch({ files, folder }: SessionChanges): SessionPatch {
  const isLeft = ({ path, loose }: SessionFile): boolean =>
    loose.length > 0 || folder === null || toRelativePath(path, folder) === null
  return {
    patch: folder === null ? '' : formatGitPatch(files, folder),
    left: files.filter(isLeft).map(({ name }) => name),
  }
}
