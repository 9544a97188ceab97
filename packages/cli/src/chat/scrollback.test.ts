import {
  buildPersonView,
  createAssistantMessage,
  createUserMessage,
  INTERRUPT_MESSAGE,
  type Message,
} from '@antiphon/core'
import type { TailItem } from '@antiphon/core/chat'
import { groupTurns } from '@antiphon/core/turns'
import { describe, expect, it } from 'vitest'
import { plainScreen } from '../../test/plain-screen.ts'
import { createScrollback, type Scrollback } from './scrollback.ts'

const PROMPT = createUserMessage({ content: 'begin' })
const STOPPED = createUserMessage({ content: [{ type: 'text', text: INTERRUPT_MESSAGE }] })

function say(text: string): Message {
  return createAssistantMessage({ content: [{ type: 'text', text }] })
}

function tailOf(text: string, key = 'tail a 0'): readonly TailItem[] {
  return buildPersonView([say(text)]).map(item => ({ key, item, place: undefined }))
}

type Moment = {
  readonly log: readonly Message[]
  readonly tail?: readonly TailItem[]
  readonly isRunning?: boolean
}

function advance(scrollback: Scrollback, { log, tail = [], isRunning = true }: Moment): readonly string[] {
  const view = buildPersonView(log).map((item, seq) => ({
    key: String(seq),
    item,
    place: { placed: { seq }, block: 0 },
  }))
  return scrollback.advance({
    ...{ turns: groupTurns(view), tail, isRunning, isBehind: false, screen: plainScreen() },
    ...{ options: { cwd: undefined }, mostLive: 20 },
  }).lines
}

function play(moments: readonly Moment[]): string {
  const scrollback = createScrollback()
  return moments.flatMap(moment => advance(scrollback, moment)).join('\n')
}

describe('an answer that is interrupted', () => {
  it.each([
    { name: 'while it is said', between: [] },
    { name: 'after it is no longer said', between: [{ log: [PROMPT] }] },
  ])('stays above its interruption where the log tells of that $name', ({ between }) => {
    const told = play([
      { log: [PROMPT], tail: tailOf('Half of an') },
      ...between,
      { log: [PROMPT, STOPPED], tail: between.length === 0 ? tailOf('Half of an') : [] },
      { log: [PROMPT, STOPPED], isRunning: false },
    ])
    expect(told).toMatch(/begin[\s\S]*Half of an[\s\S]*interrupted/)
    expect(told.split('Half of an')).toHaveLength(2)
  })

  it('stays where nothing tells of its end', () => {
    expect(
      play([
        { log: [PROMPT], tail: tailOf('Half of an') },
        { log: [PROMPT], isRunning: false },
      ]),
    ).toMatch(/begin[\s\S]*Half of an/)
  })

  it('is said once where the log has it, also where the log was quicker or the next one has begun', () => {
    const whole = say('Half of an answer, and the rest.')
    for (const tail of [[], tailOf('Half of an'), tailOf('H', 'tail a 1')]) {
      const told = play([
        { log: [PROMPT], tail: tailOf('Half of an') },
        { log: [PROMPT, whole], tail },
        { log: [PROMPT, whole], isRunning: true },
      ])
      expect(told.match(/Half of an/g)).toHaveLength(1)
    }
  })
})
