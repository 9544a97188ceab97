import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from '@antiphon/transcript'
import { findArchive } from '../archive/archive-place.ts'
import { toViewRoot } from '../archive/archive-view.ts'
import type { Io } from '../io.ts'
import { ARCHIVE_VIEW_FILE } from '../person/refuse-copy.ts'
import { findReadingRoots } from './find-reading-roots.ts'

/** Where sessions will lie that are in the archive alone, now or later: whoever follows folders begins with them. */
export async function prepareViewRoots(
  io: Pick<Io, 'env'>,
  roots: readonly string[],
): Promise<readonly string[]> {
  const archive = await findArchive(io)
  if (archive === null || !existsSync(archive.folder)) return []
  return roots.map(root => {
    const view = toViewRoot(archive.folder, root)
    makeFolder(join(view, 'projects'))
    const mark = join(view, ARCHIVE_VIEW_FILE)
    if (!existsSync(mark)) writeFileSync(mark, '{}\n', { mode: 0o600 })
    return view
  })
}

/** Unpacks what is gone where it was, and takes back what is there again, until the signal says stop. */
export async function keepViewFresh(io: Pick<Io, 'env'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // What is wrong with the archive is told by whoever lists it; here it is only tried again.
    await findReadingRoots({ env: io.env, signal }, { isFresh: false }).catch(() => null)
    await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

const EVERY_MS = 60_000
