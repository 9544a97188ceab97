import {
  appendFileSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Entry, encodeEntry } from '@antiphon/core'
import { answer, prompt } from '@antiphon/core/testing/log-builder'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { arbitraryDamagedFile } from '../../test/arbitrary-damaged-file.ts'
import { acquireLease } from '../file/lease.ts'
import { type FixStep, fixFile } from './fix-file.ts'
import { repairLog } from './repair-log.ts'

const root = mkdtempSync(join(tmpdir(), 'antiphon-fix-'))
afterAll(() => rmSync(root, { recursive: true }))

const now = new Date('2026-11-15T10:11:12.345Z')
const STAMP = '20261115T101112Z'
const line = (entry: unknown): string => encodeEntry(entry as Entry)
const damaged = `${line(prompt('a', null))}${line(answer('b', 'a')).slice(0, 80)}\n${line(answer('c', 'nowhere'))}`
const healthy = line(prompt('a', null)) + line(answer('b', 'a'))

let folder = root
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'))
  path = join(folder, 'session.jsonl')
  writeFileSync(path, damaged, { mode: 0o640 })
})

function names(): readonly string[] {
  return readdirSync(folder).sort()
}

describe('fixFile', () => {
  it('puts the repaired log in place and keeps the file as it was beside it', async () => {
    const outcome = await fixFile(path, { now })
    const backup = `${path}.${STAMP}.bak`
    expect(outcome).toMatchObject({ status: 'fixed', backup, changes: [{ line: 2 }, { line: 3 }] })
    expect(readFileSync(backup, 'utf8')).toBe(damaged)
    expect(readFileSync(path)).toEqual(Buffer.from(repairLog(Buffer.from(damaged)).bytes))
    expect(names()).toEqual(['session.jsonl', `session.jsonl.${STAMP}.bak`])
    expect(statSync(path).mode & 0o777).toBe(0o640)
  })

  it('changes nothing the second time, and writes nothing', async () => {
    await fixFile(path, { now })
    const before = names()
    expect(await fixFile(path, { now })).toMatchObject({ status: 'unchanged' })
    expect(names()).toEqual(before)
  })

  it('touches no file that needs nothing', async () => {
    writeFileSync(path, healthy)
    const { mtimeMs } = statSync(path)
    expect(await fixFile(path, { now })).toMatchObject({ status: 'unchanged', diagnosis: { defects: [] } })
    expect({ mtimeMs: statSync(path).mtimeMs, names: names() }).toEqual({ mtimeMs, names: ['session.jsonl'] })
  })

  it('never writes over a backup', async () => {
    await fixFile(path, { now })
    writeFileSync(path, `${damaged}more damage\n`)
    const outcome = await fixFile(path, { now })
    expect(outcome).toMatchObject({ status: 'fixed', backup: `${path}.${STAMP}-2.bak` })
    expect(readFileSync(`${path}.${STAMP}.bak`, 'utf8')).toBe(damaged)
  })

  it('refuses while another writer has the session', async () => {
    const lease = await acquireLease(path)
    expect(await fixFile(path, { now })).toMatchObject({ status: 'refused', reason: 'in-use' })
    await lease?.release()
    expect(readFileSync(path, 'utf8')).toBe(damaged)
    expect(names()).toEqual(['session.jsonl'])
  })

  it('gives the right to write back, whatever comes of it', async () => {
    await fixFile(path, { now })
    const lease = await acquireLease(path)
    expect(lease).not.toBeNull()
    await lease?.release()
  })

  it('refuses where somebody wrote meanwhile, and leaves what they wrote', async () => {
    const late = line(prompt('late', 'c'))
    const outcome = await fixFile(path, {
      now,
      onStep: step => {
        if (step === 'verified') appendFileSync(path, late)
      },
    })
    expect(outcome).toMatchObject({ status: 'refused', reason: 'changed' })
    expect(readFileSync(path, 'utf8')).toBe(damaged + late)
    expect(names().filter(name => name.endsWith('.tmp'))).toEqual([])
  })

  it('carries over what was written to the old file at the last moment', async () => {
    const late = line(prompt('late', 'c'))
    const outcome = await fixFile(path, {
      now,
      onStep: async step => {
        if (step === 'replaced') appendFileSync(`${folder}/alias`, late)
        else if (step === 'copied') linkAlias()
      },
    })
    expect(outcome).toMatchObject({ status: 'fixed' })
    expect(readFileSync(path, 'utf8').endsWith(late)).toBe(true)
    expect(readFileSync(`${path}.${STAMP}.bak`, 'utf8')).toBe(damaged + late)
  })

  it('repairs the file that a link leads to, and keeps the link', async () => {
    const link = join(folder, 'link.jsonl')
    symlinkSync(path, link)
    expect(await fixFile(link, { now })).toMatchObject({ backup: `${path}.${STAMP}.bak` })
    expect(readFileSync(link)).toEqual(readFileSync(path))
    expect(names()).toContain('link.jsonl')
  })

  it('refuses what is no session', async () => {
    writeFileSync(path, '# A letter\n\nDear reader,\n')
    expect(await fixFile(path, { now })).toMatchObject({ status: 'refused', reason: 'no-session' })
    expect(readFileSync(path, 'utf8')).toBe('# A letter\n\nDear reader,\n')
  })

  it('says what is wrong where there is no such file', async () => {
    await expect(fixFile(join(folder, 'none.jsonl'), { now })).rejects.toMatchObject({ code: 'not-found' })
  })

  const steps: readonly FixStep[] = ['read', 'copied', 'verified', 'backed-up', 'replaced', 'synced']
  it.each(steps)(
    'leaves the old file or the new one, and every byte, where it fails after %s',
    async stop => {
      const repaired = Buffer.from(repairLog(Buffer.from(damaged)).bytes).toString()
      const fail = (step: FixStep): void => {
        if (step === stop) throw new Error('no more')
      }
      await expect(fixFile(path, { now, onStep: fail })).rejects.toThrow('no more')
      const isNew = stop === 'replaced' || stop === 'synced'
      expect(readFileSync(path, 'utf8')).toBe(isNew ? repaired : damaged)
      if (isNew) expect(readFileSync(`${path}.${STAMP}.bak`, 'utf8')).toBe(damaged)
      expect(names().filter(name => name.endsWith('.tmp'))).toEqual([])
      // A second try finishes the work.
      expect(['fixed', 'unchanged']).toContain((await fixFile(path, { now })).status)
      expect(readFileSync(path, 'utf8')).toBe(repaired)
    },
  )

  it('keeps the original bytes of any damaged file', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryDamagedFile, async bytes => {
        writeFileSync(path, bytes)
        const outcome = await fixFile(path, { now })
        const kept = outcome.status === 'fixed' ? outcome.backup : path
        expect(Buffer.compare(readFileSync(kept), bytes)).toBe(0)
        expect(outcome).not.toMatchObject({ reason: 'unverified' })
      }),
      { numRuns: 60 },
    )
  })

  /** Another name of the old file, as a program has that opened it before. */
  function linkAlias(): void {
    // A hard link does not change the content, but it is what an open descriptor is to the disk.
    rmSync(`${folder}/alias`, { force: true })
    linkSync(path, `${folder}/alias`)
  }
})
