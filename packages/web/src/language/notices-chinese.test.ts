import { describeNotice } from '@antiphon/core/ui'
import { describe, expect, it } from 'vitest'
import { createLog } from '../../test/make-sessions.ts'
import { computeStory } from '../story/compute-story.ts'

describe('notes of the program', () => {
  const log = createLog('notes')
  log.say('Light the lamp.')
  log.add({ type: 'system', subtype: 'turn_duration', durationMs: 177 })
  log.add({ type: 'system', subtype: 'api_metrics', ttftMs: 51, otps: 12.34 })
  log.add({
    type: 'system',
    subtype: 'api_error',
    error: { message: 'Overloaded' },
    retryAttempt: 1,
    maxRetries: 10,
    retryInMs: 500,
  })
  log.add({ type: 'system', subtype: 'informational', content: 'Somebody wrote this.' })
  log.add({ type: 'system', subtype: 'turn_duration', durationMs: 'long' })
  log.add({
    type: 'user',
    message: { role: 'user', content: '[Request interrupted by user for tool use]' },
  })
  log.add({
    type: 'system',
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    compactMetadata: { trigger: 'auto', preTokens: 155_000 },
  })
  log.add({ type: 'system', subtype: 'init', model: 'lamp', cwd: '/srv' })
  log.add({ type: 'system', subtype: 'memory_saved', writtenPaths: ['a.md', 7] })
  log.add({
    ...{ type: 'system', subtype: 'stop_hook_summary', hookCount: 2, hookErrors: ['no'] },
    ...{ preventedContinuation: true, stopReason: 'late' },
  })
  log.say('Go on.')
  const placed = log.entries.map((entry, index) => ({ seq: index, next: index + 1, entry, cut: 0 }))

  it('are told in Chinese by what they are, and as they were written where that is not known', () => {
    const words = computeStory(placed, { includeMeta: true }).items.map(({ item }) => describeNotice(item))
    expect(words.slice(1, -1)).toEqual([
      '本轮用时 177 毫秒',
      'API：首个 token 用时 51 毫秒，每秒 12.3 个 token',
      'API 错误：Overloaded，第 1 次（共 10 次）；500 毫秒 后重试',
      'Somebody wrote this.',
      'turn duration',
      '用户在使用工具时中断了请求',
      '对话已压缩：自动，155000 个 token',
      '会话开始：lamp，/srv',
      '已保存记忆：a.md',
      '运行了 2 个停止钩子；错误：no；已停止代理：late',
    ])
  })
  it('stay out of the story where they only count', () => {
    const kinds = computeStory(placed).items.map(({ item }) => item.kind)
    const notices = ['notice', 'notice', 'notice']
    expect(kinds).toEqual(['prompt', 'notice', 'notice', 'interruption', 'boundary', ...notices, 'prompt'])
  })
})
