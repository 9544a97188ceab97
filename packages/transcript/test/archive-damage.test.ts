import { readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readArchived, toSessionFolder } from '../src/archive/archive-folder.ts'
import { type ArchiveSource, archiveSession } from '../src/archive/archive-session.ts'
import { readCatalogue } from '../src/archive/catalogue.ts'
import { checkArchive } from '../src/archive/check-archive.ts'
import { restoreFiles } from '../src/archive/restore-archived.ts'
import { logLines, putSession } from './archive-kit.ts'
import { isQuick, rounds } from './process/soak.ts'

const FLIPS = isQuick ? 2 : rounds(6, 60)

describe('an archive that the disk changes', () => {
  it('gives every session back byte for byte, or names it as damaged, whichever bit of whichever file it was', async () => {
    const home = await mkdtemp(join(tmpdir(), 'antiphon-archive-damage-'))
    try {
      const archive = join(home, 'archive')
      const shared = logLines(900, 1)
      const sources = [
        await putSession(home, 'one', { 'one.jsonl': shared, 'one/notes.txt': Buffer.from('beside') }),
        // Its first frame is that of the other.
        await putSession(home, 'two', { 'two.jsonl': Buffer.concat([shared, logLines(300, 2)]) }),
        await putSession(home, 'three', { 'three.jsonl': logLines(5, 3) }),
      ]
      for (const source of sources) await archiveSession(archive, source, { now: new Date(0) })
      await readCatalogue(archive)
      const files = readdirSync(archive, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
      expect(files.length).toBeGreaterThan(6)
      let named = 0
      for (const file of files) {
        const whole = await readFile(file)
        for (let flip = 0; flip < FLIPS; flip++) {
          // In every region: at the ends, and evenly between them.
          const at = Math.floor(((whole.length - 1) * flip) / (FLIPS - 1))
          const bytes = Buffer.from(whole)
          bytes[at] = (bytes[at] ?? 0) ^ (1 << ((flip + at) % 8))
          await writeFile(file, bytes)
          named += await judge(archive, sources, `bit of byte ${at} of ${file}`)
        }
        await writeFile(file, whole)
        await truncate(file, Math.floor(whole.length / 2))
        named += await judge(archive, sources, `${file} cut in half`)
        await writeFile(file, whole)
      }
      expect(named).toBeGreaterThan(files.length)
      expect(await judge(archive, sources, 'all mended')).toBe(0)
    } finally {
      await rm(home, { recursive: true, force: true })
    }
  })
})

/** How many sessions are named as damaged; all others come back as they were. */
async function judge(archive: string, sources: readonly ArchiveSource[], what: string): Promise<number> {
  const { damaged } = await checkArchive(archive)
  const names = new Set(damaged.map(({ session }) => session))
  const isListed = new Set((await readCatalogue(archive)).map(({ session }) => session))
  const out = await mkdtemp(join(tmpdir(), 'antiphon-archive-out-'))
  try {
    for (const source of sources) {
      if (names.has(source.session)) continue
      expect(isListed.has(source.session), `${source.session} after ${what}`).toBe(true)
      const manifest = (await readArchived(toSessionFolder(archive, source)))?.versions[0]?.manifest
      expect(manifest, `${source.session} after ${what}`).toBeTruthy()
      if (!manifest) continue
      const restored = await restoreFiles(archive, manifest, manifest.files, {
        toPath: ({ at }) => join(out, source.session, String(at)),
      })
      expect(restored.map(({ kind }) => kind)).toEqual(manifest.files.map(() => 'restored'))
      for (const [index, { path }] of restored.entries()) {
        const [now, before] = [await readFile(path), await readFile(source.files[index]?.path ?? '')]
        expect(now.equals(before), `${source.session} after ${what}`).toBe(true)
      }
    }
    return names.size
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}
