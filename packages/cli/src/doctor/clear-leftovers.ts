import { findLeftovers, type Leftover, removeLeftover } from '@antiphon/transcript'

/** Something that a killed process left, and whether it is gone now. */
export type LeftoverReport = Leftover & { readonly isRemoved: boolean }

export type LeftoverPlace = {
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
