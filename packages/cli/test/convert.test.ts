import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createUserMessage, decodeLines, getMessagesAfterCompactBoundary, readLog } from '@antiphon/core'
import { checkStored, computeRequest } from '@antiphon/core/inspect'
import { isTranscriptEntry } from '@antiphon/core/log'
import { refreshAgents } from '@antiphon/readers'
import { placeSamples } from '@antiphon/readers/testing/place-samples'
import { listCopies } from '@antiphon/readers/testing/reader-contract'
import { type AgentHome, createAgentHome } from '@antiphon/readers/testing/samples'
import { createScriptModel, startSimulator } from '@antiphon/simulator'
import type { ConversionTarget, SessionLoss } from '@antiphon/transcript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runHere } from './test-io.ts'

let place: AgentHome
let copies: readonly string[]
const project = (): string => join(place.home, 'harbour')

beforeAll(async () => {
  place = createAgentHome()
  placeSamples(place)
  mkdirSync(project())
  await refreshAgents({ env: {}, home: place.home, folder: place.folder })
  copies = listCopies(place.folder).filter(path => !path.includes('subagents'))
})
afterAll(() => place.remove())

type Converted = {
  readonly sessionId: string
  readonly path: string
  readonly command: readonly string[]
  readonly losses: readonly SessionLoss[]
  readonly from: { readonly agent: string; readonly sessionId: string; readonly path: string }
  readonly subagents: number
}

const run = (...argv: readonly string[]): ReturnType<typeof runHere> =>
  runHere(argv, { env: { HOME: place.home, ANTIPHON_AGENTS: 'none' } })

async function convert(
  session: string,
  to: ConversionTarget,
  ...more: readonly string[]
): Promise<Converted> {
  const { code, stdout, stderr } = await run(
    ...['convert', session, '--to', to, '--project', project(), '--json', ...more],
  )
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

/** The texts, calls and results that a model reads, in their order. */
function spoken(path: string): readonly string[] {
  const { messages } = readLog(readFileSync(path))
  const { view } = computeRequest(getMessagesAfterCompactBoundary(messages))
  return view.flatMap(({ message }) =>
    (message.content as readonly object[]).map(block => `${message.role} ${JSON.stringify(block)}`),
  )
}

const NEXT = createUserMessage({ content: 'and then?' }) as never

describe('every real session of another agent', () => {
  it('is gone on with in Claude Code: what is stored can be sent as it is, and says the same', async () => {
    expect(copies.length).toBeGreaterThan(40)
    for (const copy of copies) {
      const { path, losses, sessionId, from } = await convert(copy, 'claude')
      expect(path).toBe(
        join(place.home, '.claude/projects', project().replace(/[^a-zA-Z0-9]/g, '-'), `${sessionId}.jsonl`),
      )
      const bytes = readFileSync(path)
      const { messages, report } = readLog(bytes)
      expect(report).toEqual([])
      const live = [...getMessagesAfterCompactBoundary(messages), NEXT]
      const { request, target, violations } = computeRequest(live)
      expect([checkStored(live, request, target), violations]).toEqual([[], []])
      if (!losses.some(({ rule }) => rule === 'mended')) expect(spoken(path)).toEqual(spoken(copy))
      const entries = decodeLines(bytes).flatMap(line => (line.kind === 'entry' ? [line.entry] : []))
      expect(entries[0]).toMatchObject({ type: 'converted-from', sessionId, origin: from })
      for (const entry of entries) {
        expect(entry).toHaveProperty('sessionId', sessionId)
        if (isTranscriptEntry(entry)) expect(entry).toMatchObject({ cwd: project(), entrypoint: 'cli' })
      }
      expect(bytes.toString('utf8')).not.toContain('"type":"thinking","thinking":"","signature":""')
    }
  })

  it('is gone on with here, and its subagents with it', async () => {
    let subagents = 0
    for (const copy of copies) {
      const converted = await convert(copy, 'antiphon')
      const { messages } = readLog(readFileSync(converted.path))
      expect(computeRequest(getMessagesAfterCompactBoundary(messages)).violations).toEqual([])
      expect(spoken(converted.path)).toEqual(spoken(copy))
      subagents += converted.subagents
      const folder = join(converted.path.replace(/\.jsonl$/, ''), 'subagents')
      expect(existsSync(folder) ? readdirSync(folder).length : 0).toBe(converted.subagents)
    }
    expect(subagents).toBeGreaterThan(0)
  })
})

describe('antiphon convert', () => {
  it('says what was lost and how to go on; tokens are counted once, and the original stays', async () => {
    const codex = copies.find(path => path.includes('/codex/') && path.includes('019f8c04')) ?? ''
    const before = readFileSync(codex)
    const { code, stdout } = await run('convert', codex, '--to', 'claude', '--project', project())
    expect(code).toBe(0)
    expect(stdout).toMatch(/^168 messages of Codex 019f8c04-\S+\. Became a session of Claude Code: \S+\n/)
    expect(stdout).toMatch(/\nGo on with: cd \S+harbour && claude --resume [\w-]{36}\n/)
    expect(stdout).toMatch(/ {2}46 × carried, thinking: .* \(\w{8}, \w{8}, \w{8}, … and 43 more\)\n/)
    expect(readFileSync(codex)).toEqual(before)
    const alone = createAgentHome()
    const env = { HOME: alone.home }
    await runHere(['convert', codex, '--to', 'antiphon', '--project', project()], { env })
    const usage = JSON.parse((await runHere(['usage', '--json', '--no-cache'], { env })).stdout)
    expect([usage.files.total, usage.total.answers]).toEqual([1, 0])
    alone.remove()
  })

  it('is gone on with by our agent, and the API takes what it sends', async () => {
    const simulator = await startSimulator({ model: createScriptModel(['Going on.', 'Going on.']) })
    const env = { HOME: place.home, ANTHROPIC_API_KEY: 'any', ANTHROPIC_BASE_URL: simulator.url }
    try {
      for (const name of ['019f8c04', '/pi/projects/-home-dev-x/d703a1a9']) {
        const { sessionId } = await convert(
          copies.find(path => path.includes(name)) ?? copies[0] ?? '',
          'antiphon',
        )
        const went = await runHere(['-p', 'And then?', '--resume', sessionId], { env })
        expect([went.code, went.stdout.trim()]).toEqual([0, 'Going on.'])
      }
    } finally {
      await simulator.close()
    }
  })

  it('is what is told to who wants to go on with a foreign session as it is', async () => {
    const kiro = copies.find(path => path.includes('/kiro/')) ?? ''
    const before = readFileSync(kiro)
    const { code, stderr } = await runHere(['-p', 'hello', '--resume', kiro], { env: { HOME: place.home } })
    expect([code, stderr]).toEqual([2, expect.stringMatching(/antiphon convert \S+ --to antiphon$/)])
    expect(readFileSync(kiro)).toEqual(before)
  })

  it('goes there and back between Claude Code and us without a loss', async () => {
    const first = await convert(copies.find(path => path.includes('/kiro/')) ?? '', 'claude')
    const there = await convert(first.path, 'antiphon')
    const back = await convert(there.path, 'claude')
    expect([there.losses, back.losses]).toEqual([[], []])
    expect(back.from).toMatchObject({ agent: 'antiphon', sessionId: there.sessionId })
    expect(spoken(back.path)).toEqual(spoken(first.path))
  })

  it('writes nothing over, nothing in a dry run, and nothing where it does not know where', async () => {
    const [copy = ''] = copies.filter(path => path.includes('/kiro/'))
    const out = join(place.home, 'out.jsonl')
    writeFileSync(out, 'mine\n')
    const taken = await run('convert', copy, '--to', 'claude', '--out', out, '--project', project())
    expect([taken.code, readFileSync(out, 'utf8')]).toEqual([2, 'mine\n'])
    expect(taken.stderr).toMatch(/exists already/)
    const before = readdirSync(place.home, { recursive: true }).length
    const dry = await run('convert', copy, '--to', 'claude', '--dry-run', '--project', project(), '--json')
    expect([dry.code, JSON.parse(dry.stdout).path]).toEqual([0, null])
    expect(readdirSync(place.home, { recursive: true }).length).toBe(before)
    const [cursor = ''] = copies.filter(path => path.includes('/cursor/'))
    const nowhere = await run('convert', cursor, '--to', 'claude')
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('--project DIR')])
    expect((await run('convert', copy, '--to', 'gemini')).code).toBe(2)
    expect((await run('convert', copy, '--to', 'claude', '--out', join(place.home, 'x.json'))).code).toBe(2)
  })
})
