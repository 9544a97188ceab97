import { basename, isAbsolute } from 'node:path'
import type { ProjectFile } from './context-source.ts'
import type { Suggester } from './suggester.ts'

/** The chat's folder, with what lies in it in short. */
export const suggestWorkspace: Suggester = async ({ cwd, listFiles }) => [
  {
    reference: { type: 'WorkspaceReference', displayType: 'TAG' },
    content: `${cwd}\n${formatTree(await listFiles())}`,
    label: basename(cwd) || cwd,
    detail: cwd,
  },
]

/** Folders two deep with the number of files in each, and the files beside them. */
function formatTree(files: readonly Pick<ProjectFile, 'path'>[]): string {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    if (isAbsolute(path)) continue
    const parts = path.split('/')
    const name = parts.length <= DEPTH ? path : `${parts.slice(0, DEPTH).join('/')}/`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const lines = Array.from(counts, ([name, count]) =>
    name.endsWith('/') ? `${name} (${count} file${count === 1 ? '' : 's'})` : name,
  ).toSorted()
  const more = lines.length - MAX_LINES
  return [...lines.slice(0, MAX_LINES), ...(more > 0 ? [`[${more} more]`] : [])].join('\n')
}

const DEPTH = 2
const MAX_LINES = 200
