import { stat } from 'node:fs/promises'

/** Paths by the time of their last change, the newest first; files that are gone by now are left out. */
export async function sortNewestFirst(
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const dated: { readonly path: string; readonly modifiedAt: number }[] = []
  for (let start = 0; start < paths.length; start += TOGETHER) {
    signal.throwIfAborted()
    const some = await Promise.all(paths.slice(start, start + TOGETHER).map(date))
    for (const one of some) if (one !== null) dated.push(one)
  }
  return dated
    .sort((a, b) => b.modifiedAt - a.modifiedAt || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path)
}

const TOGETHER = 64

async function date(path: string) {
  const stats = await stat(path).catch(() => null)
  return stats === null || stats.isDirectory() ? null : { path, modifiedAt: stats.mtimeMs }
}
