import { isObject } from '@antiphon/contract'

/** What a call changed in a file, as a unified diff; null where it is no edit. */
export function formatDiff(input: unknown, output: unknown): string | null {
  return formatPatch(output) ?? formatReplacements(input)
}

/** The patch that the tool stored beside its result. */
function formatPatch(output: unknown): string | null {
  const hunks: unknown = isObject(output) ? output.structuredPatch : undefined
  if (!Array.isArray(hunks) || hunks.length === 0 || !hunks.every(isHunk)) return null
  return hunks
    .map(({ oldStart, oldLines, newStart, newLines, lines }) =>
      [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines].join('\n'),
    )
    .join('\n')
}

type Hunk = {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: readonly string[]
}

function isHunk(value: unknown): value is Hunk {
  return (
    isObject(value) &&
    [value.oldStart, value.oldLines, value.newStart, value.newLines].every(Number.isSafeInteger) &&
    Array.isArray(value.lines) &&
    value.lines.every(line => typeof line === 'string')
  )
}

function formatReplacements(input: unknown): string | null {
  if (!isObject(input)) return null
  const edits = Array.isArray(input.edits) ? input.edits : [input]
  if (edits.length === 0 || !edits.every(isReplacement)) return null
  return edits
    .flatMap(({ old_string, new_string }) => [...mark('-', old_string), ...mark('+', new_string)])
    .join('\n')
}

type Replacement = { readonly old_string: string; readonly new_string: string }

function isReplacement(value: unknown): value is Replacement {
  return isObject(value) && typeof value.old_string === 'string' && typeof value.new_string === 'string'
}

function mark(sign: string, text: string): readonly string[] {
  return text === '' ? [] : text.split('\n').map(line => sign + line)
}
