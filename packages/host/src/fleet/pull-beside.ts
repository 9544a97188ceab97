import { readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type FleetStore, type LogHead, makeFolder, type SessionKey } from '@antiphon/transcript'
import { hashOf, readBesideKey } from './beside-file.ts'
import type { PulledFile } from './pull-session.ts'

/** Writes the files that lie beside a session's logs; one that is here with another content is left alone. */
export async function pullBeside(
  store: Pick<FleetStore, 'listBeside' | 'readLines'>,
  { project, session }: SessionKey,
  root: string,
): Promise<readonly PulledFile[]> {
  const versions = new Map<string, { readonly head: LogHead; readonly hash: string }[]>()
  for await (const head of store.listBeside({ project, session })) {
    const place = readBesideKey(root, head.key)
    if (place) versions.set(place.path, [...(versions.get(place.path) ?? []), { head, hash: place.hash }])
  }
  const pulled: PulledFile[] = []
  for (const [path, all] of versions) {
    const here = await readFile(path).catch(() => null)
    if (here) {
      pulled.push({ path, outcome: all.some(({ hash }) => hash === hashOf(here)) ? 'same' : 'diverged' })
      continue
    }
    const newestFirst = all.toSorted((one, other) => (one.head.modifiedAt < other.head.modifiedAt ? 1 : -1))
    for (const { head, hash } of newestFirst) {
      const content = await readWhole(store, head.key)
      // One that was killed while it was sent is not whole.
      if (hashOf(content) !== hash) continue
      await write(path, content, new Date(head.modifiedAt))
      pulled.push({ path, outcome: 'written' })
      break
    }
  }
  return pulled
}

async function readWhole(store: Pick<FleetStore, 'readLines'>, key: SessionKey): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of store.readLines(key)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Seen under its name when it is whole. */
async function write(path: string, content: Buffer, time: Date): Promise<void> {
  makeFolder(dirname(path))
  const draft = `${path}.pull-${process.pid}`
  try {
    await writeFile(draft, content, { mode: 0o600 })
    await utimes(draft, time, time)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
