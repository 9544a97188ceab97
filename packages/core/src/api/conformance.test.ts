import type { ApiTargetOptions } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { SYNTHETIC_TOOL_RESULT_PLACEHOLDER } from '../message/synthetic-texts.ts'
import {
  answer,
  call,
  image,
  type LogMessage,
  log,
  result,
  text,
  thinking,
  user,
} from '../testing/history-builder.ts'
import { normalizeLog, rulesOf } from '../testing/normalize-log.ts'
import { PIXEL } from '../testing/pixel.ts'

type Case = {
  /** As in research/engines.md §1.3. */
  readonly name: string
  readonly history: readonly LogMessage[]
  /** What was said, called and returned: all of it has to reach the model. */
  readonly content: readonly string[]
  readonly repairs: readonly string[]
}

const READ_A = call('toolu_a', 'Read', { file_path: 'alpha.ts' })
const READ_B = call('toolu_b', 'Read', { file_path: 'beta.ts' })
const READ_C = call('toolu_c', 'Read', { file_path: 'gamma.ts' })

const CASES: readonly Case[] = [
  {
    name: 'baseline',
    history: log(
      user('read it'),
      answer('m1', [text('Reading.'), READ_A]),
      user([result('toolu_a', 'const a')]),
      answer('m2', 'It is a.'),
      user('thanks'),
    ),
    content: ['read it', 'Reading.', 'alpha.ts', 'const a', 'It is a.', 'thanks'],
    repairs: [],
  },
  {
    name: 'crash before result, then user',
    history: log(user('read it'), answer('m1', [READ_A]), user('are you there?')),
    content: ['read it', 'alpha.ts', 'are you there?', SYNTHETIC_TOOL_RESULT_PLACEHOLDER],
    repairs: ['TUP-01 inserted'],
  },
  {
    name: 'crash before result, at end',
    history: log(user('read it'), answer('m1', [READ_A])),
    content: ['read it', 'alpha.ts', SYNTHETIC_TOOL_RESULT_PLACEHOLDER],
    repairs: ['TUP-01 inserted'],
  },
  {
    name: '1 of 3 parallel results',
    history: log(
      user('read them'),
      answer('m1', [READ_A, READ_B, READ_C]),
      user([result('toolu_b', 'const b')]),
    ),
    content: ['alpha.ts', 'beta.ts', 'gamma.ts', 'const b', SYNTHETIC_TOOL_RESULT_PLACEHOLDER],
    repairs: ['TUP-01 inserted', 'TUP-01 inserted'],
  },
  {
    name: 'orphan result at start',
    history: log(user([result('toolu_x', 'lost and found')]), answer('m1', 'Fine.'), user('go on')),
    content: ['toolu_x', 'lost and found', 'Fine.', 'go on'],
    repairs: ['TUP-02 replaced'],
  },
  {
    name: 'orphan result after trim',
    history: log(
      user('summary so far'),
      user([result('toolu_x', 'trimmed call')]),
      answer('m1', 'Fine.'),
      user('go on'),
    ),
    content: ['summary so far', 'toolu_x', 'trimmed call', 'Fine.', 'go on'],
    repairs: ['TUP-02 replaced'],
  },
  {
    name: 'duplicate tool_result',
    history: log(
      user('read it'),
      answer('m1', [READ_A]),
      user([result('toolu_a', 'first')]),
      user([result('toolu_a', 'second')]),
    ),
    content: ['alpha.ts', 'first', 'second'],
    repairs: ['TUP-03 replaced'],
  },
  {
    name: 'duplicate tool_use id',
    history: log(
      user('read it'),
      answer('m1', [READ_A]),
      user([result('toolu_a', 'one')]),
      answer('m2', [call('toolu_a', 'Read', { file_path: 'beta.ts' })]),
      user([result('toolu_a', 'two')]),
    ),
    content: ['alpha.ts', 'one', 'beta.ts', 'two'],
    repairs: ['TUP-04 renamed', 'TUP-04 renamed'],
  },
  {
    name: 'user text between use and result',
    history: log(
      user('read it'),
      answer('m1', [READ_A]),
      user('hurry up'),
      user([result('toolu_a', 'const a')]),
    ),
    content: ['alpha.ts', 'hurry up', 'const a'],
    repairs: ['TUP-14 moved'],
  },
  {
    name: 'empty assistant text',
    history: log(user('read it'), answer('m1', [text(''), READ_A]), user([result('toolu_a', 'const a')])),
    content: ['read it', 'alpha.ts', 'const a'],
    repairs: ['EMP-01 removed'],
  },
  {
    name: 'whitespace assistant text',
    history: log(user('hello'), answer('m1', ' \n'), user('still there?')),
    content: ['hello', 'still there?'],
    repairs: ['EMP-02 removed'],
  },
  {
    name: 'empty user text',
    history: log(user(''), answer('m1', 'Hm?'), user('hello')),
    content: ['Hm?', 'hello'],
    repairs: ['EMP-01 removed', 'ROL-01 inserted'],
  },
  {
    name: 'empty tool result',
    history: log(user('touch it'), answer('m1', [READ_A]), user([result('toolu_a', '')])),
    content: ['touch it', 'alpha.ts', '"tool_use_id":"toolu_a"'],
    repairs: [],
  },
  {
    name: 'thinking without signature',
    history: log(
      user('think'),
      answer('m1', [{ type: 'thinking', thinking: 'unsigned' }, text('Thought.')]),
      user('good'),
    ),
    content: ['think', 'Thought.', 'good'],
    repairs: ['THK-12 removed'],
  },
  {
    name: 'thinking only, aborted',
    history: log(
      user('think'),
      answer('m1', [thinking('half a thou')]),
      user('[Request interrupted by user]'),
      user('stop'),
    ),
    content: ['think', '[Request interrupted by user]', 'stop'],
    repairs: ['ROL-05 removed'],
  },
  {
    name: 'starts with assistant',
    history: log(answer('m1', 'Welcome.'), user('hello')),
    content: ['Welcome.', 'hello'],
    repairs: ['ROL-01 inserted'],
  },
  {
    name: 'ends with trailing space',
    history: log(user('hello'), answer('m1', 'And so ')),
    content: ['hello', 'And so '],
    repairs: ['ROL-03 inserted'],
  },
  {
    name: 'lone surrogate',
    history: log(
      user('a cut emoji: \ud83d!'),
      answer('m1', [text('half \udc4b'), READ_A]),
      user([result('toolu_a', 'cut \ud83d here')]),
    ),
    content: ['a cut emoji: ', 'half ', 'alpha.ts', 'cut ', ' here'],
    repairs: ['ENV-03 edited', 'ENV-03 edited', 'ENV-03 edited'],
  },
  {
    name: 'illegal tool id',
    history: log(
      user('read it'),
      answer('m1', [call('call:1|x', 'Read', { file_path: 'alpha.ts' })]),
      user([result('call:1|x', 'const a')]),
    ),
    content: ['alpha.ts', 'const a', 'call_1_x'],
    repairs: ['TUP-07 renamed', 'TUP-04 renamed'],
  },
  {
    name: 'string tool input',
    history: log(
      user('read them'),
      answer('m1', [call('toolu_a', 'Read', '{"file_path":"alpha.ts"}'), call('toolu_b', 'Bash', 'ls -l')]),
      user([result('toolu_a', 'const a'), result('toolu_b', 'total 0')]),
    ),
    content: ['alpha.ts', 'ls -l', 'const a', 'total 0'],
    repairs: ['TUP-08 edited', 'TUP-08 edited'],
  },
  {
    name: 'image in error result',
    history: log(
      user('look'),
      answer('m1', [READ_A]),
      user([result('toolu_a', [text('it broke'), image(PIXEL)], { is_error: true })]),
    ),
    content: ['alpha.ts', 'it broke', PIXEL, '"is_error":true'],
    repairs: ['TUP-11 edited'],
  },
  {
    name: 'assistant text between use and result',
    history: log(
      user('read it'),
      answer('m1', [READ_A]),
      answer('m1', [text('Reading now.')]),
      user([result('toolu_a', 'const a')]),
    ),
    content: ['alpha.ts', 'Reading now.', 'const a'],
    repairs: [],
  },
  {
    name: 'empty assistant array',
    history: log(user('hello'), answer('m1', []), user('still there?')),
    content: ['hello', 'still there?'],
    repairs: [],
  },
  {
    name: 'split assistant, sequential tools',
    history: log(
      user('read them'),
      answer('m1', [text('First.')]),
      answer('m1', [READ_A]),
      user([result('toolu_a', 'const a')]),
      answer('m1', [READ_B]),
      user([result('toolu_b', 'const b')]),
      answer('m2', 'Both read.'),
      user('thanks'),
    ),
    content: ['First.', 'alpha.ts', 'const a', 'beta.ts', 'const b', 'Both read.', 'thanks'],
    repairs: [],
  },
]

const TARGETS: readonly ApiTargetOptions[] = [
  { model: 'claude-opus-5-5' },
  { model: 'claude-haiku-4-5', platform: 'bedrock', apiVersion: '2023-06-01' },
  { model: 'claude-sonnet-5', platform: 'vertex' },
]

describe('the 24 damaged histories of research/engines.md §1.3', () => {
  it('are 24', () => {
    expect(CASES).toHaveLength(24)
  })

  it.each(CASES)('$name: can be sent, everywhere', ({ history }) => {
    for (const target of TARGETS) expect(normalizeLog(history, target).violations).toEqual([])
  })

  it.each(CASES)('$name: is complete', ({ history, content }) => {
    const sent = JSON.stringify(normalizeLog(history).messages)
    for (const words of content) expect(sent).toContain(words)
  })

  it.each(CASES)('$name: reports $repairs', ({ history, repairs }) => {
    expect(rulesOf(normalizeLog(history).repairs)).toEqual(repairs)
  })
})
