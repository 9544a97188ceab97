import { describe, expect, it } from 'vitest'
import type { McpProblem } from './mcp-config.ts'
import { MCP_LIMITS } from './mcp-limits.ts'
import { createProblemReporter } from './mcp-server.ts'

describe('createProblemReporter', () => {
  it('tells each thing once, in one line, and ends with a word', () => {
    const problems: McpProblem[] = []
    const report = createProblemReporter(problem => problems.push(problem))
    report({ server: 's', what: 'a\nb', whatToDo: 'x' })
    report({ server: 's', what: 'a b', whatToDo: 'x' })
    expect(problems).toEqual([{ server: 's', what: 'a b', whatToDo: 'x' }])
    for (let index = 0; index < 100; index++) report({ server: 's', what: `${index}`, whatToDo: 'x' })
    expect(problems).toHaveLength(MCP_LIMITS.problems)
    expect(problems.at(-1)?.whatToDo).toBe('x; more of it is not told')
  })
})
