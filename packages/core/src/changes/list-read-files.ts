import { readString } from '../message/read-field.ts'
import type { PersonItem } from '../ui/person-item.ts'
import { toAbsolutePath } from './to-absolute-path.ts'

/** The files that calls of a session read, subagents' calls included, each once and in the order of their first reading. */
export function listReadFiles(items: readonly PersonItem[]): readonly string[] {
  const paths = new Set<string>()
  collect(items, paths)
  return [...paths]
}

// The view bounds how deep subagents nest, and with it this recursion.
function collect(items: readonly PersonItem[], paths: Set<string>): void {
  for (const item of items) {
    if (item.kind !== 'tool' || item.isRetracted) continue
    const { name, input, status, call, children } = item.story
    const path = READERS.has(name) && status === 'done' ? readPath(input) : undefined
    if (path !== undefined) paths.add(toAbsolutePath(path, readString(call, 'cwd') ?? ''))
    collect(children, paths)
  }
}

const READERS: ReadonlySet<string> = new Set(['Read', 'NotebookRead', 'read_file'])

function readPath(input: unknown): string | undefined {
  return readString(input, 'file_path', 'notebook_path', 'path')
}
