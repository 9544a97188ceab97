import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeLines, encodeEntry, readLog } from '@antiphon/core'
import { createLineDecoder, scanEntries, scanMessages } from '@antiphon/core/log'
import { answer, prompt } from '@antiphon/core/testing/log-builder'
import {
  createFileStore,
  followFile,
  readSessionSummary,
  resumeSession,
  type SessionKey,
  toSessionStore,
} from '@antiphon/transcript'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { readLine } from '../../search/src/document/read-document.ts'
import { readTexts } from '../../search/src/document/read-texts.ts'
import { readPage } from '../../server/src/logs/read-page.ts'
import { runHere } from './test-io.ts'

const base = mkdtempSync(join(tmpdir(), 'antiphon-invalid-text-'))
const root = join(base, 'config')
afterAll(() => rmSync(base, { recursive: true }))

const key: SessionKey = { project: 'p', session: '11111111-1111-4111-8111-111111111111' }
const path = join(root, 'projects', key.project, `${key.session}.jsonl`)
mkdirSync(join(root, 'projects', key.project), { recursive: true })
const env = {
  HOME: base,
  USERPROFILE: base,
  CLAUDE_CONFIG_DIR: root,
  XDG_CONFIG_HOME: base,
  XDG_CACHE_HOME: join(base, 'cache'),
}

/** Bytes that stand in the text of a message, and most of which are no UTF-8. */
const arbitraryBytes = fc
  .uint8Array({ minLength: 1, maxLength: 6 })
  .map(bytes => bytes.map(byte => byte | 0x80))
const arbitraryLog = fc.array(arbitraryBytes, { minLength: 1, maxLength: 6 }).map(texts => {
  const lines = texts.flatMap((bytes, index) => {
    const parent = index === 0 ? null : `answer-${index - 1}`
    const pair = [prompt(`prompt-${index}`, parent), answer(`answer-${index}`, `prompt-${index}`)]
    return pair.map((entry, side) => {
      const word = toWord(2 * index + side)
      const [before = '', after = ''] = encodeEntry(entry).split(
        `${side === 0 ? 'prompt' : 'answer'} ${entry.uuid}`,
      )
      return Buffer.concat([Buffer.from(`${before}${word} `), bytes, Buffer.from(` end${after}`)])
    })
  })
  return { bytes: Buffer.concat(lines), words: lines.map((_, index) => toWord(index)), lines }
})

/** Told apart by every reader, also by one that looks for words. */
function toWord(index: number): string {
  return `word${String.fromCharCode(97 + index)}x`
}

describe('a byte that is no text costs no line', () => {
  it('for any reader of the library', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryLog, async ({ bytes, words, lines }) => {
        writeFileSync(path, bytes)
        for (const line of lines) expect(() => JSON.parse(line.toString('utf8'))).not.toThrow()
        for (const [name, text] of Object.entries(await readEverywhere(bytes)))
          for (const word of words) expect(text, `${name} loses ${word}`).toContain(word)
        expect(readFileSync(path).equals(bytes)).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  it('for any command', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryLog, async ({ bytes, words }) => {
        writeFileSync(path, bytes)
        for (const argv of [
          ['show', path],
          ['show', path, '--json'],
          ['api', path],
          ['export', path],
          ['export', path, '--format', 'json'],
        ]) {
          const { code, stdout, stderr } = await runHere(argv, { env })
          expect(code, `${argv.join(' ')}: ${stderr}`).toBe(0)
          for (const word of words) expect(stdout, argv.join(' ')).toContain(word)
        }
        const piped = (await runHere(['stream'], { env, stdin: bytes })).stdout
        for (const word of words.filter((_, index) => index % 2 === 1)) expect(piped).toContain(word)
        for (const word of words) {
          const { stdout } = await runHere(['search', word, '--json'], { env })
          expect(stdout).toContain(key.session)
        }
        const usage = JSON.parse((await runHere(['usage', '--json'], { env })).stdout)
        expect(JSON.stringify(usage)).not.toContain('"damaged":1')
        expect(readFileSync(path).equals(bytes)).toBe(true)
      }),
      { numRuns: 4 },
    )
  })

  it('and is told by the doctor and by who shows the session', async () => {
    const line = Buffer.from(encodeEntry(prompt('a', null)).replace('prompt a', 'a\xffb'), 'latin1')
    writeFileSync(path, line)
    expect((await runHere(['show', path], { env })).stderr).toContain('bytes that are no UTF-8')
    const doctor = JSON.parse((await runHere(['doctor', path, '--json'], { env })).stdout)
    expect(doctor.reports[0].findings).toMatchObject([{ kind: 'invalid-text', count: 1, fixable: 1 }])
    expect((await runHere(['doctor', path, '--fix'], { env })).code).toBe(0)
    expect(readFileSync(path, 'utf8')).toBe(line.toString('utf8'))
    const again = JSON.parse((await runHere(['doctor', path, '--json'], { env })).stdout)
    expect(again.reports[0].verdict).toBe('fine')
  })
})

/** What each reader makes of the log, as one text. */
async function readEverywhere(bytes: Buffer): Promise<Readonly<Record<string, string>>> {
  const store = createFileStore({ root })
  const decoder = createLineDecoder()
  const lineFile = { session: key.session, firstTime: () => 0 }
  const lines = bytes.toString('latin1').split('\n').slice(0, -1)
  const buffers = lines.map(line => Buffer.from(line, 'latin1'))
  const aborter = new AbortController()
  const followed: unknown[] = []
  for await (const item of followFile(path, { signal: aborter.signal })) {
    if (item.kind === 'caught-up') aborter.abort()
    followed.push(item)
  }
  const session = await toSessionStore(store).load({ projectKey: key.project, sessionId: key.session })
  const summary = await readSessionSummary({ kind: 'session', key, path, root }, { subagents: 0 })
  const everything = {
    decodeLines: decodeLines(bytes).filter(({ kind }) => kind === 'entry'),
    lineDecoder: [...decoder.push(bytes), ...decoder.end()].filter(({ kind }) => kind === 'entry'),
    readLog: readLog(bytes).messages,
    scanEntries: [...scanEntries(bytes)],
    scanMessages: [...scanMessages(bytes)],
    forwards: await collect(store.read(key)),
    backwards: await collect(store.read(key, { direction: 'backwards' })),
    resume: (await resumeSession(store, key)).messages,
    followFile: followed,
    sessionStore: session,
    searchDocuments: buffers.flatMap(line => readLine(line, lineFile)),
    searchTexts: buffers.map(line => readTexts(line, lineFile)),
    page: await readPage({ root, key, path }, {}),
  }
  await store.close()
  expect(JSON.stringify(summary)).toContain(toWord(0))
  return Object.fromEntries(
    Object.entries(everything).map(([name, value]) => [
      name,
      JSON.stringify(value, (field, part) => (field === 'raw' ? undefined : part)),
    ]),
  )
}

async function collect(items: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const all: unknown[] = []
  for await (const item of items) all.push(item)
  return all
}
