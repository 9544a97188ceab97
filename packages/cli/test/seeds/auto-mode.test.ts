import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildNobodyToAskMessage, buildYoloRejectionMessage } from '@antiphon/core'
import { createScriptModel, type ScriptReply, type SimulatedModel } from '@antiphon/simulator'
import { describe, expect } from 'vitest'
import { DRIVEN, type Line, listBlocks, listRefusals, readLogs } from '../headless-kit.ts'
import { requirement } from './requirement.ts'
import { allow, setUpModelled } from './scripted-kit.ts'

const open = setUpModelled()

/** One script for the conversation, another for the classifier, told apart as the simulator's operator would: by the system prompt. */
function createTwoModels(
  conversation: readonly ScriptReply[],
  classifier: readonly ScriptReply[],
): SimulatedModel {
  const [main, judge] = [createScriptModel(conversation), createScriptModel(classifier)]
  return {
    name: 'two scripts',
    answer: (request, turn) => (isJudged(request) ? judge : main).answer(request, turn),
  }
}

const isJudged = ({ system }: { readonly system?: unknown }): boolean =>
  JSON.stringify(system ?? '').includes('permission classifier')

const call = (id: string, command: string): ScriptReply => ({
  calls: [{ id, name: 'Bash', input: { command } }],
})

const verdict = (decision: 'allow' | 'block', reason: string): string => JSON.stringify({ decision, reason })

function resultOf(lines: readonly Line[], id: string): unknown {
  return listBlocks(lines).find(block => block.type === 'tool_result' && block.tool_use_id === id)?.content
}

describe('auto mode', () => {
  requirement(
    ['004:357', '003:433-439'],
    'a small model judges what rules leave open; a refusal is told by its reason, and where nobody can be asked that is said',
    async () => {
      const kit = await open(
        createTwoModels(
          [
            call('toolu_allowed', 'node allowed.mjs'),
            call('toolu_blocked', 'node blocked.mjs'),
            call('toolu_removal', 'rm -rf .'),
            call('toolu_unclear', 'node unclear.mjs'),
            'Done.',
          ],
          [verdict('allow', 'It builds.'), verdict('block', 'It publishes the work.'), 'Well, perhaps.'],
        ),
      )
      for (const name of ['allowed', 'blocked', 'unclear'])
        writeFileSync(
          join(kit.folder, `${name}.mjs`),
          `import fs from 'fs'; fs.writeFileSync('${name}.txt', '')`,
        )
      const agent = kit.start([
        ...['-p', 'build it', '--permission-mode', 'auto'],
        ...['--output-format', 'stream-json', '--verbose'],
      ])
      agent.hush()
      const { code, stderr } = await agent.ended
      expect({ code, stderr }).toMatchObject({ code: 0 })
      for (const name of ['allowed', 'blocked', 'unclear'])
        expect([name, existsSync(join(kit.folder, `${name}.txt`))]).toEqual([name, name === 'allowed'])

      // What the model reads, on the wire, in the log and in the next request.
      const refusal = buildYoloRejectionMessage('It publishes the work')
      const log = readLogs(kit.root)
      expect(resultOf(agent.events, 'toolu_blocked')).toBe(refusal)
      expect(resultOf(log, 'toolu_blocked')).toBe(refusal)
      const requests = kit.simulator.log.all().map(({ request }) => request)
      expect(JSON.stringify(requests.findLast(request => request && !isJudged(request)))).toContain(
        JSON.stringify(refusal),
      )
      const removal = 'it would remove .'
      expect(resultOf(log, 'toolu_removal')).toBe(buildNobodyToAskMessage('Bash', removal))
      expect(resultOf(log, 'toolu_unclear')).toMatch(
        /nobody can be asked in this session.*Reason: the classifier gave no verdict, and /,
      )
      expect(JSON.stringify(log)).not.toContain("The user doesn't want")

      // Who judged what: three calls by a small model within its bounds, each as data; never the removal.
      const judged = requests.filter(request => request && isJudged(request))
      expect(judged).toHaveLength(3)
      expect(judged).toMatchObject(
        judged.map(() => ({ model: expect.stringContaining('haiku'), max_tokens: 300 })),
      )
      expect(JSON.stringify(judged)).not.toContain('rm -rf')
      expect(JSON.stringify(judged[0]?.messages)).toContain(String.raw`\"requests\":[\"build it\"]`)

      // It is told where such decisions are told, and paid for.
      expect(log).toContainEqual(
        expect.objectContaining({
          type: 'system',
          subtype: 'informational',
          toolUseID: 'toolu_allowed',
          content: 'The automatic mode allowed this call: It builds',
        }),
      )
      expect(agent.events.filter(({ subtype }) => subtype === 'permission_denied')).toMatchObject([
        {
          tool_use_id: 'toolu_blocked',
          decision_reason_type: 'classifier',
          decision_reason: 'It publishes the work',
          message: refusal,
        },
        { tool_use_id: 'toolu_removal', decision_reason_type: 'other', decision_reason: removal },
        { tool_use_id: 'toolu_unclear', decision_reason_type: 'other' },
      ])
      const result = agent.events.findLast(({ type }) => type === 'result')
      expect(result).toMatchObject({
        subtype: 'success',
        permission_denials: ['blocked', 'removal', 'unclear'].map(name => ({ tool_use_id: `toolu_${name}` })),
      })
      expect(Object.keys(result?.modelUsage ?? {})).toContainEqual(expect.stringContaining('haiku'))
      expect(listRefusals(kit.simulator)).toEqual([])
    },
  )

  requirement('004:357', 'where the classifier fails, whoever can be asked is asked', async () => {
    const kit = await open(
      createTwoModels([call('toolu_1', 'node a.mjs'), 'Done.'], ['{"decision":"maybe"}']),
    )
    writeFileSync(join(kit.folder, 'a.mjs'), `import fs from 'fs'; fs.writeFileSync('a.txt', '')`)
    const agent = kit.start([
      ...[...DRIVEN, '--permission-mode', 'auto'],
      ...['--permission-prompt-tool', 'stdio'],
    ])
    agent.say('go')
    const asked = await agent.until(({ type }) => type === 'control_request')
    expect(asked?.request).toMatchObject({
      subtype: 'can_use_tool',
      tool_use_id: 'toolu_1',
      decision_reason: expect.stringContaining('the classifier gave no verdict'),
    })
    allow(agent, asked, { command: 'node a.mjs' })
    await agent.until(({ type }) => type === 'result')
    agent.hush()
    await agent.ended
    expect(existsSync(join(kit.folder, 'a.txt'))).toBe(true)
  })
})
