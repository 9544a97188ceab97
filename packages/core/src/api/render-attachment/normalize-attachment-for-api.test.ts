import { type ContentBlock, toContentBlocks } from '@antiphon/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attachment } from '../../message/attachment.ts'
import type { AttachmentMessage } from '../../message/attachment-message.ts'
import { isAttachmentMessage } from '../../message/message-guards.ts'
import type { UserMessage } from '../../message/user-message.ts'
import { CORPUS, readCorpus } from '../../testing/corpus.ts'
import { ATTACHMENT_RENDERERS } from './attachment-renderers.ts'
import { normalizeAttachmentForAPI } from './normalize-attachment-for-api.ts'

const UUID = '6f1c1f4e-0000-4000-8000-000000000001'
const TIMESTAMP = '2026-01-01T00:00:00.000Z'

describe('normalizeAttachmentForAPI', () => {
  it('makes a meta message with the uuid and time of the attachment', () => {
    expect(
      normalizeAttachmentForAPI(messageOf({ type: 'critical_system_reminder', content: 'stop' })),
    ).toEqual({
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'text', text: '<system-reminder>\nstop\n</system-reminder>' }],
      },
      isMeta: true,
      uuid: UUID,
      timestamp: TIMESTAMP,
    })
  })

  it('lets a hook speak that succeeded at the start of a session or before a prompt', () => {
    for (const hookEvent of ['SessionStart', 'UserPromptSubmit']) {
      const said = { type: 'hook_success', hookName: 'h', hookEvent, toolUseID: 't', content: 'use tabs' }
      expect(textOf(said)).toBe('<system-reminder>\nThe hook h says:\nuse tabs\n</system-reminder>')
      expect(normalizeAttachmentForAPI(messageOf({ ...said, content: '' }))).toBeNull()
    }
  })

  it('says whose words were queued', () => {
    const intro = (fields: object) => textOf({ type: 'queued_command', prompt: 'hello', ...fields })
    expect(intro({ origin: { kind: 'human' } })).toContain('The user sent this')
    expect(intro({ commandMode: 'task-notification' })).toContain('A background task reported')
    expect(intro({ origin: { kind: 'peer', from: 'ann' } })).toContain('not from the user (peer, ann)')
  })

  it('never lets a queued prompt answer a tool call', () => {
    const prompt = [
      { type: 'tool_result', tool_use_id: 't', content: 'x' },
      { type: 'text', text: ' ' },
      null,
      'go',
    ]
    expect(blocksOf({ type: 'queued_command', prompt }).slice(1)).toEqual([
      { type: 'text', text: '{"content":"x","tool_use_id":"t","type":"tool_result"}' },
      { type: 'text', text: 'go' },
    ])
  })

  it.each([
    { type: 'agent_listing_delta', isInitial: true, addedTypes: [], removedTypes: [], addedLines: [] },
    { type: 'deferred_tools_delta', addedNames: [], addedLines: [], removedNames: [] },
    {
      type: 'deferred_tools_delta',
      addedNames: [],
      addedLines: [],
      removedNames: [],
      wireHiddenNames: ['x'],
    },
    { type: 'mcp_instructions_delta', addedNames: [], addedBlocks: [], removedNames: [] },
    { type: 'skill_listing', content: '', skillCount: 0, isInitial: true },
    { type: 'session_context', context: {} },
    { type: 'hook_additional_context', hookName: 'h', content: [] },
    { type: 'async_hook_response', hookName: 'h', response: {}, stdout: 'noise' },
    { type: 'date' },
  ])('says nothing where nothing changed: %j', attachment => {
    expect(normalizeAttachmentForAPI(messageOf(attachment))).toBeNull()
  })

  it('names an unknown kind and carries its JSON with sorted keys', () => {
    expect(textOf({ type: 'weather', wind: { speed: 3, from: 'N' } })).toBe(
      '<system-reminder>\nAn attachment of the kind "weather":\n{"type":"weather","wind":{"from":"N","speed":3}}\n</system-reminder>',
    )
  })

  it('falls back to the JSON of a known kind whose fields are unusable', () => {
    expect(textOf({ type: 'edited_text_file', path: '/a' })).toContain(
      '{"path":"/a","type":"edited_text_file"}',
    )
    expect(textOf({ type: 'date', date: 20260101 })).toContain('"date":20260101')
  })

  it('cuts long JSON between code points and says how much was cut', () => {
    const text = textOf({ type: 'weather', sky: '🌧'.repeat(5000) })
    expect(text).toMatch(/🌧… \(\d+ more characters\)\n<\/system-reminder>$/)
    expect(text).not.toMatch(/\p{Surrogate}/u)
    expect([...text].length).toBeLessThan(4200)
  })

  it('sends again exactly what was sent before', () => {
    const rendered = [{ content: ' first ' }, { content: 'second' }]
    const message = { ...messageOf({ type: 'date', date: 'today' }), rendered }
    expect(normalizeAttachmentForAPI(message)?.message.content).toEqual([
      { type: 'text', text: ' first ' },
      { type: 'text', text: 'second' },
    ])
    expect(
      normalizeAttachmentForAPI({ ...message, attachment: { type: 'unknown:x' } })?.message.content,
    ).toHaveLength(2)
  })

  it.each([[[]], [[{}]], [[{ content: ' ' }]], [[{ content: 'a' }, 'b']], ['a']])(
    'renders anew where the recorded rendering is %j',
    rendered => {
      const message = { ...messageOf({ type: 'date', date: 'today' }), rendered } as AttachmentMessage
      expect(textIn(normalizeAttachmentForAPI(message))).toContain('Today is today.')
    },
  )

  it('invents neither uuid nor time where a file has none', () => {
    const message = {
      type: 'attachment',
      attachment: { type: 'auto_mode_exit' },
    } as unknown as AttachmentMessage
    expect(normalizeAttachmentForAPI(message)).toEqual(normalizeAttachmentForAPI(message))
  })

  it('survives nesting that exhausts a stack', () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    for (const type of ['weather', ...Object.keys(ATTACHMENT_RENDERERS)]) {
      expectSendable(normalizeAttachmentForAPI(messageOf({ type, content: deep, prompt: deep, files: deep })))
    }
  })

  it.each([
    ['relevant_memories', 'memories'],
    ['invoked_skills', 'skills'],
    ['teammate_mailbox', 'messages'],
    ['diagnostics', 'files'],
    ['todo_reminder', 'content'],
    ['queued_command', 'prompt'],
  ])('survives a %s whose %s are more than a call takes arguments', (type, field) => {
    const item = { content: 'x', text: 'x', diagnostics: [{ message: 'x' }] }
    expect(textOf({ type, [field]: Array(200_000).fill(item) }).length).toBeGreaterThan(400_000)
  })

  it('turns any JSON into null or into content that the API takes, the same each time', () => {
    const kinds = fc.constantFrom(...Object.keys(ATTACHMENT_RENDERERS), 'weather', '__proto__', '')
    const attachment = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc
        .tuple(kinds, fc.dictionary(fieldNames(), hostileValue()))
        .map(([type, fields]) => ({ ...fields, type })),
    )
    fc.assert(
      fc.property(attachment, value => {
        const message = normalizeAttachmentForAPI(messageOf(value))
        expectSendable(message)
        expect(normalizeAttachmentForAPI(messageOf(structuredClone(value)))).toEqual(message)
      }),
      { numRuns: 2000 },
    )
  })

  it('renders every attachment of the corpus', () => {
    const attachments = CORPUS.flatMap(readAttachments)
    expect(attachments.length).toBeGreaterThan(100)
    for (const message of attachments) {
      const rendered = normalizeAttachmentForAPI(message)
      expectSendable(rendered)
      expect(textIn(rendered)).not.toContain('An attachment of the kind')
      if (message.rendered) expect(textIn(rendered)).toBe(message.rendered.map(part => part.content).join(''))
    }
  })
})

function messageOf(attachment: unknown): AttachmentMessage {
  return { type: 'attachment', attachment: attachment as Attachment, uuid: UUID, timestamp: TIMESTAMP }
}

function blocksOf(attachment: unknown) {
  return toContentBlocks(normalizeAttachmentForAPI(messageOf(attachment))?.message.content ?? [])
}

function textOf(attachment: unknown): string {
  return textIn(normalizeAttachmentForAPI(messageOf(attachment)))
}

function textIn(message: UserMessage | null): string {
  return toContentBlocks(message?.message.content ?? [])
    .map(block => (block.type === 'text' ? block.text : ''))
    .join('')
}

function expectSendable(message: UserMessage | null): void {
  const blocks = message && toContentBlocks(message.message.content)
  const isSendable = !blocks || (blocks.length > 0 && blocks.every(isSendableBlock))
  expect(isSendable, JSON.stringify(blocks)).toBe(true)
}

function isSendableBlock(block: ContentBlock): boolean {
  if (block.type === 'text') return typeof block.text === 'string' && block.text.trim() !== ''
  return (block.type === 'image' || block.type === 'document') && typeof block.source === 'object'
}

function fieldNames() {
  const names =
    'content prompt files memories skills messages filename path snippet origin context snapshot style'
  return fc.oneof(
    fc.constantFrom(...names.split(' '), 'response', 'blockingError', 'file', 'type'),
    fc.string(),
  )
}

function hostileValue() {
  const block = fc.record({
    type: fc.constantFrom('text', 'image', 'pdf', 'notebook', 'parts'),
    file: fc.jsonValue({ maxDepth: 3 }),
    text: fc.jsonValue({ maxDepth: 3 }),
    source: fc.jsonValue({ maxDepth: 3 }),
  })
  return fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    block,
    fc.array(block),
    fc.array(fc.dictionary(fieldNames(), fc.jsonValue({ maxDepth: 3 }))),
  )
}

function readAttachments(name: string): readonly AttachmentMessage[] {
  return readCorpus(name)
    .toString('utf8')
    .split('\n')
    .filter(line => line.includes('"attachment"'))
    .flatMap(line => {
      const value = parse(line)
      return isAttachmentMessage(value) ? [value] : []
    })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
