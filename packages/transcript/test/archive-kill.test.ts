import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readArchived } from '../src/archive/archive-folder.ts'
import { readCatalogue } from '../src/archive/catalogue.ts'
import { checkArchive } from '../src/archive/check-archive.ts'
import { pruneArchive } from '../src/archive/prune-archive.ts'
import { readArchivedFile } from '../src/archive/read-archived.ts'
import type { ArchiveProcessOptions } from './process/archive-process.ts'
import { isQuick, LONG, rounds } from './process/soak.ts'
import { bundleProcess } from './process/start-writer.ts'
import { waitFor } from './process/wait-for.ts'

const KILLS = isQuick ? 2 : rounds(6, 100)
/** All of an archive is read after each kill: one that grew for long would take the time. */
const KILLS_PER_ARCHIVE = 20

describe('an archiver that is killed', () => {
  it(
    `has lost no session that was archived after each of ${KILLS} kills, and another one carries on`,
    async () => {
      let promised = 0
      for (let left = KILLS; left > 0; left -= KILLS_PER_ARCHIVE)
        promised += await killOnOneArchive(Math.min(left, KILLS_PER_ARCHIVE))
      expect(promised).toBeGreaterThan(0)
    },
    LONG,
  )
})

/** How many sessions were promised. */
async function killOnOneArchive(kills: number): Promise<number> {
  const home = await mkdtemp(join(tmpdir(), 'antiphon-archive-kill-'))
  const [archive, notes] = [join(home, 'archive'), join(home, 'notes')]
  try {
    let promised = readPromised(notes)
    for (let kill = 1; kill <= kills; kill++) {
      await runUntilKilled({ home, notes, first: kill * 1000 })
      promised = readPromised(notes)
      expect(await checkArchive(archive)).toMatchObject({ damaged: [] })
      const entries = await readCatalogue(archive)
      for (const [session, { size, hash }] of promised) {
        const entry = entries.find(one => one.session === session)
        expect(entry, `${session} after kill ${kill}`).toBeDefined()
        expect(await hashOf(archive, entry?.folder ?? '', size)).toBe(hash)
      }
    }
    // What the killed ones left behind goes, and nothing else does.
    await pruneArchive(archive)
    expect(await checkArchive(archive)).toMatchObject({ damaged: [] })
    return promised.size
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function runUntilKilled(options: ArchiveProcessOptions): Promise<void> {
  const script = await bundleProcess('archive-process')
  const known = sizeOf(options.notes)
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    stderr += text
  })
  const ended = once(child, 'close')
  await waitFor(() => sizeOf(options.notes) > known)
  await sleep(Math.random() * 400)
  child.kill('SIGKILL')
  const [, signal] = await ended
  expect({ signal, stderr }).toEqual({ signal: 'SIGKILL', stderr: '' })
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

type Promised = { readonly size: number; readonly hash: string }

/** The last that was promised of each session; a line that was not finished promised nothing. */
function readPromised(notes: string): ReadonlyMap<string, Promised> {
  if (!existsSync(notes)) return new Map()
  const lines = readFileSync(notes, 'utf8').split('\n').slice(0, -1)
  return new Map(
    lines
      .map(line => line.split(' '))
      .filter(words => words.length === 3)
      .map(([session = '', size, hash = '']) => [session, { size: Number(size), hash }]),
  )
}

/** Of the first bytes of a session's log: it may have grown since it was promised. */
async function hashOf(archive: string, folder: string, size: number): Promise<string> {
  const manifest = (await readArchived(folder))?.versions[0]?.manifest
  const file = manifest?.files[0]
  if (!manifest || !file) return 'no manifest'
  const hash = createHash('sha256')
  for await (const piece of readArchivedFile(archive, manifest, file, { to: size })) {
    if (piece.kind === 'lost') return `lost at ${piece.at}`
    hash.update(piece.bytes)
  }
  return hash.digest('hex')
}
