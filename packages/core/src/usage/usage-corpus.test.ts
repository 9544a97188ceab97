import { isObject } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { readNumber } from '../message/read-field.ts'
import { CORPUS, readCorpus } from '../testing/corpus.ts'
import { sumAnswers } from './sum-answers.ts'
import { createUsageLedger, type UsageReport } from './usage-ledger.ts'

const FIELDS = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
] as const

describe('usage of real logs', () => {
  it('equals a plain count, also backwards and with every line twice', () => {
    const reports = CORPUS.flatMap(readReports)
    const ledger = createUsageLedger()
    for (const report of [...reports.toReversed(), ...reports]) ledger.add(report)
    const { usage, answers, isCostKnown, costUsd } = sumAnswers(ledger.answers())
    const maxima = new Map<string, Map<string, number>>()
    for (const { id, usage: told } of reports) {
      const known = maxima.get(id) ?? new Map<string, number>()
      for (const field of FIELDS)
        known.set(field, Math.max(known.get(field) ?? 0, readNumber(told, field) ?? 0))
      maxima.set(id, known)
    }
    for (const field of FIELDS)
      expect(usage[field]).toBe([...maxima.values()].reduce((sum, known) => sum + (known.get(field) ?? 0), 0))
    expect(answers).toBe(maxima.size)
    expect(answers).toBeGreaterThan(3000)
    expect(isCostKnown).toBe(true)
    expect(costUsd).toBeGreaterThan(100)
  })
})

function readReports(name: string): readonly UsageReport[] {
  const lines = readCorpus(name).toString('utf8').split('\n')
  return lines.flatMap(line => {
    const entry = line.includes('"usage"') ? parse(line) : null
    const message = isObject(entry) ? entry.message : null
    if (!isObject(entry) || !isObject(message) || !isObject(message.usage)) return []
    const at = typeof entry.timestamp === 'string' ? entry.timestamp : null
    return [{ id: `${message.id}`, model: `${message.model}`, usage: message.usage, at }]
  })
}

/** Some of the files are damaged on purpose. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
