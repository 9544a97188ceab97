import { type CountedFile, countFile } from '@antiphon/search'

/** A log and how much it holds. */
export type CountedLog = CountedFile & { readonly path: string }

/** Counts logs one after the other; one that cannot be read is left out. */
export async function countLogs(
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly CountedLog[]> {
  const counted: CountedLog[] = []
  for (const path of paths) {
    const file = await countFile(path, signal).catch(() => null)
    signal.throwIfAborted()
    if (file) counted.push({ path, ...file })
  }
  return counted
}
