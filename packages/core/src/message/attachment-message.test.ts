import { describe, expect, it } from 'vitest'
import type { Attachment } from './attachment.ts'
import { createAttachmentMessage } from './attachment-message.ts'
import { isAttachmentMessage } from './message-guards.ts'

const SEEDS: readonly Attachment[] = [
  { type: 'edited_text_file', filename: 'a.ts', snippet: '1' },
  { type: 'memory', content: '记忆内容' },
  { type: 'nested_memory', path: 'src/CLAUDE.md', content: { path: 'src/CLAUDE.md', content: 'tabs' } },
  {
    type: 'hook_stopped_continuation',
    message: 'enough',
    hookName: 'Stop',
    hookEvent: 'Stop',
    toolUseID: 't',
  },
  { type: 'hook_permission_decision', decision: 'deny', hookEvent: 'PreToolUse', toolUseID: 't' },
  { type: 'max_turns_reached', maxTurns: 3, turnCount: 3 },
  { type: 'mcp_instructions_delta', addedNames: ['docs'], addedBlocks: ['use it'], removedNames: [] },
  { type: 'skill_discovery', skills: [{ name: 'pdf', description: 'reads PDFs' }] },
  { type: 'queued_command', prompt: 'and then?' },
]

describe('createAttachmentMessage', () => {
  it.each(SEEDS)('carries $type of seed 003', attachment => {
    const message = createAttachmentMessage(attachment)
    expect(message).toStrictEqual({
      type: 'attachment',
      attachment,
      uuid: expect.stringMatching(/^[0-9a-f]{8}-/),
      timestamp: expect.any(String),
    })
    expect(isAttachmentMessage(message)).toBe(true)
  })

  it('gives each message its own uuid', () => {
    const [one, two] = [SEEDS[1], SEEDS[1]].map(attachment => createAttachmentMessage(attachment!))
    expect(one?.uuid).not.toBe(two?.uuid)
  })
})
