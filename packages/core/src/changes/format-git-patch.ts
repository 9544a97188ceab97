import type { FileChange } from './compute-file-changes.ts'

/** The changes as a patch that `git apply` takes in `folder`; files outside of it are left out. */
export function formatGitPatch(changes: readonly FileChange[], folder: string): string {
  return changes.map(change => formatFile(change, toRelativePath(change.path, folder))).join('')
}

/** A path as it stands below a folder; null for one that stands elsewhere. */
export function toRelativePath(path: string, folder: string): string | null {
  const unified = path.replaceAll('\\', '/')
  const base = `${folder.replaceAll('\\', '/').replace(/\/+$/, '')}/`
  if (unified.startsWith(base)) return unified.slice(base.length)
  return unified.startsWith('/') || /^[A-Za-z]:\//.test(unified) ? null : unified
}

function formatFile({ status, hunks }: FileChange, path: string | null): string {
  if (path === null || (hunks.length === 0 && status === 'changed')) return ''
  const [old, fresh] = [quote(`a/${path}`), quote(`b/${path}`)]
  const head = [`diff --git ${old} ${fresh}`]
  if (status === 'created') head.push('new file mode 100644')
  if (hunks.length > 0) head.push(`--- ${status === 'created' ? '/dev/null' : old}`, `+++ ${fresh}`)
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
