import { checkApiContract } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { createToolHarness } from '../testing/tool-harness.ts'
import { createToolbox } from '../tool/toolbox.ts'
import { createTools } from './index.ts'

describe('createTools', () => {
  it('offers every tool once, under names that do not collide', () => {
    const names = createTools().flatMap(({ name, aliases }) => [name, ...aliases])
    expect(new Set(names).size).toBe(names.length)
    const wanted =
      'Bash BashOutput TaskOutput KillShell KillBash TaskStop TodoWrite Task Agent WebFetch Skill ToolSearch'
    const more =
      'Snip REPL AskUserQuestion EnterPlanMode ExitPlanMode ExitPlanModeV2 Read Write Edit NotebookEdit Glob Grep'
    expect(names).toEqual(expect.arrayContaining(`${wanted} ${more}`.split(' ')))
  })

  it('gives definitions that the API takes, the same each time', () => {
    const { definitions } = createToolbox(createTools())
    const request = {
      model: 'claude-sonnet-4-5',
      max_tokens: 100,
      messages: [{ role: 'user' as const, content: 'x' }],
      tools: definitions,
    }
    expect(checkApiContract(request)).toEqual([])
    expect(JSON.stringify(createToolbox(createTools()).definitions)).toBe(JSON.stringify(definitions))
  })

  it('has no tool that throws, whatever its input and whichever service is missing', async () => {
    const harness = await createToolHarness()
    try {
      for (const tool of createTools()) {
        for (const input of [
          undefined,
          null,
          5,
          'x',
          [],
          {},
          { command: [] },
          { url: {} },
          { todos: null },
        ]) {
          const { outcome } = await harness.run(tool, input)
          expect(typeof outcome.content === 'string' && outcome.content !== '', tool.name).toBe(true)
        }
      }
    } finally {
      await harness.close()
    }
  })
})
