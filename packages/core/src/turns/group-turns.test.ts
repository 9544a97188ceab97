import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../message/message.ts'
import { arbitraryHostileLog, arbitraryUiLog } from '../testing/arbitrary-ui-log.ts'
import { answer, entry, prompt, text, toolResult, toolUse } from '../testing/ui-messages.ts'
import { createPersonView } from '../ui/create-person-view.ts'
import { formatWork } from './format-work.ts'
import { groupTurns, itemsOf, type PersonTurn } from './group-turns.ts'

function viewOf(log: readonly Message[]) {
  const view = createPersonView({ isUnlinked: true })
  for (const [seq, message] of log.entries()) view.append(message, { seq })
  return view.items()
}

const turnsOf = (...log: readonly Message[]): readonly PersonTurn[] => groupTurns(viewOf(log))

/** What a reader sees with everything folded. */
const outline = (turns: readonly PersonTurn[]): readonly unknown[] =>
  turns.map(({ heading, parts }) => [
    heading.map(({ item }) => item.text).join(' + '),
    ...parts.map(part => (part.kind === 'work' ? formatWork(part.summary) : part.item.item.text)),
  ])

const call = (id: string, name: string, input: object) => [
  answer(`m-${id}`, [toolUse(id, name, input)]),
  toolResult(id),
]

describe('groupTurns', () => {
  it('makes one line of the calls between two texts', () => {
    const turns = turnsOf(
      prompt('Fix it'),
      answer('a1', [text('I look first.')]),
      ...call('1', 'Read', { file_path: '/a' }),
      ...call('2', 'Read', { file_path: '/b' }),
      ...call('3', 'Read', { file_path: '/a' }),
      answer('a2', [{ type: 'thinking', thinking: 'hm', signature: 's' }]),
      ...call('4', 'Bash', { command: 'npm test' }),
      answer('a3', [text('Done.')]),
      prompt('Thanks'),
    )
    expect(outline(turns)).toEqual([
      ['Fix it', 'I look first.', 'Read 2 files · ran 1 command', 'Done.'],
      ['Thanks'],
    ])
    expect(turns.map(turn => turn.number)).toEqual([1, 2])
  })

  it('lets blank answers and notes of the program pass for nothing to read, and warnings for something', () => {
    const turns = turnsOf(
      prompt('Go'),
      ...call('1', 'Bash', { command: 'a' }),
      answer('blank', [text('\n\n')]),
      entry('system', { subtype: 'informational', content: 'a note', level: 'info' }),
      ...call('2', 'Bash', { command: 'b' }),
      entry('system', { subtype: 'informational', content: 'look here', level: 'warning' }),
      ...call('3', 'Bash', { command: 'c' }),
    )
    expect(outline(turns)).toEqual([['Go', 'Ran 2 commands', 'look here', 'Ran 1 command']])
  })

  it('folds away nothing that another person did, and no recap', () => {
    const origin = { kind: 'human', author: { id: 'a', name: 'Ann' } }
    const allowed = { type: 'peer_answer', toolName: 'Bash', behavior: 'allow', toolUseID: '1', origin }
    const turns = turnsOf(
      prompt('Go'),
      ...call('1', 'Bash', { command: 'a' }),
      entry('attachment', { attachment: allowed }),
      entry('attachment', { attachment: { ...allowed, origin: undefined } }),
      entry('system', { subtype: 'away_summary', content: 'You asked to go.' }),
    )
    expect(outline(turns)).toEqual([['Go', 'Ran 1 command', 'Ann allowed: Bash', '', 'You asked to go.']])
  })

  it('lets a subagent, a plan and the last list of tasks stand for themselves', () => {
    const turns = turnsOf(
      prompt('Go'),
      ...call('1', 'TodoWrite', {}),
      ...call('2', 'Read', { file_path: '/a' }),
      ...call('3', 'Task', {}),
      ...call('4', 'Read', { file_path: '/b' }),
      ...call('5', 'TodoWrite', {}),
      ...call('6', 'ExitPlanMode', {}),
    )
    expect(turns[0]?.parts.map(part => (part.kind === 'work' ? formatWork(part.summary) : 'alone'))).toEqual([
      'Read 1 file · updated the plan',
      'alone',
      'Read 1 file',
      'alone',
      'alone',
    ])
  })

  it('heads a turn with a prompt and what was sent along', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
    const [turn, ...others] = turnsOf(prompt([image, text('What is this?')]), answer('a', [text('A dot.')]))
    expect(others).toEqual([])
    expect(turn?.heading).toHaveLength(2)
    expect(turn?.parts).toHaveLength(1)
  })

  it('counts commands that the model answers, and not those that the program answers', () => {
    const command = (name: string) =>
      prompt(`<command-name>${name}</command-name><command-args></command-args>`)
    const turns = turnsOf(
      command('/review'),
      answer('a', [text('Fine.')]),
      command('/model'),
      prompt('<local-command-stdout>Set model</local-command-stdout>'),
      prompt('Go on'),
    )
    expect(turns.map(turn => turn.number)).toEqual([1, undefined, 2])
  })

  it('has no heading for what stands before the first prompt', () => {
    const [turn] = turnsOf(answer('a', [text('Hello')]), prompt('Hi'))
    expect(turn).toMatchObject({ heading: [], number: undefined })
  })

  it('takes the time that the log tells, else the times of its items without a long silence', () => {
    const at = (time: string) => ({ timestamp: `2026-01-01T${time}.000Z` })
    const log = [
      prompt('Go', at('10:00:00')),
      answer('a', [text('One')], at('10:00:30')),
      answer('b', [text('Two')], at('18:00:00')),
      answer('c', [text('Three')], at('18:00:10')),
    ]
    expect(turnsOf(...log)[0]?.durationMs).toBe(40_000)
    const told = entry('system', { subtype: 'turn_duration', durationMs: 31_000, ...at('18:00:10') })
    expect(turnsOf(...log, told)[0]?.durationMs).toBe(31_000)
  })

  it('drops nothing and keeps the order, whatever the log holds', () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryUiLog(), arbitraryHostileLog()), log => {
        const items = viewOf(log)
        expect(groupTurns(items).flatMap(itemsOf)).toEqual(items)
      }),
    )
  })

  it('gives the same while a log grows, and turns that did not change as the same objects', () => {
    fc.assert(
      fc.property(arbitraryUiLog(), log => {
        const view = createPersonView({ isUnlinked: true })
        let turns: readonly PersonTurn[] = []
        for (const [seq, message] of log.entries()) {
          view.append(message, { seq })
          const before = turns
          turns = groupTurns(view.items(), before)
          const whole = groupTurns(view.items())
          expect(turns).toEqual(whole)
          for (const [index, turn] of before.entries())
            if (
              itemsOf(turn).every((item, at) => item === itemsOf(whole[index] ?? turn)[at]) &&
              itemsOf(turn).length === itemsOf(whole[index] ?? turn).length
            )
              expect(turns[index]).toBe(turn)
        }
      }),
      { numRuns: 30 },
    )
  })
})
