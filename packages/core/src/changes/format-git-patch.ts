import type { PatchHunk } from '../patch/structured-patch.ts'
import type { FileChange } from './compute-file-changes.ts'

/** As much of a change as a patch needs. */
export type PatchedFile = Pick<FileChange, 'path' | 'status'> & {
  readonly hunks: readonly Pick<PatchHunk, 'oldStart' | 'oldLines' | 'newStart' | 'newLines' | 'lines'>[]
}

/** The changes as a patch that `git apply` takes in `folder`; files outside of it are left out. */
export function formatGitPatch(changes: readonly PatchedFile[], folder: string): string {
  return changes.map(change => formatFile(change, toRelativePath(change.path, folder))).join('')
}

/** A path as it stands below a folder; null for one that stands elsewhere. */
export function toRelativePath(path: string, folder: string): string | null {
  const unified = path.replaceAll('\\', '/')
  const base = `${folder.replaceAll('\\', '/').replace(/\/+$/, '')}/`
  if (unified.startsWith(base)) return unified.slice(base.length)
  return unified.startsWith('/') || /^[A-Za-z]:\//.test(unified) ? null : unified
}

function formatFile({ status, hunks }: PatchedFile, path: string | null): string {
  if (path === null || (hunks.length === 0 && status === 'changed')) return ''
  const [old, fresh] = [quote(`a/${path}`), quote(`b/${path}`)]
  const head = [`diff --git ${old} ${fresh}`]
  if (status === 'created') head.push('new file mode 100644')
  if (status === 'deleted') head.push('deleted file mode 100644')
  if (hunks.length > 0)
    head.push(
      `--- ${status === 'created' ? '/dev/null' : old}`,
      `+++ ${status === 'deleted' ? '/dev/null' : fresh}`,
    )
  const body = hunks.flatMap(hunk => [
    `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`,
    ...hunk.lines,
  ])
  return `${[...head, ...body].join('\n')}\n`
}

/** A stretch without lines is named by the line before it. */
function range(start: number, lines: number): string {
  return lines === 0 ? `${start - 1},0` : `${start},${lines}`
}

/** As git quotes a name that holds what would end it. */
function quote(name: string): string {
  if (!NEEDS_QUOTES.test(name)) return name
  return `"${name.replace(QUOTED, sign => ESCAPES[sign] ?? `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`)}"`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a name must not hold bare
const QUOTED = /["\\\u0000-\u001f\u007f]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a name must not hold bare
const NEEDS_QUOTES = /["\\\u0000-\u001f\u007f]/
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
}
