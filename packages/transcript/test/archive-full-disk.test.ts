import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { archiveSession } from '../src/archive/archive-session.ts'
import { changeArchive, readCatalogue } from '../src/archive/catalogue.ts'
import { checkArchive } from '../src/archive/check-archive.ts'
import { putSession } from './archive-kit.ts'
import { whyNoMount, withReason } from './process/requirements.ts'

const reason = whyNoMount()

describe.skipIf(reason !== null)(withReason('an archive on a full disk', reason), () => {
  it('says so, has lost nothing that it had, leaves no pieces, and goes on when there is space', async () => {
    const home = await mkdtemp(join(tmpdir(), 'antiphon-archive-home-'))
    const disk = await mkdtemp(join(tmpdir(), 'antiphon-archive-full-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk])
    try {
      const archive = join(disk, 'archive')
      const now = new Date()
      const small = await putSession(home, 'small', { 'small.jsonl': randomBytes(400_000) })
      const large = await putSession(home, 'large', { 'large.jsonl': randomBytes(1_400_000) })
      await writeFile(join(disk, 'ballast'), Buffer.alloc(700_000))
      await changeArchive(archive, () => archiveSession(archive, small, { now }))
      await expect(
        changeArchive(archive, () => archiveSession(archive, large, { now })),
      ).rejects.toMatchObject({
        code: 'no-space',
        message: expect.stringContaining('Free some'),
      })
      const names = readdirSync(archive, { recursive: true }).map(String)
      expect(names.filter(name => name.endsWith('.part'))).toEqual([])
      expect(await checkArchive(archive)).toMatchObject({ sessions: 1, damaged: [] })
      expect((await readCatalogue(archive)).map(({ session }) => session)).toEqual(['small'])
      await rm(join(disk, 'ballast'))
      expect(await changeArchive(archive, () => archiveSession(archive, large, { now }))).toMatchObject({
        kind: 'archived',
      })
      expect(await checkArchive(archive)).toMatchObject({ sessions: 2, damaged: [] })
    } finally {
      execFileSync('umount', ['--lazy', disk])
      await rm(disk, { recursive: true, force: true })
      await rm(home, { recursive: true, force: true })
    }
  })
})
