import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { CORPUS, corpusPath, readCorpus } from '@antiphon/core/testing/corpus'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNumbersBench, type NumbersBench } from './numbers-kit.ts'
import { runHere } from './test-io.ts'

type Report = {
  readonly file: string
  readonly verdict: string
  readonly verdictBefore: string | null
  readonly findings: readonly {
    readonly kind: string
    readonly harm: string | null
    readonly fixable: number
  }[]
  readonly resume: { readonly before: { readonly violations: number } }
}

describe('the verdicts on real sessions', () => {
  it('asks for a repair where an independent reader finds something lost, and never for a habit', async () => {
    const { stdout } = await runHere(['doctor', '--json', ...CORPUS.map(corpusPath)])
    const { reports, summary } = JSON.parse(stdout) as {
      readonly reports: readonly Report[]
      readonly summary: Readonly<Record<string, number>>
    }
    let broken = 0
    for (const { file, verdict, findings } of reports) {
      if (verdict === 'no-session') continue
      const { unreadable, dangling } = readPlainly(basename(file))
      if (unreadable > 0 || dangling > 0) broken += 1
      // What is lost in the bytes or in the links, nobody overlooks.
      if (unreadable > 0 || dangling > 0) expect([file, verdict]).toEqual([file, 'repairable'])
      // A verdict follows from the findings alone: what does harm and can be settled.
      const isRepairable = findings.some(({ harm, fixable }) => harm !== null && fixable > 0)
      expect([file, verdict]).toEqual([file, isRepairable ? 'repairable' : 'fine'])
    }
    expect(broken).toBeGreaterThan(5)
    const { fine = 0, repairable = 0, unresumable } = summary
    expect(summary.noSession).toBeLessThan(5)
    // Whatever real programs wrote can be resumed, and most of it needs nothing.
    expect(unresumable).toBe(0)
    expect(fine).toBeGreaterThan(3 * repairable)
    const blank = reports.filter(({ findings }) => findings.some(({ kind }) => kind === 'blank-text'))
    expect(blank.length).toBeGreaterThan(3)
    expect(blank.some(({ verdict }) => verdict === 'fine')).toBe(true)
  })
})

describe('antiphon doctor in a process', () => {
  let bench: NumbersBench
  beforeEach(() => {
    bench = createNumbersBench()
  })
  afterEach(() => bench.remove())

  const said = (uuid: string, parentUuid: string | null, content: unknown): object => ({
    type: parentUuid === null ? 'user' : 'assistant',
    uuid,
    parentUuid,
    sessionId: 's',
    timestamp: '2026-11-15T10:00:00.000Z',
    message:
      parentUuid === null
        ? { role: 'user', content }
        : { id: uuid, role: 'assistant', model: 'claude-opus-5-5', content, usage: {} },
  })

  it('tells a blank text from a line that was cut off, and gives the verdict after a repair', async () => {
    const blank = [
      { type: 'text', text: '\n\n' },
      { type: 'text', text: 'Lit.' },
    ]
    const path = bench.write('-a/aaaaaaaa-1.jsonl', [said('a', null, 'Light.'), said('b', 'a', blank)])
    const quirky = await bench.run(['doctor', '--all', '--check', '--json'])
    expect(quirky.code).toBe(0)
    expect(JSON.parse(quirky.stdout).summary).toMatchObject({
      unresumable: 0,
      repairable: 0,
      fine: 1,
      notes: 1,
    })
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"type":"us`)
    const torn = await bench.run(['doctor', '--all', '--check'])
    expect(torn).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('0 cannot be resumed, 1 can be repaired, 0 fine.'),
    })
    const fixed = await bench.run(['doctor', '--all', '--fix', '--check', '--json'])
    expect(fixed.code).toBe(0)
    expect(JSON.parse(fixed.stdout)).toMatchObject({
      summary: { fine: 1, repairable: 0, fixed: 1 },
      reports: [{ verdict: 'fine', verdictBefore: 'repairable', fix: { status: 'done' } }],
    })
  })
})

/** With nothing of the product: which lines are no JSON, and which parents no line has. */
function readPlainly(name: string): {
  readonly unreadable: number
  readonly dangling: number
} {
  const entries: Record<string, unknown>[] = []
  let unreadable = 0
  for (const line of readCorpus(name).toString('utf8').split('\n')) {
    if (line.trim() === '') continue
    try {
      const value: unknown = JSON.parse(line)
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        entries.push(value as Record<string, unknown>)
      else unreadable += 1
    } catch {
      unreadable += 1
    }
  }
  const uuids = new Set(entries.map(({ uuid }) => uuid))
  const said = entries.filter(({ type, message }) => SAID.has(type) && message !== undefined)
  const dangling = said.filter(
    ({ uuid, parentUuid }) =>
      typeof uuid === 'string' && typeof parentUuid === 'string' && !uuids.has(parentUuid),
  ).length
  return { unreadable, dangling }
}

const SAID: ReadonlySet<unknown> = new Set(['user', 'assistant'])
