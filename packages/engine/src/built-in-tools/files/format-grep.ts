import type { JsonObject } from '@antiphon/contract'
import type { GrepFile, GrepLine } from './grep-query.ts'

/** Which part of the output is wanted: lines or files, after the first `offset`. */
export type GrepPage = { readonly limit: number; readonly offset: number }

export type FormattedGrep = { readonly content: string; readonly data: JsonObject }

/** The lines of a content search as ripgrep prints them; a blank stands for no path before them. */
export function formatContentLines(
  file: GrepFile,
  { path, hasNumbers, hasContext }: { path: string; hasNumbers: boolean; hasContext: boolean },
): readonly string[] {
  const output: string[] = []
  let last: GrepLine | undefined
  for (const line of file.lines) {
    if (hasContext && last !== undefined && line.number > last.number + 1) output.push('--')
    const sign = line.isMatch ? ':' : '-'
    output.push(
      `${path === '' ? '' : path + sign}${hasNumbers ? `${line.number}${sign}` : ''}${cutLine(line.text)}`,
    )
    last = line
  }
  return output
}

/** The page of a content search. */
export function formatContent(lines: readonly string[], page: GrepPage): FormattedGrep {
  const { shown, notice, applied } = paginate(lines, page)
  const content = shown.join('\n')
  return {
    content: shown.length === 0 ? nothing('No matches found', page) : content + notice,
    data: { mode: 'content', numFiles: 0, filenames: [], content, numLines: shown.length, ...applied },
  }
}

/** The page of a search for files. */
export function formatFiles(paths: readonly string[], page: GrepPage): FormattedGrep {
  const { shown, notice, applied } = paginate(paths, page)
  const head = `Found ${paths.length} ${paths.length === 1 ? 'file' : 'files'}`
  return {
    content: shown.length === 0 ? nothing('No files found', page) : `${head}\n${shown.join('\n')}${notice}`,
    data: { mode: 'files_with_matches', filenames: shown, numFiles: shown.length, ...applied },
  }
}

/** The page of a count. */
export function formatCounts(
  files: readonly { readonly path: string; readonly count: number }[],
  page: GrepPage,
): FormattedGrep {
  const { shown, notice, applied } = paginate(
    files.map(({ path, count }) => `${path}:${count}`),
    page,
  )
  const numMatches = files.reduce((sum, { count }) => sum + count, 0)
  const content = shown.join('\n')
  const total = `\n\nFound ${numMatches} ${numMatches === 1 ? 'occurrence' : 'occurrences'} in ${files.length} ${files.length === 1 ? 'file' : 'files'}.`
  return {
    content: shown.length === 0 ? nothing('No matches found', page) : content + notice + total,
    data: { mode: 'count', numFiles: files.length, filenames: [], content, numMatches, ...applied },
  }
}

const MAXIMUM_LINE_UNITS = 500
const MAXIMUM_UNITS = 30_000

function cutLine(text: string): string {
  if (text.length <= MAXIMUM_LINE_UNITS) return text
  return `${text.slice(0, MAXIMUM_LINE_UNITS)} [… ${text.length - MAXIMUM_LINE_UNITS} more characters]`
}

function paginate(lines: readonly string[], { limit, offset }: GrepPage) {
  const wanted = limit === 0 ? lines.slice(offset) : lines.slice(offset, offset + limit)
  let [count, units] = [0, 0]
  for (const line of wanted) {
    units += line.length + 1
    if (units > MAXIMUM_UNITS && count > 0) break
    count += 1
  }
  const shown = wanted.slice(0, count)
  const isCut = offset + count < lines.length
  return {
    shown,
    notice: isCut
      ? `\n\n[${count} shown from offset ${offset}; there are more. Go on with offset ${offset + count}, or narrow the search.]`
      : '',
    applied: {
      ...(isCut ? { appliedLimit: count } : {}),
      ...(offset > 0 ? { appliedOffset: offset } : {}),
    },
  }
}

function nothing(text: string, { offset }: GrepPage): string {
  return offset > 0 ? `${text} behind offset ${offset}` : text
}
