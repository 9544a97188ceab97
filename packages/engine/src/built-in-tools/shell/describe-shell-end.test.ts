import { describe, expect, it } from 'vitest'
import { interpretExitCode } from './describe-shell-end.ts'

describe('interpretExitCode', () => {
  it.each([
    ['grep a b', 1, 'No matches found'],
    ['cat x | grep a', 1, 'No matches found'],
    ['cd sub; diff a b', 1, 'Files differ'],
    ['[ -f x ]', 1, 'Condition is false'],
    ['grep a b', 2, null],
    ['npm test && grep a b', 1, null],
    ['grep a b && echo x', 1, null],
    ['npm test && cat x | grep a', 1, null],
    ['bash -c "false | grep x"', 1, null],
    ['npm test', 1, null],
    ['! grep a b', 1, null],
    ['npm test && (grep a b)', 1, null],
    ['npm test && { cat x; cat y; } | grep a', 1, null],
    ['grep "$(cat p)" b', 1, null],
    ['if true; then grep a b; fi', 1, null],
    ['grep "$pattern" b', 1, 'No matches found'],
    ['npm test\ngrep a b', 1, 'No matches found'],
    ["grep 'a && (b|c)' d || rg x", 1, 'No matches found'],
  ])('of %j and %d is %j', (command, code, meaning) => {
    expect(interpretExitCode(command, code)).toBe(meaning)
  })
})
