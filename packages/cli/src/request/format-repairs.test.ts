import type { Repair } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { asText, plainScreen } from '../../test/plain-screen.ts'
import { formatRepairs } from './format-findings.ts'

const screen = plainScreen(64)

function repair(rule: string, action: Repair['action'], detail: string): Repair {
  return { rule, action, index: 0, uuid: null, detail }
}

describe('formatRepairs', () => {
  it('tells what was changed, by rule, with what the rule says and examples', () => {
    const repairs = [
      repair('TUP-01', 'inserted', 'result for the call toolu_1'),
      repair('SEED-system', 'omitted', 'system message init'),
      repair('SEED-system', 'omitted', 'system message turn_duration'),
      repair('SEED-system', 'omitted', 'system message api_metrics'),
    ]
    expect(asText(formatRepairs(repairs, screen))).toMatchInlineSnapshot(`
      "
      4 changes between the log and the request
      1×  TUP-01       inserted
          Every call has a result in the reply.
          · result for the call toolu_1
      3×  SEED-system  omitted   system message init
          · system message turn_duration
      "
    `)
  })

  it('says so where nothing was changed', () => {
    expect(formatRepairs([], screen)).toEqual(['Nothing was repaired or left out.'])
  })
})
