import {
  buildConversation,
  createUserMessage,
  type Entry,
  getMessagesAfterCompactBoundary,
  isEntry,
  type TranscriptEntry,
  type UserMessage,
} from '@antiphon/core'
import { checkStored, computeRequest } from '@antiphon/core/inspect'
import { isTranscriptEntry } from '@antiphon/core/log'
import { arbitraryBranchingLog } from '@antiphon/core/testing/arbitrary-branching-log'
import { arbitraryDamagedHistory } from '@antiphon/core/testing/arbitrary-damage'
import { arbitraryDamagedLog } from '@antiphon/core/testing/arbitrary-log'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConversionTarget } from './conversion-target.ts'
import { convertSession, type SessionConversion } from './convert-session.ts'

const RUNS = { numRuns: process.env.PROPERTY_SEED ? 1000 : 100 }

function convert(entries: readonly Entry[], target: ConversionTarget): SessionConversion {
  return convertSession(entries, {
    target,
    from: 'old',
    sessionId: 'new',
    cwd: '/home/dev/harbour',
    version: '2.1.325',
    origin: { agent: 'codex', sessionId: 'old', path: '/home/dev/rollout.jsonl', convertedBy: 'antiphon 0' },
  })
}

/** What stands in the way of sending a log as it is stored, and of sending what our view makes of it. */
function judge(entries: readonly Entry[]) {
  const live = getMessagesAfterCompactBoundary(buildConversation(entries).messages)
  const prompt = createUserMessage({ content: 'and then?' }) as TranscriptEntry
  const { request, target, violations } = computeRequest([...live, prompt])
  return { stored: checkStored([...live, prompt], request, target), request: violations }
}

const CLEAN = { stored: [], request: [] }

const LOGS: readonly (readonly [string, fc.Arbitrary<readonly Entry[]>])[] = [
  ['damaged logs', arbitraryDamagedLog],
  ['logs with branches', arbitraryBranchingLog],
  ['damaged messages', arbitraryDamagedHistory.map(toLog)],
]

/** A history as a log whose entries hang on each other. */
function toLog(history: readonly unknown[]): readonly Entry[] {
  return history.flatMap((message, index) =>
    typeof message === 'object' && message !== null
      ? [
          {
            ...message,
            uuid: `u${index}`,
            parentUuid: index === 0 ? null : `u${index - 1}`,
            sessionId: 'old',
          } as unknown as Entry,
        ]
      : [],
  )
}

describe.each(LOGS)('%s', (_, arbitrary) => {
  it('become for Claude Code what can be sent as it is stored, without a repair', () => {
    fc.assert(
      fc.property(arbitrary, given => {
        const entries = given.filter(isEntry)
        expect(judge(convert(entries, 'claude').entries)).toEqual(CLEAN)
      }),
      RUNS,
    )
  })

  it('become for us what our view makes a request of that the API takes', () => {
    fc.assert(
      fc.property(arbitrary, given => {
        const entries = given.filter(isEntry)
        const { entries: converted } = convert(entries, 'antiphon')
        expect(judge(converted).request).toEqual([])
        expect(converted.filter(isTranscriptEntry).length).toBe(entries.filter(isTranscriptEntry).length)
      }),
      RUNS,
    )
  })
})

it('keeps what the program said apart from the prompt where the messages had to be mended', () => {
  const said = [
    { ...createUserMessage({ content: '<permissions instructions>', isMeta: true }) },
    { ...createUserMessage({ content: 'Plan the harbour.' }) },
    { type: 'assistant', message: { role: 'assistant', model: 'm', content: [{ type: 'text', text: ' ' }] } },
  ]
  const { entries, losses } = convert(toLog(said), 'claude')
  const users = entries.filter(entry => entry.type === 'user') as readonly UserMessage[]
  expect(losses.map(({ rule }) => rule)).toContain('mended')
  expect(users.map(({ isMeta, message }) => [isMeta === true, message.content])).toEqual([
    [true, [{ type: 'text', text: '<permissions instructions>' }]],
    [false, [{ type: 'text', text: 'Plan the harbour.' }]],
  ])
  expect(judge(entries)).toEqual(CLEAN)
})
