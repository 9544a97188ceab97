import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CORPUS, isForeignToCorpus, readCorpus } from '@antiphon/core/testing/corpus'
import type { SessionRow } from '@antiphon/server/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNumbersBench, type NumbersBench } from './numbers-kit.ts'
import { startTestServer } from './server-kit.ts'
import { runHere } from './test-io.ts'

/** Every third of them; `npm run soak` takes all. */
const sessions = CORPUS.filter(name => !isForeignToCorpus(name))
const names = process.env.SOAK ? sessions : sessions.filter((_, index) => index % 3 === 0)
// A file whose name begins as those of subagents would be none of its own.
const nameOf = (name: string): string => `log-${name.replace('.jsonl.gz', '')}`

let bench: NumbersBench
let listed: ReadonlyMap<string, object>
let rows: ReadonlyMap<string, SessionRow>
let judged: ReadonlyMap<string, number>
beforeAll(async () => {
  bench = createNumbersBench()
  for (const name of names) writeFileSync(bench.write(`-corpus/${nameOf(name)}.jsonl`, []), readCorpus(name))
  listed = new Map(
    (await run(['ls', '--json', '--all'])).map((row: { path: string; messages: object }) => [
      row.path,
      row.messages,
    ]),
  )
  rows = await listRows()
  const paths = names.map(pathOf)
  const { reports } = await run(['doctor', '--json', ...paths])
  judged = new Map(paths.map((path, place) => [path, reports[place].messages]))
}, 120_000)
afterAll(() => bench.remove())

function pathOf(name: string): string {
  return join(bench.root, 'projects', '-corpus', `${nameOf(name)}.jsonl`)
}

// biome-ignore lint/suspicious/noExplicitAny: what a command prints is compared, not used
async function run(argv: readonly string[]): Promise<any> {
  const env = { HOME: bench.home, CLAUDE_CONFIG_DIR: bench.root }
  return JSON.parse((await runHere(argv, { env })).stdout)
}

describe('the number of messages', () => {
  it.each(names)(
    'of %s is the same in every command and in the window, and by hand; so is its folder',
    async name => {
      const path = pathOf(name)
      const { summary, session } = await run(['show', path, '--json'])
      const out = join(bench.home, `${nameOf(name)}.json`)
      await runHere(['export', path, '--format', 'json', '--no-redact', '--out', out])
      const { counts, cwd } = JSON.parse(readFileSync(out, 'utf8'))
      const { messages, isSubagent } = countByHand(path)
      const { prompts, answers } = summary
      const row = rows.get(nameOf(name))
      expect(judged.get(path)).toBe(messages)
      expect(summary.messages).toBe(messages)
      // What subagents said is no session of its own.
      expect(listed.get(path)).toEqual(isSubagent ? undefined : { count: messages, isExact: true })
      expect(row && [row.messages, row.prompts]).toEqual(isSubagent ? undefined : [messages, prompts])
      expect(counts).toMatchObject({ messages, prompts, answers })
      if (row) expect([session.cwd, cwd]).toEqual([row.cwd ?? undefined, row.cwd])
    },
  )
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

/** With nothing of the product: lines of messages, each uuid once, those without one each. */
function countByHand(path: string) {
  const lines = readFileSync(path, 'utf8').split('\n').flatMap(parse)
  const said = lines.filter(({ type }) => MESSAGES.has(type))
  return {
    messages: new Set(said.map(({ uuid }) => uuid ?? {})).size,
    isSubagent: said.every(({ isSidechain }) => isSidechain === true),
  }
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
