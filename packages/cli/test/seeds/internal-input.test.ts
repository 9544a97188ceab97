import { readFileSync } from 'node:fs'
import type { ApiRequest } from '@antiphon/contract'
import type { Answer } from '@antiphon/simulator'
import { describe, expect } from 'vitest'
import { DRIVEN, listBlocks, listRefusals, readLogs } from '../headless-kit.ts'
import { requirement } from './requirement.ts'
import { allow, setUpScripted } from './scripted-kit.ts'

const open = setUpScripted()

const PLAN = '1. Read the seeds\n2. Do what they say'

/** The model writes its plan where it was told to. */
function writePlan({ messages }: ApiRequest): Answer {
  const file_path = /\/[^\s"\\]+\/plans\/[\w-]+\.md/.exec(JSON.stringify(messages))?.[0] ?? ''
  return {
    blocks: [{ type: 'tool_use', id: 'toolu_write', name: 'Write', input: { file_path, content: PLAN } }],
  }
}

describe('internal fields of a call', () => {
  requirement(
    ['001:125a', '001:125b'],
    'the plan is stored with ExitPlanMode for people and programs, and not sent to the model',
    async () => {
      const kit = await open(
        writePlan,
        { calls: [{ id: 'toolu_exit', name: 'ExitPlanMode', input: {} }] },
        'I begin.',
      )
      const agent = kit.start([...DRIVEN, '--permission-mode', 'plan', '--permission-prompt-tool', 'stdio'])
      agent.say('plan it')
      // The plan's own file is written unasked, also in plan mode: the first question is about the plan.
      const asked = await agent.until(({ type }) => type === 'control_request')
      expect(asked?.request).toMatchObject({ tool_name: 'ExitPlanMode', input: { plan: PLAN } })
      allow(agent, asked, {})
      await agent.until(({ type }) => type === 'result')
      agent.hush()
      await agent.ended

      const exitIn = (lines: Parameters<typeof listBlocks>[0]) =>
        listBlocks(lines).find(block => block.type === 'tool_use' && block.id === 'toolu_exit')
      const stored = exitIn(readLogs(kit.root))?.input as { readonly planFilePath: string }
      expect(stored).toEqual({ plan: PLAN, planFilePath: expect.stringContaining('/plans/') })
      expect(readFileSync(stored.planFilePath, 'utf8')).toBe(PLAN)
      expect(exitIn(agent.events)?.input).toEqual(stored)
      const sent = kit.simulator.log.all().at(-1)?.request
      const blocks = (sent?.messages ?? []).map(message => ({ message }))
      expect(exitIn(blocks)?.input).toEqual({})
      expect(JSON.stringify(sent?.messages.at(-1))).toContain('Read the seeds')
      expect(listRefusals(kit.simulator)).toEqual([])
    },
  )
})
