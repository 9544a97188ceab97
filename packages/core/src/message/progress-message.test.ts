import { describe, expect, it } from 'vitest'
import { isChainParticipant, isProgressMessage } from './message-guards.ts'
import { createProgressMessage, type Progress } from './progress-message.ts'

const DATA: readonly Progress[] = [
  { type: 'bash_progress', output: 'b', fullOutput: 'ab', elapsedTimeSeconds: 2, totalLines: 1 },
  { type: 'agent_progress', prompt: 'look', agentId: 'a1' },
  { type: 'mcp_progress', status: 'started', serverName: 'docs', toolName: 'search' },
  { type: 'repl_tool_call', toolName: 'Read', phase: 'start' },
  { type: 'skill_progress', prompt: 'p', agentId: 'a2' },
  { type: 'waiting_for_task', taskDescription: 'build', taskType: 'bash' },
  { type: 'query_update', query: 'AI agents' },
  { type: 'search_results_received', resultCount: 5, query: 'AI agents' },
  { type: 'hook_progress', hookEvent: 'Stop', hookName: 'lint', command: 'npm run lint' },
  { type: 'unknown:teleport', distance: 3 },
]

describe('createProgressMessage', () => {
  it.each(DATA)('carries $type to the call that it is about', data => {
    const message = createProgressMessage({ toolUseID: 'toolu_1', parentToolUseID: 'toolu_0', data })
    expect(message).toStrictEqual({
      type: 'progress',
      data,
      toolUseID: 'toolu_1',
      parentToolUseID: 'toolu_0',
      uuid: expect.stringMatching(/^[0-9a-f]{8}-/),
      timestamp: expect.any(String),
    })
    expect(message.data).toBe(data)
    expect(isProgressMessage(message)).toBe(true)
    expect(isChainParticipant(message)).toBe(false)
  })
})
