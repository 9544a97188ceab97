import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createStreamJsonParser } from '@antiphon/core'
import type { ParsedLine } from '@antiphon/core/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatStatistics } from '../src/stream-json/format-statistics.ts'
import {
  createStreamCounter,
  formatStreamSummary,
  type StreamSummary,
} from '../src/stream-json/stream-summary.ts'
import { createStreamView } from '../src/stream-json/stream-view.ts'
import { plainScreen } from './plain-screen.ts'

const recordings = ['stream-json', 'control-protocol'].flatMap(folder => {
  const path = fileURLToPath(new URL(`../../core/fixtures/${folder}/`, import.meta.url))
  const names = readdirSync(path).filter(name => /^claude-|^cli-to-sdk/.test(name))
  return names.map(name => [name, readFileSync(path + name)] as const)
})

/** Everything that is written of a stream whose bytes come in these pieces. */
function watch(chunks: readonly Uint8Array[], isLive: boolean): { text: string; summary: StreamSummary } {
  const screen = plainScreen(80)
  const counter = createStreamCounter()
  const view = createStreamView({ screen: () => screen, isLive, now: () => 0 })
  const parser = createStreamJsonParser()
  const take = (line: ParsedLine): string => {
    if (line.kind === 'event') counter.event(line.event)
    else counter.badLine(line)
    return (line.kind === 'event' ? view.event(line.event) : view.badLine(line)) + view.tick()
  }
  const lines = [...chunks.flatMap(chunk => [...parser.push(chunk)]), ...parser.end()]
  const text = lines.map(take).join('') + view.end()
  const summary = counter.summary()
  const ends = [...formatStreamSummary(summary, screen), ...formatStatistics(summary, screen)]
  return { text: `${text}${ends.join('\n')}`, summary }
}

describe.each(recordings)('%s', (_name, bytes) => {
  it('is told to its end, with what it cost', () => {
    const { text, summary } = watch([bytes], false)
    expect(summary).toMatchObject({ badLines: 0, isFinished: true, cost: { source: 'reported' } })
    expect(summary.cost.usd).toBeGreaterThan(0)
    expect(text).not.toContain('no result')
    expect(text).not.toContain('unknown call')
  })

  it('is told the same however its bytes arrive', () => {
    const whole = watch([bytes], false).text
    fc.assert(
      fc.property(fc.array(fc.nat({ max: bytes.length }), { maxLength: 6 }), cuts => {
        const places = [0, ...cuts.sort((one, other) => one - other), bytes.length]
        const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end))
        expect(watch(chunks, false).text).toBe(whole)
      }),
      { numRuns: 20 },
    )
  })

  it('is told as far as it goes, cut anywhere and with garbage in it', () => {
    const garbage = fc.oneof(
      fc.constant(Buffer.from('\n{"type":"assistant"\n')),
      fc.constant(Buffer.from('\nnull\n[1,2]\n{"type":7}\n{"type":"user","message":null}\n')),
      fc.uint8Array({ maxLength: 40 }).map(noise => Buffer.from([10, ...noise, 10])),
    )
    fc.assert(
      fc.property(fc.nat({ max: bytes.length }), garbage, fc.boolean(), (cut, noise, isLive) => {
        const { text } = watch([bytes.subarray(0, cut), noise, bytes.subarray(cut)], isLive)
        expect(text).toMatch(/turns? ·|no result/)
        const torn = watch([bytes.subarray(0, cut)], isLive)
        expect(torn.summary.cost.isKnown).toBe(true)
      }),
      { numRuns: 40 },
    )
  })
})
