import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { basename, relative, sep } from 'node:path'
import {
  type ArchiveSource,
  type ArchiveSourceFile,
  findAgent,
  type ListedFile,
  listSessionFiles,
  readSessionSummary,
} from '@antiphon/transcript'
import { listBesideFiles } from '../fleet/beside-file.ts'
import type { Wanted } from './wanted-sessions.ts'

/** Sessions that lie as Claude Code and we write them, with all that belongs to each; the newest first. */
export async function* listOwnSources(
  roots: readonly string[],
  { wants }: Wanted,
): AsyncGenerator<ArchiveSource, void, undefined> {
  const { files } = await listSessionFiles(roots, { hasSubagents: true })
  const groups = new Map<string, ListedFile[]>()
  for (const file of files) {
    const name = `${file.root}\0${file.key.project}\0${file.key.session}`
    const group = groups.get(name)
    if (group) group.push(file)
    else groups.set(name, [file])
  }
  for (const group of groups.values()) {
    // The session's own log is first, whatever was written last.
    const [first, ...others] = group.toSorted(
      (one, other) => Number(one.key.subpath !== undefined) - Number(other.key.subpath !== undefined),
    )
    if (!first) continue
    const agent = findAgent({ root: first.root })
    if (!wants.agent(agent)) continue
    const source = await toSource([first, ...others], agent)
    if (source)
      yield {
        ...source,
        async describe() {
          const words = await describe(first)
          return wants.directory(words.cwd) ? words : null
        },
      }
  }
}

type Logs = readonly [ListedFile, ...(readonly ListedFile[])]

async function toSource(logs: Logs, agent: string): Promise<Omit<ArchiveSource, 'describe'> | null> {
  const [{ root, key, path }] = logs
  const { project, session } = key
  const beside = await listBesideFiles(root, { project, session }, Number.POSITIVE_INFINITY)
  const files: readonly ArchiveSourceFile[] = [
    ...logs.toSorted(byPath).map(log => toFile('log', log.path, root)),
    ...beside.toSorted(byPath).map(file => toFile('beside', file.path, root)),
  ].toSorted((one, other) => Number(other.path === path) - Number(one.path === path))
  const stamps = files.map(file => ({ path: file.path, ...stampOf(file.path) }))
  // It is gone.
  if (stamps[0]?.size === undefined) return null
  return {
    ...{ agent, project, session, root, files },
    origin: { path, row: '' },
    stamp: createHash('sha1').update(JSON.stringify(stamps)).digest('hex'),
    modifiedAt: Math.max(...logs.map(({ modifiedAt }) => modifiedAt)),
  }
}

function byPath(one: { readonly path: string }, other: { readonly path: string }): number {
  return one.path < other.path ? -1 : 1
}

/** What a person reads is in their view; files as they were before a change are kept alone. */
function toFile(role: ArchiveSourceFile['role'], path: string, root: string): ArchiveSourceFile {
  const below = relative(root, path)
  return { role, path, view: below.startsWith(`projects${sep}`) ? below.split(sep).join('/') : '' }
}

function stampOf(path: string): { readonly size?: number; readonly at?: number } {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? { size: stats.size, at: stats.mtimeMs } : {}
}

async function describe(file: ListedFile): Promise<{ readonly cwd: string; readonly title: string }> {
  const summary = await readSessionSummary(file)
  if (summary.kind === 'problem') return { cwd: '', title: basename(file.path) }
  return { cwd: summary.cwd ?? '', title: summary.title?.text ?? '' }
}
