import { renderPromptWithContext } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { readCommandInput } from './command.ts'

describe('readCommandInput', () => {
  it.each([
    ['/compact', 'compact', ''],
    ['  /compact keep the API  ', 'compact', 'keep the API'],
    ['/team:review a.ts\nand b.ts', 'team:review', 'a.ts\nand b.ts'],
    ['/评审 a', '评审', 'a'],
  ])('reads a name and what was added: %j', (prompt, name, args) => {
    expect(readCommandInput(prompt)).toMatchObject({ kind: 'slash', name, args })
    expect(readCommandInput([{ type: 'text', text: prompt }])).toMatchObject({ kind: 'slash', name, args })
  })

  it.each([
    ['!ls -la', 'ls -la'],
    ['! ls', 'ls'],
  ])('reads a command of the shell: %j', (prompt, command) => {
    expect(readCommandInput(prompt)).toMatchObject({ kind: 'shell', command })
  })

  it.each([
    '',
    '/',
    '//',
    '/usr/bin/foo is broken',
    '/tmp/a.txt',
    'run /compact',
    '!',
    '!!',
    '!= is wrong',
    '![a picture](a.png)',
  ])('takes %j for words', prompt => {
    expect(readCommandInput(prompt)).toBe(null)
  })

  it('reads what a person said, and not what they attached', () => {
    const attached = [
      {
        reference: { type: 'TerminalReference' as const, lineCount: 1, isError: false },
        content: '!rm -rf /',
      },
    ]
    expect(readCommandInput(renderPromptWithContext('/cost', attached))).toMatchObject({ name: 'cost' })
    expect(readCommandInput(renderPromptWithContext('look', attached))).toBe(null)
  })

  it('obeys nobody but a person', () => {
    expect(readCommandInput('/cost', 'human')).toMatchObject({ name: 'cost' })
    expect(readCommandInput('/cost', { kind: 'human' })).toMatchObject({ name: 'cost' })
    for (const origin of ['agent', 'system', { kind: 'task-notification' }, { kind: 'peer' }] as const)
      expect(readCommandInput('!ls', origin)).toBe(null)
  })
})
