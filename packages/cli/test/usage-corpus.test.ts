import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCcusage } from '../../../bench/usage/find-ccusage.ts'
import { writeCorpus } from '../../../bench/usage/write-corpus.ts'
import { createNumbersBench, type NumbersBench } from './numbers-kit.ts'

let bench: NumbersBench
beforeAll(() => {
  bench = createNumbersBench()
  writeCorpus(bench.home)
})
afterAll(() => bench.remove())

type Total = {
  readonly answers: number
  readonly tokens: Readonly<Record<string, number>>
  readonly costUsd: number
  readonly estimatedAnswers: number
  readonly outputAtLeast: number
  readonly costUsdAtLeast: number
}

describe('antiphon usage over real logs', () => {
  it('records what ccusage reads, and tells beside it what the answers hold at least', async context => {
    const { stdout, stderr } = await bench.run(['usage', '--json', '--timezone', 'UTC', '--no-cache'])
    const { total } = JSON.parse(stdout) as { readonly total: Total }
    const counted = countByHand(join(bench.root, 'projects', '-corpus'))
    expect(total.tokens.output).toBe(counted.recorded)
    expect(total.answers).toBe(counted.answers)
    // Wide characters are not told apart by hand.
    expect(Math.abs(total.estimatedAnswers / counted.estimated - 1)).toBeLessThan(0.005)
    expect(Math.abs(total.outputAtLeast / counted.atLeast - 1)).toBeLessThan(0.005)
    expect(total.outputAtLeast).toBeGreaterThan(total.tokens.output ?? 0)
    expect(total.costUsdAtLeast).toBeGreaterThan(total.costUsd)
    expect(stderr).toContain('record fewer output tokens than they visibly hold')
    const theirs = findCcusage()
    if (typeof theirs === 'string') return context.skip(theirs)
    const env = { ...process.env, HOME: bench.home, CLAUDE_CONFIG_DIR: bench.root }
    const { totals } = JSON.parse(execFileSync(theirs.command, theirs.args, { encoding: 'utf8', env }))
    const { input, output, cacheWrite5m = 0, cacheWrite1h = 0, cacheRead } = total.tokens
    expect({ input, output, writes: cacheWrite5m + cacheWrite1h, cacheRead }).toEqual({
      input: totals.inputTokens,
      output: totals.outputTokens,
      writes: totals.cacheCreationTokens,
      cacheRead: totals.cacheReadTokens,
    })
  })

  it('says so in the table, with both numbers', async () => {
    const { stdout } = await bench.run(['usage', '--by', 'model', '--timezone', 'UTC'])
    expect(stdout.split('\n')[0]).toMatch(/output +output ≥ .*cost +cost ≥/)
  })
})

/** By characters, with nothing of the product: four a token, each block of an answer once. */
function countByHand(folder: string): {
  readonly answers: number
  readonly recorded: number
  readonly atLeast: number
  readonly estimated: number
} {
  const answers = new Map<string, { recorded: number; readonly blocks: Map<string, number> }>()
  for (const name of readdirSync(folder))
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n'))
      for (const told of parse(line)) {
        const entry = told.type === 'progress' ? told.data?.message : told
        const message = entry?.message
        if (entry?.type !== 'assistant' || entry.isApiErrorMessage || !message?.usage) continue
        if (message.model === '<synthetic>') continue
        const answer = answers.get(message.id) ?? { recorded: 0, blocks: new Map() }
        answers.set(message.id, answer)
        answer.recorded = Math.max(answer.recorded, message.usage.output_tokens ?? 0)
        for (const block of message.content) {
          const said =
            block.type === 'tool_use'
              ? block.name + JSON.stringify(block.input)
              : (block.text ?? block.thinking ?? '')
          answer.blocks.set(block.id ?? block.type + said, said.length / 4)
        }
      }
  const judged = Array.from(answers.values(), ({ recorded, blocks }) => {
    const visible = [...blocks.values()].reduce((sum, size) => sum + Math.ceil(size), 0)
    return { recorded, visible, isEstimated: visible > 1.5 * recorded + 8 }
  })
  return {
    answers: judged.length,
    recorded: judged.reduce((sum, { recorded }) => sum + recorded, 0),
    atLeast: judged.reduce((sum, one) => sum + (one.isEstimated ? one.visible : one.recorded), 0),
    estimated: judged.filter(({ isEstimated }) => isEstimated).length,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a count by hand takes the line as it comes
type Plain = any

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
