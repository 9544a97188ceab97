import { formatGitPatch, toRelativePath } from '@antiphon/core/changes'
import type { FileOfSession, SessionChanges } from '@antiphon/core/turns'
import { formatNumber, stripControl } from '@antiphon/core/ui'
import { formatPlace } from '../session-list/short-names.ts'
import { formatTable } from '../terminal/format-table.ts'
import type { Screen } from '../terminal/screen.ts'

/** The patch as people read it in a terminal: in colours, and without what would steer it. */
export function* formatPatch(patch: string, { palette }: Screen): Generator<string> {
  for (const line of patch.split('\n').slice(0, -1)) {
    const text = stripControl(line)
    if (/^(?:diff --git|---|\+\+\+|new file|deleted file)/.test(line)) yield palette.bold(text)
    else if (line.startsWith('@@')) yield palette.cyan(text)
    else if (line.startsWith('+')) yield palette.green(text)
    else if (line.startsWith('-')) yield palette.red(text)
    else yield text
  }
}

/** A line a file, and what else is to be told: commits, and how many files were only read. */
export function* formatChanges(
  changes: SessionChanges,
  home: string | undefined,
  { palette }: Screen,
): Generator<string> {
  const { files, commits, alsoRead, added, removed } = changes
  yield* formatTable({
    rows: files.map(file => [
      { text: SIGNS[file.status], style: palette.bold },
      { text: formatPlace(file.name, home) },
      { text: file.added > 0 ? `+${formatNumber(file.added)}` : '', style: palette.green },
      { text: file.removed > 0 ? `-${formatNumber(file.removed)}` : '', style: palette.red },
      { text: formatTurns(file), style: palette.dim },
    ]),
    align: 'llrrl',
  })
  yield `${count(files.length, 'file')} changed, ${palette.green(`+${formatNumber(added)}`)} ${palette.red(`-${formatNumber(removed)}`)}`
  for (const { title, hash, call } of commits)
    yield `${palette.yellow(hash ?? 'commit')} ${stripControl(title)}${call.turn === null ? '' : palette.dim(` in turn ${call.turn}`)}`
  if (alsoRead.length > 0) yield palette.dim(`Also read ${count(alsoRead.length, 'file')}`)
}

/** The patch, and what it leaves out, in words. */
export function toPatch(
  { files, folder }: SessionChanges,
  home: string | undefined,
): {
  readonly patch: string
  readonly notes: readonly string[]
} {
  const base = folder ?? '/'
  const outside = files.filter(({ path }) => toRelativePath(path, base) === null)
  const loose = files.filter(file => file.loose.length > 0)
  const list = (some: readonly FileOfSession[]): string =>
    some.map(({ name }) => formatPlace(name, home)).join(', ')
  return {
    patch: formatGitPatch(files, base),
    notes: [
      ...(outside.length > 0
        ? [`Not in the patch, since it is outside of the folder: ${list(outside)}.`]
        : []),
      ...(loose.length > 0
        ? [`Not wholly in the patch, since the log does not tell the whole text: ${list(loose)}.`]
        : []),
    ],
  }
}

const SIGNS: Readonly<Record<FileOfSession['status'], string>> = { created: 'A', changed: 'M', deleted: 'D' }

function formatTurns({ calls }: FileOfSession): string {
  const turns = [...new Set(calls.flatMap(({ turn }) => turn ?? []))]
  return turns.length === 0 ? '' : `turn ${turns.join(', ')}`
}

function count(number: number, noun: string): string {
  return `${formatNumber(number)} ${noun}${number === 1 ? '' : 's'}`
}
