import { describe, expect, it } from 'vitest'
import { matchesPattern } from './select-hooks.ts'

describe('matchesPattern', () => {
  it.each([
    [undefined, 'Bash', true],
    ['', 'Bash', true],
    ['*', 'Bash', true],
    ['Bash', 'Bash', true],
    ['Bash', 'BashOutput', false],
    ['bash', 'Bash', false],
    ['Edit|Write', 'Write', true],
    ['Edit | Write', 'Write', true],
    ['Edit|Write', 'MultiEdit', false],
    ['mcp__memory__.*', 'mcp__memory__read', true],
    ['mcp__.*__write', 'mcp__files__write', true],
    ['^Notebook', 'NotebookEdit', true],
    ['mcp__my-server', 'mcp__my-server', true],
    ['[', '[', false],
  ])('%j and %j: %s', (matcher, name, expected) => {
    expect(matchesPattern(matcher, name)).toBe(expected)
  })
})
