import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { CORPUS, corpusPath, readCorpus } from '@antiphon/core/testing/corpus'
import type { SessionRow } from '@antiphon/server/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNumbersBench, type NumbersBench } from './numbers-kit.ts'
import { startTestServer } from './server-kit.ts'
import { runHere } from './test-io.ts'

// The larger ones take seconds each, and have nothing that the others have not.
const MAX_BYTES = 250_000
const names = CORPUS.filter(
  name => name.startsWith('entireio') && statSync(corpusPath(name)).size < MAX_BYTES,
)

let bench: NumbersBench
beforeAll(() => {
  bench = createNumbersBench()
  for (const name of names) {
    const path = bench.write(`-corpus/${name.replace('entireio-cli-', '').replace('.gz', '')}`, [])
    writeFileSync(path, readCorpus(name))
  }
})
afterAll(() => bench.remove())

// biome-ignore lint/suspicious/noExplicitAny: what a command prints is compared, not used
async function run(argv: readonly string[]): Promise<any> {
  const env = { HOME: bench.home, CLAUDE_CONFIG_DIR: bench.root }
  return JSON.parse((await runHere(argv, { env })).stdout)
}

describe('the number of messages', () => {
  it('is the same in every command and in the window, and what a count by hand gives; so is the folder', async () => {
    expect(names.length).toBeGreaterThan(10)
    const folder = join(bench.root, 'projects', '-corpus')
    const listed = new Map<string, object>(
      (await run(['ls', '--json'])).map((row: { path: string; messages: object }) => [
        row.path,
        row.messages,
      ]),
    )
    const rows = await listRows()
    const paths = readdirSync(folder).map(name => join(folder, name))
    const { reports } = await run(['doctor', '--json', ...paths])
    for (const [place, path] of paths.entries()) {
      const { summary, session } = await run(['show', path, '--json'])
      const out = join(bench.home, `${place}.json`)
      await runHere(['export', path, '--format', 'json', '--no-redact', '--out', out])
      const { counts, cwd } = JSON.parse(readFileSync(out, 'utf8'))
      const messages = countByHand(path)
      expect([path, listed.get(path)]).toEqual([path, { count: messages, isExact: true }])
      expect([path, reports[place].messages]).toEqual([path, messages])
      const { prompts, answers } = summary
      expect([path, summary.messages]).toEqual([path, messages])
      expect([path, counts]).toMatchObject([path, { messages, prompts, answers }])
      const row = rows.get(basename(path, '.jsonl'))
      expect([path, row?.messages, row?.prompts]).toEqual([path, messages, prompts])
      expect([path, session.cwd, cwd]).toEqual([path, row?.cwd ?? undefined, row?.cwd ?? null])
    }
  })
})

/** As the window lists them when all are counted. */
async function listRows(): Promise<ReadonlyMap<string, SessionRow>> {
  const server = await startTestServer({ roots: [bench.root] })
  try {
    for (;;) {
      const rows = await server.lines<SessionRow>('/api/sessions')
      if (rows.every(({ messages }) => messages !== null))
        return new Map(rows.map(row => [row.sessionId, row]))
      await new Promise(done => setTimeout(done, 50))
    }
  } finally {
    await server.close()
  }
}

/** With nothing of the product: lines of messages, each uuid once. */
function countByHand(path: string): number {
  const uuids = new Set<unknown>()
  for (const line of readFileSync(path, 'utf8').split('\n'))
    for (const { type, uuid } of parse(line)) if (MESSAGES.has(type)) uuids.add(uuid)
  return uuids.size
}

const MESSAGES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system', 'attachment'])

type Plain = Readonly<Record<string, unknown>>

/** Some lines hold two entries whose newline was lost. */
function parse(line: string): readonly Plain[] {
  try {
    return line === '' ? [] : [JSON.parse(line)]
  } catch {
    const parts = line.split('}{"')
    if (parts.length === 1) return []
    return parts.flatMap((part, place) =>
      parse(`${place === 0 ? '' : '{"'}${part}${place === parts.length - 1 ? '' : '}'}`),
    )
  }
}
