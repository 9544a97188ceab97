import { dirname, join, sep } from 'node:path'
import type { SearchDocument } from '../document/read-document.ts'
import type { SourceFile } from '../sources/list-sources.ts'

type GroupedFile = Pick<SourceFile, 'path' | 'session' | 'agent'>

/** The log of the session that a line belongs to, which for a subagent's is its caller's: one path for each session. */
export function sessionPathOf(file: GroupedFile, { session }: Pick<SearchDocument, 'session'>): string {
  if (file.agent === undefined) return file.path
  const at = file.path.lastIndexOf(`${sep}${file.session}${sep}`)
  if (at !== -1) return join(file.path.slice(0, at), `${file.session}.jsonl`)
  // A subagent's log beside the sessions: its lines name their caller, if they name a file at all.
  return /[/\\]|^\.*$/.test(session) ? file.path : join(dirname(file.path), `${session}.jsonl`)
}

/** True where a file may hold lines of the session with this log. */
export function mayBelongTo(file: GroupedFile, sessionPath: string): boolean {
  if (file.agent === undefined) return file.path === sessionPath
  const folder = sessionPath.slice(0, -'.jsonl'.length)
  return (
    file.path === sessionPath ||
    file.path.startsWith(`${folder}${sep}`) ||
    dirname(file.path) === dirname(folder)
  )
}
