import { describe, expect, it } from 'vitest'
import { splitRules } from './parse-permission-rule.ts'

describe('splitRules', () => {
  it.each([
    ['Bash(git log:*),Edit Read', ['Bash(git log:*)', 'Edit', 'Read']],
    ['Bash(echo (a) b)', ['Bash(echo (a) b)']],
    ['Bash(echo (a, (b)), c) , Edit', ['Bash(echo (a, (b)), c)', 'Edit']],
    // Neither half may become a rule for all of Bash.
    ['Bash (ls:*), Edit', ['Bash (ls:*)', 'Edit']],
    ['Bash(ls', ['Bash(ls']],
    ['Bash(ls (a),Edit', ['Bash(ls (a),Edit']],
    ['Bash(ls) b)', ['Bash(ls)', 'b)']],
    [' , \n ', []],
    ['', []],
  ])('splits %j into %j', (value, rules) => {
    expect(splitRules(value)).toEqual(rules)
  })
})
