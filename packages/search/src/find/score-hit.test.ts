import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HIT_KINDS } from '../document/hit-kind.ts'
import { toSearchText } from '../query/matches-query.ts'
import { createPart } from '../query/parse-query.ts'
import { boundScore, computeMatch, scoreHit, scoreSession } from './score-hit.ts'

const NOW = Date.parse('2026-11-16T08:00:00Z')
const DAY = 24 * 60 * 60 * 1000
const plain = { isSidechain: false, match: 0.5, time: NOW, now: NOW }

describe('the score of a hit', () => {
  it("puts people's words before output, however often and however newly that says them", () => {
    const old = { isSidechain: false, match: 0, time: NOW - 4000 * DAY, now: NOW }
    const output = scoreHit({ ...plain, kind: 'output', match: 1 })
    expect(scoreHit({ ...old, kind: 'prompt' })).toBeGreaterThan(output)
    expect(scoreHit({ ...old, kind: 'answer' })).toBeGreaterThan(output)
    expect(scoreHit({ ...plain, kind: 'title' })).toBeGreaterThan(scoreHit({ ...plain, kind: 'prompt' }))
  })

  it('prefers the newer, the better match and the person to the subagent', () => {
    const hit = scoreHit({ ...plain, kind: 'answer' })
    expect(hit).toBeGreaterThan(scoreHit({ ...plain, kind: 'answer', time: NOW - 30 * DAY }))
    expect(hit).toBeGreaterThan(scoreHit({ ...plain, kind: 'answer', match: 0.4 }))
    expect(hit).toBeGreaterThan(scoreHit({ ...plain, kind: 'answer', isSidechain: true }))
  })

  it('never goes beyond its bound, and a match never beyond 1', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...HIT_KINDS),
        fc.string(),
        fc.string({ minLength: 1 }),
        fc.boolean(),
        fc.integer({ min: 0, max: NOW * 2 }),
        (kind, text, word, isSidechain, time) => {
          const match = computeMatch(toSearchText({ text }), [createPart(word, true)], [1])
          expect(match).toBeGreaterThanOrEqual(0)
          expect(match).toBeLessThanOrEqual(1)
          const hit = { kind, isSidechain, time, now: NOW }
          expect(scoreHit({ ...hit, match })).toBeLessThanOrEqual(boundScore(hit))
        },
      ),
    )
  })

  it('counts a rare word for more than a common one', () => {
    const words = [createPart('the', false), createPart('drift', false)]
    const rarity = [0.1, 5]
    const rare = computeMatch(toSearchText({ text: 'the drift, drift and drift' }), words, rarity)
    const common = computeMatch(toSearchText({ text: 'the the the the drift ok' }), words, rarity)
    expect(rare).toBeGreaterThan(common)
  })

  it('lifts a session by its title and by many hits', () => {
    const session = { best: 4, count: 1, isInTitle: false }
    expect(scoreSession(session)).toBe(4)
    expect(scoreSession({ ...session, isInTitle: true })).toBe(6)
    expect(scoreSession({ ...session, count: 1024 })).toBe(5)
  })
})
