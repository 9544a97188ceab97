import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { addAgentFlags } from './add-agent-flags.ts'
import { keepKnownFlags } from './keep-known-flags.ts'

const command = addAgentFlags(new Command().option('-p, --print [prompt]'))
const keep = (...argv: readonly string[]) => keepKnownFlags(command, argv)

describe('keepKnownFlags', () => {
  it('leaves a command line alone that it knows, in both spellings', () => {
    for (const argv of [
      ['-p', 'hi', '--model', 'm', '--model=m', '--allowedTools=a,b', '--allowed-tools', 'c', '-c'],
      ['--system-prompt', '--not-a-flag', '-p'],
      ['-p', '--', '--unknown'],
      ['--help'],
      ['-p', '-1 is a number'],
    ])
      expect(keep(...argv)).toEqual({ argv, unknown: [] })
  })

  it('keeps every word of a list, up to the next flag', () => {
    const argv = ['-p', 'hi', '--disallowedTools', 'Bash', 'Write', '--add-dir', 'a', 'b', '--model', 'm']
    expect(keep(...argv)).toEqual({ argv, unknown: [] })
    expect(command.parse([...argv], { from: 'user' }).opts()).toMatchObject({
      disallowedTools: ['Bash', 'Write'],
      addDir: ['a', 'b'],
    })
  })

  it('leaves out what it does not know, with a value where the flag has one', () => {
    expect(keep('--effort=high', '-p', 'hi', '--betas', 'b', '--debug', '--model', 'm')).toEqual({
      argv: ['-p', 'hi', '--model', 'm'],
      unknown: ['--effort', '--betas', '--debug'],
    })
  })

  it('does not take the prompt for the value of a flag that nobody knows', () => {
    expect(keep('-p', '--brand-new', 'the prompt')).toEqual({
      argv: ['-p', 'the prompt'],
      unknown: ['--brand-new'],
    })
  })
})
