import type { ScriptReply } from '@antiphon/simulator'
import { describe, expect } from 'vitest'
import { DRIVEN, type Line, listBlocks, listRefusals, readLogs } from '../headless-kit.ts'
import { requirement } from './requirement.ts'
import { setUpScripted } from './scripted-kit.ts'

const open = setUpScripted()

/** An answer that calls a tool and says what it used. */
const look = (id: string, output_tokens: number): ScriptReply => ({
  calls: [{ id, name: 'Glob', input: { pattern: '*' } }],
  usage: { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens },
})

const attachmentsOf = (log: readonly Line[]) =>
  log.flatMap(({ type, attachment }) => (type === 'attachment' ? [attachment] : []))

describe('a budget', () => {
  requirement(
    '003:231',
    'of tokens: the model is nudged when it nears its end, the turn ends at its limit, and its record tells both',
    async () => {
      const kit = await open(look('toolu_1', 850), look('toolu_2', 200), 'Never said.')
      const agent = kit.start([
        ...['-p', 'go', '--task-budget', '1000'],
        ...['--output-format', 'stream-json', '--verbose'],
      ])
      agent.hush()
      expect(await agent.ended).toMatchObject({ code: 1 })
      const log = readLogs(kit.root)
      expect(log.find(({ subtype }) => subtype === 'turn_duration')).toMatchObject({
        budgetTokens: 1050,
        budgetLimit: 1000,
        budgetNudges: 1,
      })
      expect(attachmentsOf(log)).toContainEqual({
        type: 'output_token_usage',
        turn: 850,
        session: 850,
        budget: 1000,
      })
      const requests = kit.simulator.log.all()
      expect(requests).toHaveLength(2)
      expect(JSON.stringify(requests[0]?.request)).not.toContain('nearly used up')
      const second = JSON.stringify(requests[1]?.request)
      expect(second).toContain('Output tokens: 850 of 1000 in this turn')
      expect(second).toContain('The budget is nearly used up')
      expect(agent.events.at(-1)).toMatchObject({
        type: 'result',
        subtype: 'error_during_execution',
        is_error: true,
        terminal_reason: 'budget_exhausted',
        errors: ["Reached the turn's budget of 1000 output tokens"],
      })
      // It ends cleanly: both calls are answered.
      expect(
        listBlocks(log).flatMap(({ type, tool_use_id }) => (type === 'tool_result' ? [tool_use_id] : [])),
      ).toEqual(['toolu_1', 'toolu_2'])
      expect(listRefusals(kit.simulator)).toEqual([])
    },
  )

  requirement(
    '003:231',
    'of money: the process stops when it is spent, also for the prompts that come after',
    async () => {
      // A dollar for a million tokens in, five for a million out.
      const kit = await open(look('toolu_1', 1_800), look('toolu_2', 300), 'Never said.')
      const agent = kit.start([...DRIVEN, '--model', 'claude-haiku-4-5', '--max-budget-usd', '0.01'])
      agent.say('go')
      const first = await agent.until(({ type }) => type === 'result')
      expect(first).toMatchObject({
        subtype: 'error_max_budget_usd',
        is_error: true,
        terminal_reason: 'budget_exhausted',
        errors: ['Reached maximum budget ($0.01)'],
        total_cost_usd: expect.closeTo(0.0105, 6),
      })
      agent.say('and on')
      await agent.until(event => event.type === 'result' && event.uuid !== first?.uuid)
      agent.hush()
      expect(await agent.ended).toMatchObject({ code: 1 })
      const results = agent.events.filter(({ type }) => type === 'result')
      expect(results).toMatchObject([
        { subtype: 'error_max_budget_usd' },
        { subtype: 'error_max_budget_usd', total_cost_usd: expect.closeTo(0.0105, 6) },
      ])
      expect(kit.simulator.log.all()).toHaveLength(2)
      expect(attachmentsOf(readLogs(kit.root))).toContainEqual({
        type: 'budget_usd',
        used: 0.009,
        total: 0.01,
        remaining: 0.001,
      })
    },
  )
})
