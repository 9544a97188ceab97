import { formatCount, formatSize, stripControl } from '@antiphon/core/ui'
import { findLeftovers, type Leftover, removeLeftover } from '@antiphon/transcript'
import { indent, type Screen } from '../terminal/screen.ts'
import { wrapText } from '../terminal/text-width.ts'

/** Something that a killed process left, and whether it is gone now. */
export type LeftoverReport = Leftover & { readonly isRemoved: boolean }

type LeftoverPlace = {
  readonly folder: string
  /** The name of the log that is examined; all that the folder holds unless told. */
  readonly session?: string
}

/** Finds what killed processes left beside logs, and removes it where that is asked for. */
export async function clearLeftovers(
  places: readonly LeftoverPlace[],
  { isFixing }: { readonly isFixing: boolean },
): Promise<readonly LeftoverReport[]> {
  const found = new Map<string, Leftover>()
  for (const { folder, session } of places)
    for (const leftover of await findLeftovers(folder, session)) found.set(leftover.path, leftover)
  const reports: LeftoverReport[] = []
  // One that cannot be removed, such as in a folder that may only be read, is named all the same.
  for (const leftover of found.values())
    reports.push({ ...leftover, isRemoved: isFixing && (await removeLeftover(leftover).catch(() => false)) })
  return reports
}

/** What killed processes left, a line each; nothing where they left nothing. */
export function formatLeftovers(
  leftovers: readonly LeftoverReport[],
  { palette, width }: Screen,
): readonly string[] {
  if (leftovers.length === 0) return []
  const isLeft = leftovers.some(({ isRemoved }) => !isRemoved)
  const size = formatSize(leftovers.reduce((sum, { bytes }) => sum + bytes, 0))
  const head = `${formatCount(leftovers.length, 'leftover')} of killed processes, ${size}${isLeft ? '; --fix removes what nobody uses' : ''}:`
  return [
    ...wrapText(head, width).map(palette.bold),
    ...leftovers.flatMap(({ kind, path, bytes, isRemoved }) =>
      indent(
        wrapText(
          `${isRemoved ? 'removed' : WORDS[kind]} · ${formatSize(bytes)} · ${stripControl(path)}`,
          width - 2,
        ),
        '  ',
      ),
    ),
  ]
}

const WORDS: Readonly<Record<Leftover['kind'], string>> = {
  repair: 'the copy of a repair',
  draft: 'a part of a fork',
  lock: 'the lock of a writer',
}
