import { basename, dirname, join } from 'node:path'
import type { ListedFile } from '@antiphon/transcript'
import type { FilePlace } from './usage-book.ts'

export type FolderFile = { readonly path: string; readonly place: FilePlace }

/** Files with where they belong by their names, the files of a folder one behind the other. */
export function placeFiles(files: readonly ListedFile[]): readonly FolderFile[] {
  const groups = new Map<string, FolderFile[]>()
  for (const file of files) {
    const folder = join(file.root, 'projects', file.key.project)
    const found = { path: file.path, place: toPlace(file, folder) }
    const group = groups.get(folder)
    if (group) group.push(found)
    else groups.set(folder, [found])
  }
  return [...groups.values()].flat()
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
