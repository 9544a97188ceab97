import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeEntry } from '@antiphon/core'
import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import { answer, prompt } from '@antiphon/core/testing/log-builder'
import { afterAll, describe, expect, it } from 'vitest'
import { readOutcome } from './read-outcome.ts'

const folder = mkdtempSync(join(tmpdir(), 'antiphon-outcome-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(content: string | Uint8Array): { readonly path: string } {
  const path = join(folder, 'log.jsonl')
  writeFileSync(path, content)
  return { path }
}

function saying(text: string, fields: object = {}): string {
  const entry = answer('b', 'a')
  if (entry.type !== 'assistant') throw new Error('the builder made no answer')
  const message = { ...entry.message, content: [{ type: 'text', text }] }
  return encodeEntry(prompt('a', null)) + encodeEntry({ ...entry, ...fields, message } as never)
}

describe('readOutcome', () => {
  it('takes the first line of the last words, without marks', async () => {
    expect(await readOutcome(write(saying('\n## **Fixed** the `lamp`\n\nAll tests pass.')))).toEqual({
      words: 'Fixed the lamp',
      isFailed: false,
      changed: { files: 0, added: 0, removed: 0 },
    })
  })
  it('tells what stopped it', async () => {
    const stopped = saying('5-hour limit reached ∙ resets 3pm', { isApiErrorMessage: true })
    expect(await readOutcome(write(stopped))).toMatchObject({
      isFailed: true,
      words: expect.stringContaining('limit'),
    })
  })
  it('reads every real session, and finds edits in many', async () => {
    let edited = 0
    for (const name of CORPUS) {
      const { changed } = await readOutcome(write(readCorpus(name)))
      if (changed && changed.added + changed.removed > 0) edited += 1
    }
    expect(edited).toBeGreaterThan(5)
  })
})
