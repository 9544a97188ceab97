import { basename, dirname, join } from 'node:path'
import type { ListedFile } from '@antiphon/transcript'
import type { FilePlace } from './usage-book.ts'

export type FolderFile = { readonly path: string; readonly place: FilePlace }

/** The files of each project's folder: its sessions and, at any depth, their subagents. */
export function groupByFolder(files: readonly ListedFile[]): ReadonlyMap<string, readonly FolderFile[]> {
  const groups = new Map<string, FolderFile[]>()
  for (const file of files) {
    const folder = join(file.root, 'projects', file.key.project)
    const found = { path: file.path, place: toPlace(file, folder) }
    const group = groups.get(folder)
    if (group) group.push(found)
    else groups.set(folder, [found])
  }
  return groups
}

function toPlace({ path, kind, key }: ListedFile, folder: string): FilePlace {
  const isSubagent = kind === 'subagent'
  return {
    folder,
    session: key.session,
    agent: isSubagent ? basename(path, '.jsonl').replace(/^agent-/, '') : null,
    isStray: isSubagent && dirname(path) === folder,
  }
}
