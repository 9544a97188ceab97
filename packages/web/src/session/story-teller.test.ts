import { decodeLines, type Entry } from '@antiphon/core'
import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import type { PlacedEntry } from '@antiphon/server/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLog, makeLongSession, makeRichSession, uuidOf } from '../../test/make-sessions.ts'
import { computeStory, type Story } from '../story/compute-story.ts'
import { createStoryTeller } from './story-teller.ts'

function placeAll(entries: readonly Entry[]): PlacedEntry[] {
  return entries.map((entry, index) => ({ seq: index * 10, next: index * 10 + 10, entry, cut: 0 }))
}

/** What a person reads; the uuids of parts depend on what stands before them. */
function readingOf({ items }: Story): readonly string[] {
  return items.map(({ key, item, place }) =>
    JSON.stringify([key, item, place?.placed.seq], (name, value: unknown) =>
      name === 'uuid' ? undefined : value,
    ),
  )
}

/** A session with forks: some entries hang off an earlier one. */
const forkedLog = fc
  .array(fc.record({ kind: fc.constantFrom('say', 'answer', 'call', 'result', 'wait'), back: fc.nat(40) }), {
    minLength: 30,
    maxLength: 160,
  })
  .map(steps => {
    const log = createLog('forked')
    let call = 0
    for (const { kind, back } of steps) {
      // One in twenty goes back to an earlier entry.
      const parent = log.entries[log.entries.length - 1 - (back % 20)]
      const fork = back % 20 === 7 && parent && 'uuid' in parent ? { parentUuid: parent.uuid } : {}
      if (kind === 'say')
        log.add({ type: 'user', message: { role: 'user', content: `Words ${call}` }, ...fork })
      else if (kind === 'answer')
        log.add({
          type: 'assistant',
          message: {
            id: `m${log.entries.length}`,
            role: 'assistant',
            content: [{ type: 'text', text: 'Yes' }],
          },
          ...fork,
        })
      else if (kind === 'call') {
        call += 1
        log.answer({ type: 'tool_use', id: `t${call}`, name: 'Bash', input: { command: 'ls' } })
      } else if (kind === 'result') log.result(`t${Math.max(0, call - (back % 3))}`, 'out')
      else log.add({ type: 'last-prompt', leafUuid: uuidOf(Math.max(1, log.entries.length - back)) })
    }
    return placeAll(log.entries)
  })

describe('createStoryTeller', () => {
  it('tells what a full reading tells, whatever comes and whatever is dropped', () => {
    const steps = fc.array(fc.record({ more: fc.integer({ min: 1, max: 30 }), drop: fc.nat(12) }), {
      minLength: 1,
      maxLength: 30,
    })
    fc.assert(
      fc.property(forkedLog, steps, (log, moves) => {
        const tell = createStoryTeller()
        let [from, to] = [0, 0]
        for (const { more, drop } of moves) {
          to = Math.min(log.length, to + more)
          from = Math.min(to, from + drop)
          const loaded = log.slice(from, to)
          expect(readingOf(tell(loaded))).toEqual(readingOf(computeStory(loaded)))
        }
      }),
    )
  })

  it('keeps the items that did not change', () => {
    const log = placeAll(makeLongSession('long', 400).entries)
    const tell = createStoryTeller()
    const before = tell(log.slice(0, 700)).items
    const after = tell(log.slice(0, 710)).items
    expect(after.slice(0, before.length).every((item, index) => item === before[index])).toBe(true)
    const dropped = tell(log.slice(300, 720)).items
    expect(dropped.filter(item => before.includes(item)).length).toBeGreaterThan(300)
  })

  it('tells an entry that was put in the place of a cut one', () => {
    const log = placeAll(makeRichSession('rich').entries)
    const tell = createStoryTeller()
    tell(log)
    const whole = log.map((placed, index) =>
      index === 0
        ? { ...placed, entry: { ...placed.entry, message: { role: 'user', content: 'Whole' } } as Entry }
        : placed,
    )
    expect(tell(whole).items[0]?.item.text).toBe('Whole')
    expect(tell(whole, { includeMeta: true }).items.length).toBeGreaterThan(0)
  })

  it('tells every session of the corpus as a full reading does', () => {
    for (const name of CORPUS) {
      const head = readCorpus(name).subarray(0, 400_000)
      const log = placeAll(
        decodeLines(head).flatMap(line => (line.kind === 'entry' ? [line.entry] : [])),
      ).slice(0, 300)
      const tell = createStoryTeller()
      const step = Math.max(7, Math.ceil(log.length / 5))
      for (let to = step; to < log.length + step; to += step) {
        const loaded = log.slice(0, to)
        expect(readingOf(tell(loaded)), name).toEqual(readingOf(computeStory(loaded)))
      }
    }
  })
})
