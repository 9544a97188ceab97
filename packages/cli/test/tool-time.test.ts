import { setTimeout as sleep } from 'node:timers/promises'
import { createScriptModel } from '@antiphon/simulator'
import { describe, expect, it } from 'vitest'
import { createHeadlessKit, DRIVEN, readLogs } from './headless-kit.ts'
import { collect, startAntiphon } from './spawn-antiphon.ts'

const WAIT_MS = 3000

describe('the time of a tool', () => {
  it('is its own, however long a person thought before', async () => {
    const calls = [{ name: 'Bash', input: { command: 'touch beacon && sleep 0.2' } }]
    const kit = await createHeadlessKit(createScriptModel([{ text: 'Lighting.', calls }, 'Lit.']))
    try {
      const agent = kit.start([...DRIVEN, '--permission-prompt-tool', 'stdio'])
      agent.say('Light the beacon.')
      const asked = await agent.until(({ type }) => type === 'control_request')
      const { request_id, request } = asked as unknown as {
        readonly request_id: string
        readonly request: { readonly subtype: string; readonly input: object }
      }
      expect(request.subtype).toBe('can_use_tool')
      await sleep(WAIT_MS)
      const response = { behavior: 'allow', updatedInput: request.input }
      const answer = { type: 'control_response', response: { subtype: 'success', request_id, response } }
      agent.child.stdin.write(`${JSON.stringify(answer)}\n`)
      await agent.until(({ type }) => type === 'result')
      agent.hush()
      await agent.ended
      const isResult = ({ toolUseResult }: Readonly<Record<string, unknown>>): boolean =>
        toolUseResult !== undefined
      const stored = readLogs(kit.root).find(isResult)
      const entries = readLogs(kit.root).filter(({ type }) => type === 'assistant')
      expect(stored?.toolDurationMs).toBeGreaterThanOrEqual(200)
      expect(stored?.toolDurationMs).toBeLessThan(WAIT_MS)
      // From the call to its result it was longer than that.
      const began = Date.parse(String(entries[0]?.timestamp))
      expect(Date.parse(String(stored?.timestamp)) - began).toBeGreaterThanOrEqual(WAIT_MS)
      const told = agent.events.find(({ tool_duration_ms: time }) => time !== undefined)
      expect(told?.tool_duration_ms).toBe(stored?.toolDurationMs)
      const child = startAntiphon(['show', String(stored?.sessionId)], kit.env, kit.folder)
      child.stdin.end()
      const { stdout } = await collect(child)
      const line = stdout.split('\n').find(text => text.includes('touch beacon')) ?? ''
      expect(line).toMatch(/ · \d{3} ms$| · [01]\.\d s$/)
      expect(line).not.toContain('≤')
    } finally {
      await kit.close()
    }
  })
})
