import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { encodeEntry } from '@antiphon/core'
import { prompt } from '@antiphon/core/testing/log-builder'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFileStore } from '../file-store/file-store.ts'
import { findLeftovers, removeLeftover } from './leftovers.ts'

let root = ''
let project = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'antiphon-leftovers-'))
  project = join(root, 'projects', 'p')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const url = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href)

/** Runs a script that ends itself, or is ended when the test says so. */
async function start(script: string): Promise<() => Promise<void>> {
  const options = ['--import', TSX, '--conditions=@antiphon/source', '--input-type=module', '-e', script]
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  await Promise.race([once(child.stdout, 'data'), closed])
  return async () => {
    child.kill('SIGKILL')
    await closed
  }
}

const WAIT = `process.stdout.write('.'); await new Promise(done => setTimeout(done, 60_000))`

describe('what killed processes leave', () => {
  it('is found with its size, not while they live, and can be removed', async () => {
    const store = createFileStore({ root })
    const key = { project: 'p', session: 's' }
    await store.append(key, [prompt('a', null)])
    await store.close()
    const path = join(project, 's.jsonl')
    writeFileSync(path, `${encodeEntry(prompt('a', null))}{"type":"us\n`)
    const before = readFileSync(path)
    // What is not surely ours is left alone.
    for (const name of ['s.jsonl.tmp', 'notes.tmp', '.hidden.lock', 's.jsonl.20260101T000000Z.bak'])
      writeFileSync(join(project, name), 'mine')
    const killFix = await start(`
      import { fixFile } from ${url('./fix-file.ts')}
      await fixFile(${JSON.stringify(path)}, {
        now: new Date(0),
        onStep: async step => { if (step === 'verified') { ${WAIT} } },
      })`)
    const killFork = await start(`
      import { createFileStore } from ${url('../file-store/file-store.ts')}
      const store = createFileStore({ root: ${JSON.stringify(root)} })
      const draft = await store.draft({ project: 'p', session: 'fork' })
      await draft.append({ project: 'p', session: 'fork' }, [{ type: 'custom', words: 'x'.repeat(1000) }])
      ${WAIT}`)
    expect(await findLeftovers(project)).toEqual([])
    await killFix()
    await killFork()
    const found = await findLeftovers(project)
    expect(found.map(({ kind }) => kind).toSorted()).toEqual(['draft', 'lock', 'repair'])
    const size = Object.fromEntries(found.map(({ kind, bytes }) => [kind, bytes]))
    expect(size.draft).toBeGreaterThan(1000)
    expect(size.repair).toBe(statSync(found.find(({ kind }) => kind === 'repair')?.path ?? '').size)
    expect((await findLeftovers(project, 'other.jsonl')).map(({ kind }) => kind)).toEqual(['draft'])
    for (const leftover of found) expect(await removeLeftover(leftover)).toBe(true)
    expect(await findLeftovers(project)).toEqual([])
    expect(readdirSync(project).toSorted()).toEqual(
      ['.hidden.lock', 'notes.tmp', 's.jsonl', 's.jsonl.20260101T000000Z.bak', 's.jsonl.tmp'].toSorted(),
    )
    expect(readFileSync(path)).toEqual(before)
  })

  it('is not there: a folder without any, and none at all', async () => {
    expect(await findLeftovers(root)).toEqual([])
    expect(await findLeftovers(join(root, 'none'))).toEqual([])
    expect(existsSync(join(root, 'none'))).toBe(false)
  })
})
