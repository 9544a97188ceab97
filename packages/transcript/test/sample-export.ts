import { buildConversation, type Entry, type TranscriptEntry } from '@antiphon/core'
import type { ExportSource } from '../src/export/export-header.ts'

/** An entry of a session, with the fields that every one has. */
export function entry(uuid: string, parentUuid: string | null, fields: object): Entry {
  const origin = { sessionId: 's1', cwd: '/home/dev/harbour', gitBranch: 'main', version: '2.1.0' }
  return { uuid, parentUuid, isSidechain: false, timestamp: '2026-11-14T08:00:00.000Z', ...origin, ...fields }
}

export function said(content: unknown): object {
  return { type: 'user', message: { role: 'user', content } }
}

export function answered(id: string, ...content: readonly object[]): object {
  return {
    type: 'assistant',
    message: { id, type: 'message', role: 'assistant', model: 'claude-opus-5-5', content },
  }
}

export const text = (words: string): object => ({ type: 'text', text: words })
export const call = (id: string, name: string, input: unknown): object => ({
  type: 'tool_use',
  id,
  name,
  input,
})
export const result = (id: string, content: unknown): object => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
})

/** A prompt, thinking, an edit, a subagent in a log of its own, an answer, a branch, and a field that nobody knows. */
export const SAMPLE_ENTRIES: readonly Entry[] = [
  { type: 'custom-title', customTitle: 'The lamp', sessionId: 's1' },
  entry('u1', null, { ...said('Why is the lamp dark?'), novelty: { kept: true } }),
  entry('u2', 'u1', answered('m1', { type: 'thinking', thinking: 'A fuse, perhaps.', signature: 'c2ln' })),
  entry(
    'u3',
    'u2',
    answered('m1', call('toolu_1', 'Edit', { file_path: '/a.ts', old_string: 'off', new_string: 'on' })),
  ),
  entry('u4', 'u3', said([result('toolu_1', 'Edited.')])),
  entry('u5', 'u4', answered('m2', call('toolu_2', 'Task', { description: 'Look', prompt: 'look' }))),
  entry('u6', 'u5', { ...said([result('toolu_2', 'Nothing.')]), toolUseResult: { agentId: 'a1' } }),
  entry('b1', 'u1', answered('m9', text('An answer that was left behind.'))),
  entry('u7', 'u6', answered('m3', text('It is on now.'))),
]

export const SAMPLE_SUBAGENT: readonly TranscriptEntry[] = buildConversation([
  entry('a1', null, { ...said('look'), isSidechain: true, agentId: 'a1' }),
  entry('a2', 'a1', { ...answered('m5', text('I looked.')), isSidechain: true, agentId: 'a1' }),
]).messages

/** Entries as a source, the way a command makes one. */
export function toSource(entries: readonly Entry[], subagent: readonly TranscriptEntry[] = []): ExportSource {
  const conversation = buildConversation(entries)
  const sidechains = conversation.sidechains.map(({ agentId, messages }) => ({
    agentId: agentId ?? null,
    messages,
  }))
  const beside = subagent.length === 0 ? [] : [{ agentId: 'a1', messages: subagent }]
  const woven = [...conversation.messages, ...sidechains.flatMap(({ messages }) => messages), ...subagent]
  return { name: 's1.jsonl', conversation, subagents: [...sidechains, ...beside], woven, redactions: {} }
}
