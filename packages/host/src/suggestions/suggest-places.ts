import type { ContextSuggestion } from '@antiphon/core/chat'
import type { ProjectFile } from './context-source.ts'
import { rank } from './rank.ts'
import type { Suggester } from './suggester.ts'

/** Files by their paths. */
export const suggestFiles: Suggester = async ({ listFiles }, query, limit) =>
  rank(await listFiles(), { nameOf: ({ path }) => path, query: trimPath(query), limit }).map(toFile)

/** Folders by their paths, with the number of files below them. */
export const suggestFolders: Suggester = async ({ listFiles }, query, limit) =>
  rank(countFiles(await listFiles()), { nameOf: ([path]) => path, query: trimPath(query), limit }).map(
    toFolder,
  )

function toFile({ path, fullPath }: ProjectFile): ContextSuggestion {
  const { name, folder } = split(path)
  return {
    reference: { type: 'FileReference', path, fullPath, displayType: 'TAG' },
    content: null,
    label: name,
    detail: folder,
  }
}

function toFolder([path, fileCount]: readonly [string, number]): ContextSuggestion {
  const { name, folder } = split(path)
  return {
    reference: { type: 'FolderReference', path, fileCount, displayType: 'TAG' },
    content: null,
    label: `${name}/`,
    detail: folder,
  }
}

function split(path: string): { readonly name: string; readonly folder: string | null } {
  const at = path.lastIndexOf('/')
  return { name: path.slice(at + 1), folder: at > 0 ? path.slice(0, at) : null }
}

function countFiles(files: readonly ProjectFile[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { path } of files)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
  return counts
}

function trimPath(query: string): string {
  return query.replace(/^\.\//, '').replace(/\/$/, '')
}
