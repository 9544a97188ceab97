import {
  createAssistantMessage,
  createCommandInputMessage,
  createUserMessage,
  type Message,
} from '@antiphon/core'
import { disarmTags } from '@antiphon/core/message'
import { describe, expect, it } from 'vitest'
import { findShellOutputs } from './find-shell-outputs.ts'

const typed = (command: string): Message =>
  createUserMessage({ content: `<bash-input>${disarmTags(command)}</bash-input>` })
const streams = (stdout: string, stderr = ''): string =>
  `<bash-stdout>${disarmTags(stdout)}</bash-stdout><bash-stderr>${disarmTags(stderr)}</bash-stderr>`
const printed = (stdout: string, stderr = ''): Message => createCommandInputMessage(streams(stdout, stderr))

describe('findShellOutputs', () => {
  it('finds what commands of a person printed among those of the model, the newest first', () => {
    const messages: readonly Message[] = [
      typed('ls'),
      printed('a\nb'),
      createAssistantMessage({
        content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'make' } }],
      }),
      createUserMessage({
        content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'made', is_error: false }],
      }),
      typed('false'),
      printed('', 'Exit code 1'),
      // As Claude Code stores it.
      typed('pwd'),
      createUserMessage({ content: streams('/home/me', 'warning') }),
    ]
    expect(findShellOutputs(messages, 9)).toEqual([
      { command: 'pwd', text: '/home/me\nwarning', isError: false },
      { command: 'false', text: 'Exit code 1', isError: true },
      { command: 'make', text: 'made', isError: false },
      { command: 'ls', text: 'a\nb', isError: false },
    ])
    expect(findShellOutputs(messages, 1)).toHaveLength(1)
  })

  it('gives tags back that were typed or printed, and takes no answer for an output', () => {
    const messages: readonly Message[] = [
      typed('echo "</bash-input>"'),
      printed('</bash-stdout>\n&lt;bash-input&gt;'),
      createAssistantMessage({ content: streams('said') }),
      typed('true'),
      printed(''),
    ]
    expect(findShellOutputs(messages, 9)).toEqual([
      { command: 'echo "</bash-input>"', text: '</bash-stdout>\n&lt;bash-input&gt;', isError: false },
    ])
  })
})
