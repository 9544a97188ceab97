import { isObject } from '@antiphon/contract'
import type { Line } from '../headless-kit.ts'

/** Parts of logs that are written for the purpose. */
export const user = (content: unknown, fields: object = {}): Line => ({
  ...{ type: 'user', message: { role: 'user', content } },
  ...fields,
})

export const answer = (id: string, content: readonly object[], fields: object = {}): Line => ({
  type: 'assistant',
  message: {
    ...{ id, type: 'message', role: 'assistant', model: 'claude-opus-5-5', content },
    ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } },
  },
  ...fields,
})

export const apiError = (words: string): Line => {
  const error = answer(`error-${words}`, [text(words)], { isApiErrorMessage: true })
  return { ...error, message: { ...(isObject(error.message) ? error.message : {}), model: '<synthetic>' } }
}

export const text = (words: string): Line => ({ type: 'text', text: words })
export const call = (id: string, name: string, input: object = {}): Line => ({
  type: 'tool_use',
  id,
  name,
  input,
})
export const result = (id: string, content: unknown): Line => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
})
export const attachment = (fields: object): Line => ({ type: 'attachment', attachment: fields })

/** A system message of each subtype of the seeds but `local_command`, each with words of its own. */
export const SYSTEM_MESSAGES: readonly Line[] = [
  { subtype: 'informational', content: 'SYSTEM informational', level: 'info' },
  { subtype: 'permission_retry', content: 'SYSTEM permission_retry', commands: ['ls'] },
  { subtype: 'bridge_status', content: 'SYSTEM bridge_status', url: 'http://127.0.0.1/' },
  { subtype: 'scheduled_task_fire', content: 'SYSTEM scheduled_task_fire' },
  {
    subtype: 'stop_hook_summary',
    content: 'SYSTEM stop_hook_summary',
    hookCount: 1,
    hookInfos: [],
    hookErrors: [],
  },
  { subtype: 'turn_duration', durationMs: 7 },
  { subtype: 'away_summary', content: 'SYSTEM away_summary' },
  { subtype: 'memory_saved', writtenPaths: ['/SYSTEM/memory_saved'] },
  { subtype: 'agents_killed', content: 'SYSTEM agents_killed' },
  { subtype: 'api_metrics', ttftMs: 1, otps: 2 },
  {
    ...{ subtype: 'microcompact_boundary', content: 'SYSTEM microcompact_boundary' },
    microcompactMetadata: { trigger: 'auto', preTokens: 9, tokensSaved: 1, compactedToolIds: [] },
  },
  {
    subtype: 'api_error',
    level: 'error',
    error: { message: 'SYSTEM api_error' },
    retryAttempt: 1,
    maxRetries: 2,
  },
].map(message => ({ type: 'system', ...message }))
