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
  it('counts what its subagents changed', async () => {
    const path = join(folder, 'agent-a1.jsonl')
    const written = { type: 'create', filePath: '/w/a', content: 'a\nb\n' }
    const call = { type: 'tool_use', id: 't', name: 'Write', input: { file_path: '/w/a', content: 'a\nb\n' } }
    const result = { type: 'tool_result', tool_use_id: 't', content: 'ok' }
    const base = { sessionId: 's', timestamp: '2026-11-15T08:00:00.000Z', isSidechain: true, agentId: 'a1' }
    const lines = [
      { type: 'user', uuid: 'p', parentUuid: null, message: { role: 'user', content: 'Write it' } },
      {
        type: 'assistant',
        uuid: 'q',
        parentUuid: 'p',
        message: { id: 'm', role: 'assistant', content: [call] },
      },
      {
        type: 'user',
        uuid: 'r',
        parentUuid: 'q',
        message: { role: 'user', content: [result] },
        toolUseResult: written,
      },
    ]
    writeFileSync(path, lines.map(line => `${JSON.stringify({ ...base, ...line })}\n`).join(''))
    const log = write(saying('Done'))
    expect(await readOutcome(log, { agents: [{ path }] })).toMatchObject({
      words: 'Done',
      changed: { files: 1, added: 2, removed: 0 },
    })
  })
  it('reads real sessions, and finds edits in some', async () => {
    let edited = 0
    const step = Math.ceil(CORPUS.length / 20)
    for (const name of CORPUS.filter((_, index) => index % step === 0)) {
      const { changed } = await readOutcome(write(readCorpus(name)))
      if (changed && changed.added + changed.removed > 0) edited += 1
    }
    expect(edited).toBeGreaterThan(0)
  })
})
