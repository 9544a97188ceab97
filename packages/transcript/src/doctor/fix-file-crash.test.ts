import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Entry, encodeEntry } from '@antiphon/core'
import { answer, prompt } from '@antiphon/core/testing/log-builder'
import { afterAll, describe, expect, it } from 'vitest'
import { type FixStep, fixFile } from './fix-file.ts'
import { repairLog } from './repair-log.ts'

const root = mkdtempSync(join(tmpdir(), 'antiphon-fix-crash-'))
afterAll(() => rmSync(root, { recursive: true }))

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const FIX_FILE = new URL('./fix-file.ts', import.meta.url).href
const line = (entry: unknown): string => encodeEntry(entry as Entry)
const damaged = `${line(prompt('a', null))}{"type":"us\n${line(answer('b', 'a')).trimEnd()}`
const repaired = Buffer.from(repairLog(Buffer.from(damaged)).bytes).toString()

/** Repairs a file in a process of its own that dies after a step. */
async function fixAndDie(path: string, step: FixStep): Promise<string | null> {
  const script = `
    import { fixFile } from ${JSON.stringify(FIX_FILE)}
    const onStep = step => { if (step === ${JSON.stringify(step)}) process.kill(process.pid, 'SIGKILL') }
    await fixFile(${JSON.stringify(path)}, { now: new Date(0), onStep })`
  const options = ['--import', TSX, '--conditions=@antiphon/source', '--input-type=module', '-e', script]
  const child = spawn(process.execPath, options, { stdio: 'ignore' })
  const [, signal] = await once(child, 'close')
  return signal
}

describe('fixFile in a process that is killed', () => {
  const steps: readonly FixStep[] = ['read', 'copied', 'verified', 'backed-up', 'replaced', 'synced']
  it.each(steps)(
    'leaves the old file or the new one with its backup after %s, and can be run again',
    async step => {
      const folder = mkdtempSync(join(root, 'case-'))
      const path = join(folder, 'session.jsonl')
      writeFileSync(path, damaged)
      expect(await fixAndDie(path, step)).toBe('SIGKILL')
      const isNew = step === 'replaced' || step === 'synced'
      expect(readFileSync(path, 'utf8')).toBe(isNew ? repaired : damaged)
      const backups = readdirSync(folder).filter(name => name.endsWith('.bak'))
      expect(backups).toHaveLength(isNew || step === 'backed-up' ? 1 : 0)
      for (const name of backups) expect(readFileSync(join(folder, name), 'utf8')).toBe(damaged)
      // Nothing that is left takes itself for a session, or stands in the way.
      expect(readdirSync(folder).filter(name => name.endsWith('.jsonl'))).toEqual(['session.jsonl'])
      expect((await fixFile(path, { now: new Date(0) })).status).toBe(isNew ? 'unchanged' : 'fixed')
      expect(readFileSync(path, 'utf8')).toBe(repaired)
      // The next run clears up: of a killed one no copy stays but the backup.
      expect(readdirSync(folder).filter(name => !/\.jsonl$|\.bak$/.test(name))).toEqual([])
    },
  )
})
